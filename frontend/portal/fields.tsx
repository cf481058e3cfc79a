import type { ReactNode } from 'react';
import { control } from './looks';

interface Common {
  id: string;
  label: string;
  error: string | undefined;
  hint?: string;
}

/** A label, a control and below it what is wrong, or the hint. */
function Labelled({ id, label, error, hint, children }: Common & { children: ReactNode }) {
  const note = error ?? hint;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children}
      {note === undefined ? null : (
        <p id={`${id}-note`} className={error === undefined ? 'text-faint text-sm' : 'text-danger text-sm'}>
          {note}
        </p>
      )}
    </div>
  );
}

const described = ({ id, error, hint }: Common) =>
  error === undefined && hint === undefined ? {} : { 'aria-describedby': `${id}-note` };

/** What a field to type into has, of one line or more. */
const typed = (field: Common, value: string, maxLength: number, onChange: (value: string) => void) => ({
  id: field.id,
  maxLength,
  value,
  'aria-invalid': field.error !== undefined,
  ...described(field),
  onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
});

export interface TextProps extends Common {
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  /** An address for emails; anything else is text. */
  type?: 'email';
  autoComplete?: string;
  inputMode?: 'decimal';
}

export function TextField({
  value,
  onChange,
  maxLength,
  type,
  autoComplete = 'off',
  inputMode,
  ...field
}: TextProps) {
  return (
    <Labelled {...field}>
      <input
        className={control}
        type={type}
        autoComplete={autoComplete}
        inputMode={inputMode}
        {...typed(field, value, maxLength, onChange)}
      />
    </Labelled>
  );
}

export function TextBlock({
  value,
  onChange,
  maxLength,
  rows = 4,
  ...field
}: Omit<TextProps, 'type' | 'autoComplete' | 'inputMode'> & { rows?: number }) {
  return (
    <Labelled {...field}>
      <textarea
        className={`${control} field-sizing-content`}
        rows={rows}
        style={{ minHeight: `${rows * 1.5 + 1.375}rem` }}
        {...typed(field, value, maxLength, onChange)}
      />
    </Labelled>
  );
}

/** What went wrong, read out at once. */
export function Trouble({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="grid gap-2 rounded-lg border border-danger-line/60 bg-danger-wash px-4 py-3 text-sm"
    >
      {children}
    </div>
  );
}

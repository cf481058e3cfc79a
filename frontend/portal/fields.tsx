import type { ComponentProps, ReactNode } from 'react';
import { control } from './looks';

interface Common {
  id: string;
  label: string;
  error: string | undefined;
  hint?: string;
}

/** A label, its control, and below it the error or the hint. */
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

interface Typed extends Common {
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
}

/** Props that inputs and text areas share. */
const typed = ({ label: _, error, hint, onChange, ...field }: Typed) => ({
  ...field,
  'aria-invalid': error !== undefined,
  'aria-describedby': (error ?? hint) === undefined ? undefined : `${field.id}-note`,
  onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
});

export interface TextProps extends Typed {
  /** Input type: email, date or plain text. */
  type?: 'email' | 'date';
  autoComplete?: string;
  inputMode?: 'decimal' | 'numeric';
}

export function TextField(props: TextProps) {
  return (
    <Labelled {...props}>
      <input className={control} autoComplete="off" {...typed(props)} />
    </Labelled>
  );
}

interface SelectProps extends Omit<Typed, 'maxLength'> {
  /** Labels by value. */
  options: readonly (readonly [string, string])[];
}

export function SelectField({ options, ...field }: SelectProps) {
  const { label: _, error, hint, onChange, ...rest } = field;
  return (
    <Labelled {...field}>
      <select
        className={control}
        {...rest}
        aria-invalid={error !== undefined}
        aria-describedby={(error ?? hint) === undefined ? undefined : `${field.id}-note`}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

export function TextBlock({ rows = 4, ...field }: Typed & { rows?: number }) {
  return (
    <Labelled {...field}>
      <textarea
        className={`${control} field-sizing-content`}
        rows={rows}
        style={{ minHeight: `${rows * 1.5 + 1.375}rem` }}
        {...typed(field)}
      />
    </Labelled>
  );
}

/** Error message, announced at once, with optional actions. Renders nothing without a message. */
export function FormError({
  message,
  children,
}: {
  message: string | null | undefined;
  children?: ReactNode;
}) {
  return message == null ? null : (
    <div
      role="alert"
      className="grid gap-2 rounded-lg border border-danger-line/60 bg-danger-wash px-4 py-3 text-sm"
    >
      <p className="font-medium text-danger">{message}</p>
      {children}
    </div>
  );
}

interface SendButtonProps extends ComponentProps<'button'> {
  sending: boolean;
  /** Label while the request is pending. */
  meanwhile: string;
}

/** A submit button with a pending state. */
export function SendButton({ sending, meanwhile, ...props }: SendButtonProps) {
  return (
    <button type="submit" disabled={sending} aria-busy={sending} {...props}>
      {sending ? meanwhile : props.children}
    </button>
  );
}

import { type Ref, useState } from 'react';
import { cn } from '@/lib/cn';
import { writes24Hours } from '@/lib/hours';
import { Field, type FieldProps } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { isTime, timeFault, typedOfValue, valueOfTyped } from './typed-time';

export interface TimeInputProps {
  ref?: Ref<HTMLInputElement>;
  name: string;
  /** "14:30", empty, or the typed text if it is not a time (typed-time.ts). */
  value: string;
  onChange: (value: string) => void;
  /** Called on blur or Enter. */
  onLeave?: (value: string) => void;
  className?: string | undefined;
  'aria-label'?: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

/**
 * A time that can be typed freely and is shown in the business's format. Native inputs would use the
 * browser's.
 */
export function TimeInput({ value, onChange, onLeave, className, ...input }: TimeInputProps) {
  const [typed, setTyped] = useState(() => typedOfValue(value));
  // Drop the typed text when the value changes from outside.
  const shown = valueOfTyped(typed) === value ? typed : typedOfValue(value);
  const settle = () => {
    setTyped(typedOfValue(value));
    onLeave?.(value);
  };
  return (
    <Input
      placeholder={writes24Hours() ? 'HH:MM' : 'H:MM AM/PM'}
      autoComplete="off"
      spellCheck={false}
      maxLength={20}
      // "1430" needs no letters; "PM" does.
      inputMode={writes24Hours() ? 'numeric' : 'text'}
      {...input}
      className={cn('tabular', className)}
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(valueOfTyped(target.value));
      }}
      // Select a valid time so that typing replaces it; invalid text is edited.
      onClick={({ currentTarget }) => isTime(value) && currentTarget.select()}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  );
}

/** A labeled time. Errors are shown on blur. */
export function TimeField({
  label,
  hint,
  error,
  className,
  onChange,
  ...input
}: TimeInputProps & Pick<FieldProps, 'label' | 'hint' | 'error'>) {
  // Text restored from an earlier visit counts as left.
  const [left, setLeft] = useState(true);
  const fault = left ? timeFault(input.value) : undefined;
  return (
    <Field label={label} hint={hint} error={fault ?? error}>
      <TimeInput
        {...input}
        className={className}
        onChange={(value) => {
          setLeft(false);
          onChange(value);
        }}
        onLeave={() => setLeft(true)}
      />
    </Field>
  );
}

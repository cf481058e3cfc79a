import { type Ref, useState } from 'react';
import { cn } from '@/lib/cn';
import { writes24Hours } from '@/lib/hours';
import { Field, type FieldProps } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { isTime, timeFault, typedOfValue, valueOfTyped } from './typed-time';

export interface TimeInputProps {
  ref?: Ref<HTMLInputElement>;
  name: string;
  /** "14:30", empty, or what was typed where no time can be read in it (typed-time.ts). */
  value: string;
  onChange: (value: string) => void;
  /** The field was left, or Enter pressed. */
  onLeave?: (value: string) => void;
  className?: string | undefined;
  'aria-label'?: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

/** A time that is typed as people write it, and shown by the business's clock. Browsers would show it by their own. */
export function TimeInput({ value, onChange, onLeave, className, ...input }: TimeInputProps) {
  const [typed, setTyped] = useState(() => typedOfValue(value));
  // A value that was put in its place is not what was typed.
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
      // A time that was filled in gives way to the one that is typed; one that cannot be read is added to.
      onClick={({ currentTarget }) => isTime(value) && currentTarget.select()}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  );
}

/** A time with its label. A fault is shown once the field is left. */
export function TimeField({
  label,
  hint,
  error,
  className,
  onChange,
  ...input
}: TimeInputProps & Pick<FieldProps, 'label' | 'hint' | 'error'>) {
  // What was kept from an earlier visit was left then.
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

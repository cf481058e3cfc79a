import { type Ref, useState } from 'react';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
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
  const format = useFormat();
  const [typed, setTyped] = useState(() => typedOfValue(format, value));
  // The last complete time, which determines the half of the day of a typed "4:30".
  const [last, setLast] = useState(value);
  // Drop the typed text when the value changes from outside.
  const isTyped = valueOfTyped(format, typed, last) === value;
  const shown = isTyped ? typed : typedOfValue(format, value);
  const before = isTyped || !isTime(value) ? last : value;
  const settle = () => {
    setTyped(typedOfValue(format, value));
    if (isTime(value)) setLast(value);
    onLeave?.(value);
  };
  return (
    <Input
      placeholder={format.timeFormat === '24h' ? 'HH:MM' : 'H:MM AM/PM'}
      autoComplete="off"
      spellCheck={false}
      maxLength={20}
      // 24-hour times such as "1430" only need digits; "PM" needs letters.
      inputMode={format.timeFormat === '24h' ? 'numeric' : 'text'}
      {...input}
      className={cn('tabular', className)}
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value);
        setLast(before);
        onChange(valueOfTyped(format, target.value, before));
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
  const format = useFormat();
  // Initially true, so that text restored from an earlier visit is checked right away.
  const [left, setLeft] = useState(true);
  const fault = left ? timeFault(format, input.value) : undefined;
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

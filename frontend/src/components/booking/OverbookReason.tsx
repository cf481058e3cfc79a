import type { Ref } from 'react';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';

export interface OverbookReasonProps {
  value: string;
  error: string | undefined;
  hint?: string;
  /** False if the reason is only needed later, for a booking. */
  required?: boolean;
  ref?: Ref<HTMLInputElement>;
  onChange: (reason: string) => void;
}

/** Field for the reason of overbooking (L10). */
export function OverbookReason({
  value,
  error,
  hint = 'Required to overbook. Only your team sees this.',
  required = true,
  ref,
  onChange,
}: OverbookReasonProps) {
  return (
    <Field label="Where will the missing letters come from?" error={error} hint={hint} required={required}>
      <Input
        ref={ref}
        name="overbookReason"
        value={value}
        maxLength={300}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

import type { Ref } from 'react';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';

export interface OverbookReasonProps {
  value: string;
  error: string | undefined;
  hint?: string;
  /** False where it is needed for a booking and not for what is written now. */
  required?: boolean;
  ref?: Ref<HTMLInputElement>;
  onChange: (reason: string) => void;
}

/** Asks why more letters are promised than are there (L10). */
export function OverbookReason({
  value,
  error,
  hint = 'Needed to book over the stock. Only you see it.',
  required = true,
  ref,
  onChange,
}: OverbookReasonProps) {
  return (
    <Field label="Where do the missing letters come from?" error={error} hint={hint} required={required}>
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

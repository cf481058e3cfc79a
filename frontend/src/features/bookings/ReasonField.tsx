import { Field } from '@/ui/Field';
import { Textarea } from '@/ui/Input';

interface ReasonFieldProps {
  hint: string;
  value: string;
  onChange: (reason: string) => void;
}

/** Text field for the reason of a cancellation. */
export function ReasonField({ hint, value, onChange }: ReasonFieldProps) {
  return (
    <Field label="Reason (Optional)" hint={hint}>
      <Textarea rows={2} maxLength={500} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

import { Field } from '@/ui/Field';
import { PriceInput } from '@/ui/Input';

interface RepairCostProps {
  value: string;
  error: string | undefined;
  onChange: (cost: string) => void;
}

/** Asks what a repair costs. */
export function RepairCost({ value, error, onChange }: RepairCostProps) {
  return (
    <Field label="Cost of the repair (Optional)" error={error}>
      <PriceInput value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

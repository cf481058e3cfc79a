import { Field } from '@/ui/Field';
import { PriceInput } from '@/ui/Input';

interface RepairCostProps {
  value: string;
  error: string | undefined;
  onChange: (cost: string) => void;
}

/** Field for the cost of a repair. */
export function RepairCost({ value, error, onChange }: RepairCostProps) {
  return (
    <Field label="Repair Cost (Optional)" error={error}>
      <PriceInput value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

import { useBookingRules, useSaveBookingRules } from '@/api/booking-rules';
import { sentenceOf } from '@/api/errors';
import { useCan } from '@/api/rights';
import { Field } from '@/ui/Field';
import { Select } from '@/ui/Input';

const PERIODS = [
  ['', 'Never'],
  ['12', 'After 1 year'],
  ['24', 'After 2 years'],
  ['36', 'After 3 years'],
  ['60', 'After 5 years'],
] as const;

/** When new gift cards and credits expire: saved as soon as it is chosen. */
export function Validity() {
  const changes = useCan('changeSettings');
  const { data: rules } = useBookingRules();
  const save = useSaveBookingRules();
  if (rules === undefined || !changes) return null;
  const months = String(rules.giftCardMonths ?? '');
  const options = PERIODS.some(([value]) => value === months)
    ? PERIODS
    : ([...PERIODS, [months, `After ${months} months`]] as const);
  return (
    <Field
      className="max-w-sm"
      label="New Gift Cards Expire"
      hint="Check which period the law of your place allows."
      error={save.error === null ? undefined : sentenceOf(save.error)}
    >
      <Select
        value={months}
        disabled={save.isPending}
        onChange={({ target }) =>
          save.mutate({ giftCardMonths: target.value === '' ? null : Number(target.value) })
        }
      >
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

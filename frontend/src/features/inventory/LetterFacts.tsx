import type { UseFormReturn } from 'react-hook-form';
import type { InventoryItem } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { measuresOf, shownIn, unitOf } from '@/lib/measures';
import { NumberField, PriceField, TextField } from '@/ui/FormField';
import type { LetterForm, LetterInput } from './schema';

export interface LetterFactsProps {
  form: UseFormReturn<LetterForm, unknown, LetterInput>;
  /** The saved letter; null for a new one, which has no estimates yet. */
  item: InventoryItem | null;
  money: boolean;
}

const measures = [
  { name: 'widthInches', label: 'Width', kind: 'length', step: 'any' },
  { name: 'depthInches', label: 'Depth', kind: 'length', step: 'any' },
  { name: 'weightPounds', label: 'Weight', kind: 'weight', step: 'any' },
  { name: 'bulbs', label: 'Bulbs', kind: null, step: '1' },
  { name: 'watts', label: 'Watts', kind: null, step: 'any' },
] as const;
const worths = [
  { name: 'cost', label: 'Cost', hint: 'What you paid per letter.' },
  {
    name: 'replacementPrice',
    label: 'Replacement Price',
    hint: 'What you charge for a lost or broken letter.',
  },
] as const;

/**
 * Optional measurements, power and value of a letter. Empty measurements are estimated from the letter's
 * shape.
 */
export function LetterFacts({ form, item, money }: LetterFactsProps) {
  const { errors } = form.formState;
  const units = measuresOf(useSignedInUser());
  return (
    <details
      className="rounded-md border border-line bg-surface"
      // Expand the section if it contains an error.
      {...([...measures, ...worths].some(({ name }) => errors[name] !== undefined) ? { open: true } : {})}
    >
      <summary className="cursor-pointer px-3 py-2.5 font-medium text-sm">Measurements and value</summary>
      <div className="grid gap-4 px-3 pb-4">
        <p className="text-faint text-sm">
          All optional. If you leave a measurement empty, we'll estimate it from the letter's shape.
        </p>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-5">
          {measures.map(({ name, label, kind, step }) => {
            const estimate = item?.estimated.includes(name)
              ? String(kind === null ? item[name] : shownIn(kind, units, item[name]))
              : null;
            return (
              <NumberField
                key={name}
                form={form}
                name={name}
                label={kind === null ? label : `${label} (${unitOf(kind, units)})`}
                hint={estimate === null ? undefined : `Estimate: ${estimate}`}
                inputMode="decimal"
                step={step}
                placeholder={estimate ?? ''}
              />
            );
          })}
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            form={form}
            name="slot"
            label="Storage Slot"
            hint="Where you store this letter."
            autoComplete="off"
            maxLength={40}
          />
          {money
            ? worths.map(({ name, label, hint }) => (
                <PriceField key={name} form={form} name={name} label={label} hint={hint} />
              ))
            : null}
        </div>
      </div>
    </details>
  );
}

import type { ReactNode } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Amount } from '@/components/Amount';
import { RowList } from '@/components/RowList';
import { type Measures, shownIn, unitOf } from '@/lib/measures';
import { Input } from '@/ui/Input';
import { heightIn, type PriceListForm } from './price-list-form';
import { ListError } from './Rates';

interface ListProps {
  form: UseFormReturn<PriceListForm>;
  /** The reason why a row cannot be removed, with links; replaces the list's error. */
  blocked: ReactNode;
}

/** Letter sizes with their heights and prices. */
export function SizeRows({
  form,
  blocked,
  sign,
  unit,
  measures,
}: ListProps & { sign: string; unit: string; measures: Measures }) {
  const rows = useFieldArray({ control: form.control, name: 'sizes', keyName: 'key' });
  const { errors } = form.formState;
  /** Fill in an empty height from a name such as "3ft". */
  const guessHeight = (index: number) => {
    const height = heightIn(form.getValues(`sizes.${index}.label`));
    if (height !== null && Number.isNaN(form.getValues(`sizes.${index}.heightInches`))) {
      const shown = measures === 'us' ? height : Math.round(shownIn('length', measures, height));
      form.setValue(`sizes.${index}.heightInches`, shown, { shouldDirty: true });
    }
  };
  return (
    <RowList
      legend="Sizes"
      hint="The price per letter. Customers choose one of these sizes."
      rows={rows.fields}
      noun="size"
      faultOf={(index) => {
        const faults = errors.sizes?.[index];
        return faults?.label?.message ?? faults?.heightInches?.message ?? faults?.price?.message;
      }}
      isKept={() => rows.fields.length === 1}
      onRemove={rows.remove}
      error={blocked ?? <ListError form={form} name="sizes" />}
      addLabel="Add Size"
      onAdd={() =>
        rows.append(
          { code: '', label: '', price: Number.NaN, heightInches: Number.NaN },
          { focusName: `sizes.${rows.fields.length}.label` },
        )
      }
      columns="grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.25rem] sm:grid-cols-[minmax(0,1fr)_8.5rem_11rem_2.25rem]"
      removeClass="max-sm:col-start-3 max-sm:row-start-1"
    >
      {(index, called, mark) => {
        const faults = errors.sizes?.[index];
        return (
          <>
            <Input
              aria-label={`Name of ${called}`}
              maxLength={40}
              placeholder="3ft"
              {...mark(faults?.label !== undefined)}
              {...form.register(`sizes.${index}.label`, { onBlur: () => guessHeight(index) })}
            />
            <Amount
              after={unitOf('length', measures)}
              step="any"
              aria-label={`Height of ${called} in ${measures === 'us' ? 'inches' : 'centimeters'}`}
              {...mark(faults?.heightInches !== undefined)}
              {...form.register(`sizes.${index}.heightInches`, { valueAsNumber: true })}
            />
            <div className="max-sm:col-span-2 max-sm:row-start-2">
              <Amount
                before={sign}
                after={unit}
                aria-label={`Price of ${called}`}
                {...mark(faults?.price !== undefined)}
                {...form.register(`sizes.${index}.price`, { valueAsNumber: true })}
              />
            </div>
          </>
        );
      }}
    </RowList>
  );
}

/** Finishes by which letters are counted. The first is the default for letters without a finish. */
export function FinishRows({ form, blocked }: ListProps) {
  const rows = useFieldArray({ control: form.control, name: 'finishes', keyName: 'key' });
  const faultOf = (index: number) => form.formState.errors.finishes?.[index]?.label?.message;
  return (
    <RowList
      legend="Finishes"
      hint="For example warm white, RGB or neon. Letters are counted by finish. Customers can choose if you have more than one; the first is the default."
      rows={rows.fields}
      noun="finish"
      faultOf={faultOf}
      isKept={(index) => index === 0}
      onRemove={rows.remove}
      error={blocked ?? <ListError form={form} name="finishes" />}
      addLabel="Add Finish"
      onAdd={() =>
        rows.append({ code: '', label: '' }, { focusName: `finishes.${rows.fields.length}.label` })
      }
      columns="grid-cols-[minmax(0,1fr)_2.25rem]"
      className="sm:max-w-md"
    >
      {(index, called, mark) => (
        <Input
          aria-label={`Name of ${called}`}
          maxLength={40}
          {...mark(faultOf(index) !== undefined)}
          {...form.register(`finishes.${index}.label`)}
        />
      )}
    </RowList>
  );
}

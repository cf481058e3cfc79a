import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Amount, AmountField } from '@/components/Amount';
import { RowList } from '@/components/RowList';
import { FormError } from '@/ui/FormError';
import { faultOf } from '@/ui/FormField';
import { Input } from '@/ui/Input';
import type { PriceListForm, RateList } from './price-list-form';
import { Swatch } from './Swatch';

type Form = UseFormReturn<PriceListForm>;

/** The error of a whole list, from the server or the form. */
export function ListError({ form, name }: { form: Form; name: RateList }) {
  return <FormError message={faultOf(form, name)} />;
}

export interface FixedRatesProps {
  form: Form;
  name: 'difficulties';
  sign: string;
  /** The unit of a price: "per letter and day". */
  unit: string;
}

/** Prices of a fixed set of rows. */
export function FixedRates({ form, name, sign, unit }: FixedRatesProps) {
  return (
    <div className="grid gap-4">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {form.getValues(name).map(({ code, label }, index) => (
          <AmountField
            key={code}
            form={form}
            name={`${name}.${index}.price`}
            label={label}
            before={sign}
            after={unit}
          />
        ))}
      </div>
      <ListError form={form} name={name} />
    </div>
  );
}

export interface OpenRatesProps {
  form: Form;
  name: 'colors' | 'addOns';
  legend: string;
  hint: string;
  /** "color" */
  noun: string;
  addLabel: string;
  sign: string;
  unit: string;
  /** The code of a row that cannot be removed. */
  kept?: string;
}

const empty = { code: '', label: '', price: 0 };
const newRow = { colors: { ...empty, swatch: null }, addOns: { ...empty, isStand: false } };

/** Prices of rows that the operator names, adds and removes. */
export function OpenRates({ form, name, legend, hint, noun, addLabel, sign, unit, kept }: OpenRatesProps) {
  const rows = useFieldArray({ control: form.control, name, keyName: 'key' });
  const { errors } = form.formState;
  return (
    <RowList
      legend={legend}
      hint={hint}
      rows={rows.fields}
      noun={noun}
      faultOf={(index) => {
        const faults = errors[name]?.[index];
        return faults?.label?.message ?? faults?.price?.message;
      }}
      isKept={(index) => rows.fields[index]?.code === kept}
      onRemove={rows.remove}
      error={<ListError form={form} name={name} />}
      addLabel={addLabel}
      onAdd={() => rows.append(newRow[name], { focusName: `${name}.${rows.fields.length}.label` })}
      columns="grid-cols-[minmax(0,1fr)_2.25rem] sm:grid-cols-[minmax(0,1fr)_12rem_2.25rem]"
      removeClass="max-sm:row-start-1 max-sm:col-start-2"
    >
      {(index, called, mark) => {
        const faults = errors[name]?.[index];
        return (
          <>
            <span className="flex min-w-0 items-center gap-2">
              {name === 'colors' ? <Swatch form={form} index={index} called={called} /> : null}
              <Input
                aria-label={`Name of ${called}`}
                maxLength={40}
                {...mark(faults?.label !== undefined)}
                {...form.register(`${name}.${index}.label`)}
              />
            </span>
            <div className="max-sm:col-start-1">
              <Amount
                before={sign}
                after={unit}
                aria-label={`Price of ${called}`}
                {...mark(faults?.price !== undefined)}
                {...form.register(`${name}.${index}.price`, { valueAsNumber: true })}
              />
            </div>
            {name === 'addOns' ? (
              <label className="flex items-center gap-2 text-soft text-sm cursor-pointer max-sm:col-start-1 sm:order-last sm:col-span-full">
                <input
                  type="checkbox"
                  className="size-4 shrink-0 cursor-pointer accent-action"
                  aria-label={`${called} is a floor stand`}
                  {...form.register(`${name}.${index}.isStand`)}
                />
                One floor stand per letter, included on the load list
              </label>
            ) : null}
          </>
        );
      }}
    </RowList>
  );
}

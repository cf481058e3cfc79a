import { Plus, Trash2 } from 'lucide-react';
import { type FieldErrors, type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { Amount } from './Amount';
import type { PriceListForm, RateList } from './price-list-form';
import { Swatch } from './Swatch';

type Form = UseFormReturn<PriceListForm>;

/** The error in a list as a whole, from the server or the form. */
function listError(errors: FieldErrors<PriceListForm>, name: RateList): string | undefined {
  const fault = errors[name];
  return fault?.root?.message ?? (typeof fault?.message === 'string' ? fault.message : undefined);
}

export function ListError({ form, name }: { form: Form; name: RateList }) {
  const sentence = listError(form.formState.errors, name);
  return sentence === undefined ? null : (
    <p role="alert" className="text-danger text-sm">
      {sentence}
    </p>
  );
}

export interface FixedRatesProps {
  form: Form;
  name: 'difficulties';
  sign: string;
  /** What a price is for: "per letter and day". */
  unit: string;
}

/** Prices of rows that are always there. */
export function FixedRates({ form, name, sign, unit }: FixedRatesProps) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-4">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {form.getValues(name).map(({ code, label }, index) => (
          <Field key={code} label={label} error={errors[name]?.[index]?.price?.message}>
            <Amount
              before={sign}
              after={unit}
              {...form.register(`${name}.${index}.price`, { valueAsNumber: true })}
            />
          </Field>
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
  /** The code of the row that cannot be taken out. */
  kept?: string;
}

export const mostRows = 20;
const newRow = { code: '', label: '', price: 0 };

/** Prices of rows that an operator names, adds and takes out. */
export function OpenRates({ form, name, legend, hint, noun, addLabel, sign, unit, kept }: OpenRatesProps) {
  const rows = useFieldArray({ control: form.control, name, keyName: 'key' });
  const { errors } = form.formState;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="font-medium text-sm">{legend}</legend>
      <p className="text-faint text-sm">{hint}</p>
      {rows.fields.length === 0 ? null : (
        <ul className="grid gap-3">
          {rows.fields.map((row, index) => {
            const faults = errors[name]?.[index];
            const fault = faults?.label?.message ?? faults?.price?.message;
            const note = `${row.key}-note`;
            const marks = (wrong: boolean) =>
              wrong ? { 'aria-invalid': true, 'aria-describedby': note } : {};
            const called = `${noun} ${index + 1}`;
            return (
              <li key={row.key} className="grid gap-1.5">
                <div className="grid grid-cols-[minmax(0,1fr)_2.25rem] items-center gap-2 sm:grid-cols-[minmax(0,1fr)_12rem_2.25rem]">
                  <span className="flex min-w-0 items-center gap-2">
                    {name === 'colors' ? <Swatch form={form} index={index} called={called} /> : null}
                    <Input
                      aria-label={`Name of ${called}`}
                      maxLength={40}
                      {...marks(faults?.label !== undefined)}
                      {...form.register(`${name}.${index}.label`)}
                    />
                  </span>
                  <div className="max-sm:col-start-1">
                    <Amount
                      before={sign}
                      after={unit}
                      aria-label={`Price of ${called}`}
                      {...marks(faults?.price !== undefined)}
                      {...form.register(`${name}.${index}.price`, { valueAsNumber: true })}
                    />
                  </div>
                  {row.code === kept ? null : (
                    <Button
                      kind="quiet"
                      size="icon"
                      aria-label={`Remove ${called}`}
                      onClick={() => rows.remove(index)}
                      className="text-soft max-sm:row-start-1 max-sm:col-start-2"
                    >
                      <Trash2 aria-hidden="true" />
                    </Button>
                  )}
                </div>
                {fault === undefined ? null : (
                  <p id={note} className="text-danger text-sm">
                    {fault}
                  </p>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <ListError form={form} name={name} />
      {rows.fields.length >= mostRows ? null : (
        <Button
          kind="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() =>
            rows.append(name === 'colors' ? ({ ...newRow, swatch: null } as typeof newRow) : newRow, {
              focusName: `${name}.${rows.fields.length}.label`,
            })
          }
        >
          <Plus aria-hidden="true" />
          {addLabel}
        </Button>
      )}
    </fieldset>
  );
}

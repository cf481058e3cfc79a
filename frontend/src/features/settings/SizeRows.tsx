import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/Input';
import { Amount } from './Amount';
import { heightIn, type PriceListForm } from './price-list-form';
import { ListError, mostRows } from './Rates';

interface ListProps {
  form: UseFormReturn<PriceListForm>;
  /** What prevents a row from being removed, with links; shown in place of the list's error. */
  blocked: ReactNode;
}

/** The sizes of letters with their height and price. */
export function SizeRows({ form, blocked, sign, unit }: ListProps & { sign: string; unit: string }) {
  const rows = useFieldArray({ control: form.control, name: 'sizes', keyName: 'key' });
  const { errors } = form.formState;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="font-medium text-sm">Sizes</legend>
      <p className="text-faint text-sm">The price of one letter. Customers choose among these sizes.</p>
      <ul className="grid gap-3">
        {rows.fields.map((row, index) => {
          const faults = errors.sizes?.[index];
          const fault = faults?.label?.message ?? faults?.heightInches?.message ?? faults?.price?.message;
          const note = `${row.key}-note`;
          const marks = (wrong: boolean) => (wrong ? { 'aria-invalid': true, 'aria-describedby': note } : {});
          const called = `size ${index + 1}`;
          return (
            <li key={row.key} className="grid gap-1.5">
              <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.25rem] items-center gap-2 sm:grid-cols-[minmax(0,1fr)_8.5rem_11rem_2.25rem]">
                <Input
                  aria-label={`Name of ${called}`}
                  maxLength={40}
                  placeholder="3ft"
                  {...marks(faults?.label !== undefined)}
                  {...form.register(`sizes.${index}.label`, {
                    onBlur: () => {
                      const height = heightIn(form.getValues(`sizes.${index}.label`));
                      if (height !== null && Number.isNaN(form.getValues(`sizes.${index}.heightInches`))) {
                        form.setValue(`sizes.${index}.heightInches`, height, { shouldDirty: true });
                      }
                    },
                  })}
                />
                <Amount
                  after="in"
                  step="any"
                  aria-label={`Height of ${called} in inches`}
                  {...marks(faults?.heightInches !== undefined)}
                  {...form.register(`sizes.${index}.heightInches`, { valueAsNumber: true })}
                />
                <div className="max-sm:col-span-2 max-sm:row-start-2">
                  <Amount
                    before={sign}
                    after={unit}
                    aria-label={`Price of ${called}`}
                    {...marks(faults?.price !== undefined)}
                    {...form.register(`sizes.${index}.price`, { valueAsNumber: true })}
                  />
                </div>
                {rows.fields.length === 1 ? null : (
                  <Button
                    kind="quiet"
                    size="icon"
                    aria-label={`Remove ${called}`}
                    onClick={() => rows.remove(index)}
                    className="text-soft max-sm:col-start-3 max-sm:row-start-1"
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
      {blocked ?? <ListError form={form} name="sizes" />}
      {rows.fields.length >= mostRows ? null : (
        <Button
          kind="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() =>
            rows.append(
              { code: '', label: '', price: Number.NaN, heightInches: Number.NaN },
              { focusName: `sizes.${rows.fields.length}.label` },
            )
          }
        >
          <Plus aria-hidden="true" />
          Add Size
        </Button>
      )}
    </fieldset>
  );
}

/** The finishes that letters are counted by. The first is that of letters of which nothing else is said. */
export function FinishRows({ form, blocked }: ListProps) {
  const rows = useFieldArray({ control: form.control, name: 'finishes', keyName: 'key' });
  const { errors } = form.formState;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="font-medium text-sm">Finishes</legend>
      <p className="text-faint text-sm">
        Warm white, RGB or neon, for example. Letters are counted by finish, and customers choose one where
        you own more than one. The first is the usual one.
      </p>
      <ul className="grid gap-3 sm:max-w-md">
        {rows.fields.map((row, index) => {
          const fault = errors.finishes?.[index]?.label?.message;
          const note = `${row.key}-note`;
          return (
            <li key={row.key} className="grid gap-1.5">
              <div className="grid grid-cols-[minmax(0,1fr)_2.25rem] items-center gap-2">
                <Input
                  aria-label={`Name of finish ${index + 1}`}
                  maxLength={40}
                  {...(fault === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': note })}
                  {...form.register(`finishes.${index}.label`)}
                />
                {index === 0 ? null : (
                  <Button
                    kind="quiet"
                    size="icon"
                    aria-label={`Remove finish ${index + 1}`}
                    onClick={() => rows.remove(index)}
                    className="text-soft"
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
      {blocked ?? <ListError form={form} name="finishes" />}
      {rows.fields.length >= mostRows ? null : (
        <Button
          kind="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() =>
            rows.append({ code: '', label: '' }, { focusName: `finishes.${rows.fields.length}.label` })
          }
        >
          <Plus aria-hidden="true" />
          Add Finish
        </Button>
      )}
    </fieldset>
  );
}

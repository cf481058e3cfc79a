import { Plus, Trash2 } from 'lucide-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import type { Item } from '@/api/types';
import { Button } from '@/ui/Button';
import { FormError } from '@/ui/FormError';
import { asNumber, CountField, faultOf, SelectField, TextField } from '@/ui/FormField';
import { Options } from '@/ui/Input';
import { blank, type LetterDefaults, type PackageForm, type PackageTyped } from './schema';

interface Choice {
  code: string;
  label: string;
}

/** Options for lines of letters. */
export interface Offer {
  sizes: readonly Choice[];
  finishes: readonly Choice[];
  colors: readonly Choice[];
}

export interface PackageLinesProps {
  form: UseFormReturn<PackageForm, unknown, PackageTyped>;
  items: readonly Item[];
  offer: Offer;
  defaults: LetterDefaults;
}

const mostLines = 20;

/** The lines of a package: letters, which may contain blanks, and items. */
export function PackageLines({ form, items, offer, defaults }: PackageLinesProps) {
  const rows = useFieldArray({ control: form.control, name: 'lines', keyName: 'key' });
  const add = (line: PackageForm['lines'][number], field: string) =>
    rows.append(line, { focusName: `lines.${rows.fields.length}.${field}` });
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1 font-medium text-sm">Lines</legend>
      <p className="text-faint text-sm">
        Write {blank} as a placeholder for the customer's own word, for example “{blank} & {blank}”.
      </p>
      <ol className="grid gap-3">
        {rows.fields.map((row, index) => (
          <li
            key={row.key}
            className="relative grid gap-3 rounded-lg border border-line bg-surface p-3 pr-12 sm:pr-14"
          >
            {row.kind === 'letters' ? (
              <LettersRow form={form} index={index} offer={offer} />
            ) : (
              <ItemRow form={form} index={index} items={items} />
            )}
            <Button
              kind="quiet"
              size="icon"
              aria-label={`Remove line ${index + 1}`}
              className="absolute top-2 right-2 text-soft"
              onClick={() => rows.remove(index)}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ol>
      <FormError message={faultOf(form, 'lines')} />
      {rows.fields.length >= mostLines ? null : (
        <div className="flex flex-wrap gap-2">
          <Button
            kind="secondary"
            size="sm"
            onClick={() => add({ kind: 'letters', text: '', ...defaults }, 'text')}
          >
            <Plus aria-hidden="true" />
            Add Letters
          </Button>
          <Button
            kind="secondary"
            size="sm"
            disabled={items.length === 0}
            onClick={() => add({ kind: 'item', itemId: items[0]?.id ?? 0, quantity: 1 }, 'itemId')}
          >
            <Plus aria-hidden="true" />
            Add Item
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type RowProps = Pick<PackageLinesProps, 'form'> & { index: number };

function LettersRow({ form, index, offer }: RowProps & { offer: Offer }) {
  const putBlank = () => {
    const before = form.getValues(`lines.${index}.text`).trimEnd();
    form.setValue(`lines.${index}.text`, before === '' ? blank : `${before} ${blank}`, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
    form.setFocus(`lines.${index}.text`);
  };
  const choices = [
    { name: 'size', label: 'Size', rows: offer.sizes },
    ...(offer.finishes.length > 1
      ? [{ name: 'finish', label: 'Finish', rows: offer.finishes } as const]
      : []),
    ...(offer.colors.length > 1
      ? [{ name: 'colorOption', label: 'Color', rows: offer.colors } as const]
      : []),
  ] as const;
  return (
    <>
      <div className="grid items-start gap-x-2 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          form={form}
          name={`lines.${index}.text`}
          label="Letters"
          required
          autoComplete="off"
          className="font-semibold"
        />
        <Button kind="secondary" className="justify-self-start sm:mt-6.5" onClick={putBlank}>
          Insert Blank
        </Button>
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        {choices.map(({ name, label, rows }) => (
          <SelectField key={name} form={form} name={`lines.${index}.${name}`} label={label}>
            <Options of={rows.map((row) => [row.code, row.label])} />
          </SelectField>
        ))}
      </div>
    </>
  );
}

function ItemRow({ form, index, items }: RowProps & { items: readonly Item[] }) {
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_7rem]">
      <SelectField form={form} name={`lines.${index}.itemId`} label="Item" required options={asNumber}>
        <Options of={items.map(({ id, name }) => [id, name])} />
      </SelectField>
      <CountField form={form} name={`lines.${index}.quantity`} label="Quantity" required min={1} />
    </div>
  );
}

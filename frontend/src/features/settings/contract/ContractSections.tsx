import { ArrowDown, ArrowUp } from 'lucide-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { useBusinessDetails } from '@/api/business';
import { FramedList, RemoveRow } from '@/components/RowList';
import { Button } from '@/ui/Button';
import { FormCheckbox, faultOf, LongTextField, SelectField, TextField } from '@/ui/FormField';
import { type ContractForm, conditionNames, MOST_SECTIONS } from './contract-form';

interface SectionsProps {
  form: UseFormReturn<ContractForm>;
}

/** The sections of the contract, in their order. */
export function ContractSections({ form }: SectionsProps) {
  const rows = useFieldArray({ control: form.control, name: 'sections', keyName: 'key' });
  return (
    <div className="grid gap-5">
      <Fields />
      <FramedList
        legend="Sections"
        rows={rows.fields}
        noun="section"
        fault={faultOf(form, 'sections')}
        most={MOST_SECTIONS}
        addLabel="Add Section"
        onAdd={() =>
          rows.append(
            { title: '', text: '', when: '', initials: false },
            { focusName: `sections.${rows.fields.length}.title` },
          )
        }
      >
        {(index, called) => (
          <>
            <TextField form={form} name={`sections.${index}.title`} label="Title" maxLength={100} />
            <div className="flex items-center justify-end gap-1 max-sm:order-last sm:pt-5">
              <Button
                kind="quiet"
                size="icon"
                aria-label={`Move ${called} up`}
                disabled={index === 0}
                onClick={() => rows.move(index, index - 1)}
              >
                <ArrowUp aria-hidden="true" />
              </Button>
              <Button
                kind="quiet"
                size="icon"
                aria-label={`Move ${called} down`}
                disabled={index === rows.fields.length - 1}
                onClick={() => rows.move(index, index + 1)}
              >
                <ArrowDown aria-hidden="true" />
              </Button>
              <RemoveRow called={called} onClick={() => rows.remove(index)} />
            </div>
            <LongTextField
              form={form}
              name={`sections.${index}.text`}
              label="Text"
              fieldClassName="sm:col-span-2"
              rows={4}
            />
            <SelectField form={form} name={`sections.${index}.when`} label="Included">
              {Object.entries(conditionNames).map(([when, name]) => (
                <option key={when} value={when}>
                  {name}
                </option>
              ))}
            </SelectField>
            <div className="sm:self-end sm:pb-2">
              <FormCheckbox
                form={form}
                name={`sections.${index}.initials`}
                label="Signers put their initials here"
              />
            </div>
          </>
        )}
      </FramedList>
    </div>
  );
}

/** The fields that the text can have, with their meanings. */
function Fields() {
  const { data } = useBusinessDetails();
  if (data === undefined) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer rounded-sm text-link">Fields You Can Use</summary>
      <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
        {data.termsFields.map(({ name, meaning }) => (
          <div key={name} className="contents">
            <dt className="font-mono">{`{${name}}`}</dt>
            <dd className="text-soft max-sm:mb-1">{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { SelectField } from '@/ui/FormField';

const CODES =
  'AT AU BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL NZ PL PT RO SE SI SK US';
const regions = new Intl.DisplayNames('en-US', { type: 'region' });
const nameOf = (code: string) => regions.of(code) ?? code;

interface CountryFieldProps<Fields extends FieldValues, Output> {
  form: UseFormReturn<Fields, unknown, Output>;
  name: FieldPath<Fields>;
}

/** The country whose rules documents follow: those with rules of their own, and the current one. */
export function CountryField<Fields extends FieldValues, Output>({
  form,
  name,
}: CountryFieldProps<Fields, Output>) {
  const current = String(form.formState.defaultValues?.[name] ?? '');
  const codes = [...new Set([...CODES.split(' '), current])].filter((code) => code !== '');
  const named = codes.map((code) => [code, nameOf(code)] as const);
  return (
    <SelectField
      form={form}
      name={name}
      label="Country of Your Documents"
      hint="Sets the tax name and required text on invoices."
    >
      {current === '' ? <option value="">Not set</option> : null}
      {named
        .toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))
        .map(([code, title]) => (
          <option key={code} value={code}>
            {title}
          </option>
        ))}
    </SelectField>
  );
}

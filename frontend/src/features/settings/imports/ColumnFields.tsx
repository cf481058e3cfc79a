import type { FileOut } from '@/api/imports';
import { Field } from '@/ui/Field';
import { Options, Select } from '@/ui/Input';
import { fieldNames } from './import-fields';

interface ColumnFieldsProps {
  columns: FileOut['columns'];
  fields: FileOut['fields'];
  disabled: boolean;
  onChange: (column: string, field: string | null) => void;
}

/** The file's columns, each with a choice of the field that it fills. */
export function ColumnFields({ columns, fields, disabled, onChange }: ColumnFieldsProps) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 font-medium text-sm">Columns</legend>
      {columns.map(({ name, field }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several columns may have the same name, and their order is fixed.
        <Field key={`${at} ${name}`} label={name === '' ? `Column ${at + 1}` : name}>
          <Select
            value={field ?? ''}
            disabled={disabled}
            onChange={(event) => onChange(name, event.target.value === '' ? null : event.target.value)}
          >
            <option value="">Don’t import</option>
            <Options of={fields.map((one) => [one, fieldNames[one] ?? one] as const)} />
          </Select>
        </Field>
      ))}
    </fieldset>
  );
}

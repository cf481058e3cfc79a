import { Controller, type FieldPathByValue, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { SwitchField } from './SwitchField';

interface FormSwitchProps<Fields extends FieldValues, Output> {
  form: UseFormReturn<Fields, unknown, Output>;
  name: FieldPathByValue<Fields, boolean>;
  label: string;
  hint: string;
}

/** Switch as a form field. */
export function FormSwitch<Fields extends FieldValues, Output>({
  form,
  name,
  ...words
}: FormSwitchProps<Fields, Output>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => <SwitchField {...words} checked={field.value} onChange={field.onChange} />}
    />
  );
}

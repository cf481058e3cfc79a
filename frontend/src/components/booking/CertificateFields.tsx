import type { FieldPath, FieldPathByValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { FormDay } from '@/components/FormDay';
import { TextField } from '@/ui/FormField';

interface CertificateFieldsProps<Fields extends FieldValues, Output> {
  form: UseFormReturn<Fields, unknown, Output>;
  today: string;
}

/** Fields of a sales tax exemption certificate: `certificate` and `expiresOn`, its last valid day. */
export function CertificateFields<Fields extends { certificate: string; expiresOn: string }, Output>({
  form,
  today,
}: CertificateFieldsProps<Fields, Output>) {
  return (
    <>
      <TextField
        form={form}
        name={'certificate' as FieldPath<Fields>}
        label="Certificate Number"
        maxLength={60}
      />
      <FormDay
        form={form}
        name={'expiresOn' as FieldPathByValue<Fields, string>}
        label="Valid Through (Optional)"
        hint="The last delivery day without tax. Leave empty if it doesn't expire."
        today={today}
      />
    </>
  );
}

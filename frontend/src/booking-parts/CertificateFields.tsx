import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { DayField } from './DayField';

interface CertificateFieldsProps {
  number: UseFormRegisterReturn;
  /** The day until which it holds, as typed. */
  expires: { name: string; value: string; onChange: (typed: string) => void };
  errors: { certificate?: { message?: string }; expiresOn?: { message?: string } };
  today: string;
}

/** The certificate of a customer who pays no sales tax. */
export function CertificateFields({ number, expires, errors, today }: CertificateFieldsProps) {
  return (
    <>
      <Field label="Certificate Number" error={errors.certificate?.message}>
        <Input maxLength={60} {...number} />
      </Field>
      <DayField
        label="Valid until"
        hint="The last delivery day without tax. Empty: it does not expire."
        name={expires.name}
        value={expires.value}
        onChange={expires.onChange}
        today={today}
        error={errors.expiresOn?.message}
      />
    </>
  );
}

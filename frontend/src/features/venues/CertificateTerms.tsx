import type { UseFormReturn } from 'react-hook-form';
import { WholeNumberField } from '@/components/Amount';
import { currencySign } from '@/lib/typed-amount';
import { LongTextField } from '@/ui/FormField';
import type { VenueForm } from './schema';

interface CertificateTermsProps<Output> {
  form: UseFormReturn<VenueForm, unknown, Output>;
  currency: string;
}

/** What the certificate of insurance that a venue requires has to cover and name. */
export function CertificateTerms<Output>({ form, currency }: CertificateTermsProps<Output>) {
  const sign = currencySign(currency);
  return (
    <>
      <WholeNumberField
        form={form}
        name="certificate.limits.eachOccurrence"
        label="Each Occurrence, at Least"
        before={sign}
        className=""
        fieldClassName="sm:col-span-3"
      />
      <WholeNumberField
        form={form}
        name="certificate.limits.aggregate"
        label="Aggregate, at Least"
        before={sign}
        className=""
        fieldClassName="sm:col-span-3"
      />
      <LongTextField
        form={form}
        name="certificate.holder"
        label="Certificate Holder"
        hint="Name and address, exactly as the venue wants them."
        fieldClassName="sm:col-span-3"
        rows={3}
        maxLength={1000}
      />
      <LongTextField
        form={form}
        name="certificate.additionalInsured"
        label="Additional Insured"
        hint="Who the policy has to name, in the venue's words."
        fieldClassName="sm:col-span-3"
        rows={3}
        maxLength={1000}
      />
    </>
  );
}

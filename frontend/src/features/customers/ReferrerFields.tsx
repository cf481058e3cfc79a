import type { UseFormReturn } from 'react-hook-form';
import { type Customer, useCustomer } from '@/api/customers';
import { usePartners } from '@/api/partners';
import { CustomerField } from '@/components/booking/CustomerField';
import { SelectField } from '@/ui/FormField';
import { Options } from '@/ui/Input';
import { type CustomerForm, referrers } from './customer';

interface ReferrerFieldsProps {
  form: UseFormReturn<CustomerForm, unknown, CustomerForm>;
  /** The customer as stored; null for a new one. */
  before: Customer | null;
}

/** The partner or the customer who referred a customer. */
export function ReferrerFields({ form, before }: ReferrerFieldsProps) {
  const partners = usePartners().data ?? [];
  const storedId = before?.referredBy?.customerId ?? null;
  const stored = useCustomer(storedId).data;
  const [referrer, chosenPartner, chosen, typed] = form.watch([
    'referrer',
    'referringPartner',
    'referringCustomer',
    'referringName',
  ]);
  const offered = partners.filter(({ id, active }) => active || String(id) === chosenPartner);
  const isStored = chosen !== null && chosen === storedId;
  const choose = (id: number | null, name: string) => {
    form.setValue('referringCustomer', id, { shouldDirty: true });
    form.setValue('referringName', name, { shouldDirty: true });
    form.clearErrors('referringName');
  };
  return (
    <>
      <SelectField form={form} name="referrer" label="Referred By">
        <Options of={referrers} />
      </SelectField>
      {referrer === 'partner' ? (
        <SelectField form={form} name="referringPartner" label="Partner" required>
          <option value="">Choose a partner</option>
          {offered.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : null}
      {referrer === 'customer' ? (
        <CustomerField
          label="Customer"
          name="referringName"
          value={isStored ? (stored?.name ?? '') : typed}
          hint="Type a name, an email address or a phone number."
          error={form.formState.errors.referringName?.message}
          required
          onChange={(name) => choose(null, name)}
          onChoose={({ id, name }) => choose(id, name)}
        />
      ) : null}
    </>
  );
}

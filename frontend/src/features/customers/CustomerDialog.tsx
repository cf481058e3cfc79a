import { useState } from 'react';
import { type Customer, useSaveCustomer } from '@/api/customers';
import { ApiError } from '@/api/errors';
import { useCan } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { CertificateFields } from '@/components/booking/CertificateFields';
import { useFormMutation } from '@/components/useServerForm';
import { dayIn } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { taxName } from '@/lib/tax-name';
import { FormDialog } from '@/ui/FormDialog';
import { LongTextField, SelectField, TextField, useCheckedForm } from '@/ui/FormField';
import { Options } from '@/ui/Input';
import { toast } from '@/ui/toast-store';
import { type CustomerForm, customerSchema, formOf, inputOf, kinds } from './customer';
import { ReferrerFields } from './ReferrerFields';

interface CustomerDialogProps {
  /** Null to add one. */
  customer: Customer | null;
  /** A typed name, address or number to start a new customer with. */
  typed?: string;
  onSaved?: (customer: Customer) => void;
  onClose: () => void;
}

/** Errors of parts of a list, such as `emails[1]`, at the field with all of them. */
const LISTS = ['emails', 'phones', 'tags'] as const;

/** Dialog that adds or edits a customer. Mounted while open. */
export function CustomerDialog({ customer, typed = '', onSaved, onClose }: CustomerDialogProps) {
  const format = useFormat();
  const user = useSignedInUser();
  const seesMoney = useCan('seeMoney');
  const [before] = useState(customer);
  const form = useCheckedForm(customerSchema(format), formOf(format, customer, typed));
  const { isDirty } = form.formState;
  const { send, failure, pending } = useFormMutation({
    form,
    save: useSaveCustomer(),
    onRefused: (error) => {
      if (!(error instanceof ApiError)) return false;
      const faults = Object.entries(error.fields).flatMap(([path, message]) => {
        const list = LISTS.find((name) => path.startsWith(name));
        const field = path.startsWith('taxExemption')
          ? path.split('.')[1]
          : path.startsWith('referredBy')
            ? form.getValues('referrer') === 'partner'
              ? 'referringPartner'
              : 'referringName'
            : list;
        return field === undefined ? [] : [[field as keyof CustomerForm, message] as const];
      });
      for (const [name, message] of faults) form.setError(name, { type: 'server', message });
      return faults.length > 0 && faults.length === Object.keys(error.fields).length;
    },
  });
  const save = form.handleSubmit((input) =>
    send({ id: before?.id ?? null, input: inputOf(format, input, before, seesMoney) }, (saved) => {
      toast({ title: before === null ? 'Customer added' : 'Customer saved', description: saved.name });
      onClose();
      onSaved?.(saved);
    }),
  );
  return (
    <FormDialog
      title={before === null ? 'Add Customer' : 'Edit Customer'}
      description={
        before === null
          ? undefined
          : 'Existing bookings keep the name and contact details they were made with.'
      }
      onClose={onClose}
      onSubmit={save}
      submitLabel={before === null ? 'Add Customer' : 'Save Changes'}
      pendingLabel="Saving..."
      error={failure}
      pending={pending}
      unsaved={isDirty}
      className="sm:max-w-2xl"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="name" label="Name" required maxLength={200} autoComplete="off" />
        <SelectField form={form} name="kind" label="Type">
          <Options of={kinds} />
        </SelectField>
        <LongTextField
          form={form}
          name="emails"
          label="Email Addresses"
          hint="One per line."
          rows={2}
          inputMode="email"
          autoComplete="off"
        />
        <LongTextField
          form={form}
          name="phones"
          label="Phone Numbers"
          hint="One per line. Extensions are fine: 914 555 0100 x2."
          rows={2}
          inputMode="tel"
          autoComplete="off"
        />
        <LongTextField form={form} name="address" label="Postal Address" rows={3} autoComplete="off" />
        <LongTextField form={form} name="notes" label="Notes" hint="Only your team sees this." rows={3} />
        <TextField
          form={form}
          name="tags"
          label="Tags"
          hint="Separate with commas: planner, repeat."
          autoComplete="off"
        />
        {seesMoney ? (
          <TextField
            form={form}
            name="discountPercent"
            label="Usual Discount (%)"
            hint="Applied to new quotes and to bookings you enter."
            inputMode="decimal"
            autoComplete="off"
          />
        ) : null}
        <ReferrerFields form={form} before={before} />
        <fieldset className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
          <legend className="mb-3 font-medium text-sm">{taxName(user)} Exemption</legend>
          <CertificateFields form={form} today={dayIn(user.timeZone ?? 'UTC', new Date())} />
        </fieldset>
      </div>
    </FormDialog>
  );
}

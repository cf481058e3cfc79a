import { zodResolver } from '@hookform/resolvers/zod';
import { Controller } from 'react-hook-form';
import { type BusinessDetails, useBusinessDetails, useSaveBusinessDetails } from '@/api/business';
import { changed } from '@/lib/keys';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { FormSwitch } from '@/ui/FormSwitch';
import { Input, Textarea } from '@/ui/Input';
import { WholeNumber } from './Amount';
import { businessSchema, detailsOf, formOf } from './business-form';
import { ClockCard } from './ClockCard';
import { CurrencyCard } from './CurrencyCard';
import { Loaded } from './Loaded';
import { LogoCard } from './LogoCard';
import { SaveBar } from './SaveBar';
import { TermsEditor } from './TermsEditor';
import { useSavedForm } from './useSavedForm';

/** The business's details as they appear on quotes, confirmations and invoices (D1 to D3). */
export function BusinessTab() {
  return (
    <div className="grid max-w-2xl gap-6">
      <ClockCard />
      <CurrencyCard />
      <Loaded read={useBusinessDetails()} what="Your business details">
        {(details) => <BusinessCards details={details} />}
      </Loaded>
    </div>
  );
}

function BusinessCards({ details }: { details: BusinessDetails }) {
  const { form, submit, failure, discard, dirty, pending } = useSavedForm({
    saved: details,
    formOf,
    resolver: zodResolver(businessSchema),
    changeOf: (input, saved) =>
      changed(detailsOf(input, details.defaultTerms), detailsOf(formOf(saved), details.defaultTerms)),
    save: useSaveBusinessDetails(),
    done: { title: 'Business details saved', description: 'Used on all new documents.' },
  });
  const { errors } = form.formState;

  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <Card>
        <CardHeader
          title="Contact Details"
          description="How customers reach you: shown on quotes, confirmations and invoices. Your company name is in your profile."
        />
        <CardBody className="grid gap-5 sm:grid-cols-2">
          <Field label="Address" error={errors.address?.message} className="sm:col-span-2">
            <Textarea rows={3} autoComplete="street-address" {...form.register('address')} />
          </Field>
          <Field label="Email" error={errors.email?.message}>
            <Input type="email" autoComplete="email" {...form.register('email')} />
          </Field>
          <Field label="Phone" error={errors.phone?.message}>
            <Input type="tel" autoComplete="tel" {...form.register('phone')} />
          </Field>
          <Field label="Website" error={errors.website?.message}>
            <Input inputMode="url" autoComplete="url" {...form.register('website')} />
          </Field>
          <Field label="Tax ID" error={errors.taxId?.message}>
            <Input autoComplete="off" {...form.register('taxId')} />
          </Field>
        </CardBody>
      </Card>

      <LogoCard logo={details.logo} companyName={details.companyName} />

      <Card>
        <CardHeader title="Quotes" description="Defaults for new quotes." />
        <CardBody className="grid gap-5">
          <Field
            label="Valid For"
            hint="Customers can accept a quote for this many days after it was sent."
            error={errors.quoteDays?.message}
          >
            <WholeNumber
              after="days"
              min={1}
              max={365}
              {...form.register('quoteDays', { valueAsNumber: true })}
            />
          </Field>
          <FormSwitch
            control={form.control}
            name="quotesHold"
            label="Hold letters until expiry"
            hint="A quote that was sent keeps its letters from others. When this is off, the stock decides on the day it is accepted."
          />
        </CardBody>
      </Card>

      <Card>
        <CardHeader
          title="Terms"
          description="Your customers agree to these. Ours are a starting point; have a lawyer review them."
        />
        <CardBody>
          <Controller
            control={form.control}
            name="terms"
            render={({ field }) => (
              <TermsEditor
                value={field.value}
                onChange={field.onChange}
                fields={details.termsFields}
                defaultTerms={details.defaultTerms}
                error={errors.terms?.message}
              />
            )}
          />
        </CardBody>
      </Card>

      <Card>
        <CardHeader title="Invoices" description="At the end of each invoice: how and until when to pay." />
        <CardBody>
          <Field
            label="Invoice Note"
            hint="Invoices that are issued already stay as they are."
            error={errors.invoiceNote?.message}
          >
            <Textarea rows={4} {...form.register('invoiceNote')} />
          </Field>
        </CardBody>
      </Card>

      <FailureAlert failure={failure} />
      <SaveBar dirty={dirty} pending={pending} onDiscard={discard} />
    </form>
  );
}

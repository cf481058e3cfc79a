import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useState } from 'react';
import { Controller } from 'react-hook-form';
import { type BookingRules, useBookingRules } from '@/api/booking-rules';
import {
  type BusinessDetails,
  type Currency,
  useBusinessDetails,
  useCurrency,
  useSaveBusinessDetails,
} from '@/api/business';
import { WholeNumberField } from '@/components/Amount';
import { Loaded } from '@/components/Loaded';
import { SaveBar } from '@/components/SaveBar';
import { useSavedForm } from '@/components/useServerForm';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { LongTextField, TextField } from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { toast } from '@/ui/toast-store';
import { BrandColorField } from './BrandColorField';
import { businessSchema, changeOf, formOf } from './business-form';
import { ClockCard } from './ClockCard';
import { CountryField } from './CountryField';
import { LogoCard } from './LogoCard';
import { useClock, useCurrencyChoice, useLogo } from './page-parts';
import { CurrencyCard } from './pricing/CurrencyCard';
import { TermsEditor } from './TermsEditor';

/** The business's details as they appear on quotes, confirmations and invoices (D1 to D3). */
export function BusinessTab() {
  return (
    <div className="in-turn grid max-w-2xl gap-6">
      <Loaded read={useBusinessDetails()} what="Your business details">
        {(details) => <WithRules details={details} />}
      </Loaded>
    </div>
  );
}

function WithRules({ details }: { details: BusinessDetails }) {
  const currency = useCurrency();
  return (
    <Loaded read={useBookingRules()} what="Your time zone">
      {(rules) => (
        <Loaded read={currency} what="Your currency">
          {(setting) => <BusinessCards details={details} rules={rules} setting={setting} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface BusinessCardsProps {
  details: BusinessDetails;
  rules: BookingRules;
  setting: Currency;
}

function BusinessCards({ details, rules, setting }: BusinessCardsProps) {
  const { clock, ...clockDraft } = useClock(rules);
  const currency = useCurrencyChoice(setting);
  const logo = useLogo(details);
  const parts = [currency.part, clockDraft.part, logo.part];
  const [saving, setSaving] = useState(false);
  const { form, submit, failure, discard, dirty, pending } = useSavedForm({
    saved: details,
    formOf,
    resolver: zodResolver(businessSchema),
    changeOf,
    rows: ['invoiceNumbers'],
    save: useSaveBusinessDetails(),
    done: { title: 'Business details saved', description: 'Your details will appear on new documents.' },
  });
  const { errors } = form.formState;
  // In the US, the tax ID of the contact details is the only one.
  const country = form.watch('documentCountry');
  const asksForVatId = country !== 'US' || details.vatId !== null;

  /** Save what has calls of its own, then the details, which check themselves first. */
  const saveAll = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (dirty && !(await form.trigger())) return submit(event);
    const changed = parts.filter((part) => part.dirty);
    setSaving(true);
    let isSaved = true;
    for (const part of changed) isSaved = (await part.save()) && isSaved;
    setSaving(false);
    if (!isSaved) return;
    if (dirty || changed.length === 0) return submit(event);
    toast({ title: 'Business details saved' });
  };

  return (
    <form onSubmit={(event) => void saveAll(event)} noValidate className="grid gap-6">
      <ClockCard clock={clock} onChange={clockDraft.set} />
      <CurrencyCard setting={setting} chosen={currency.currency} onChoose={currency.set} />
      <Card id="contact-details">
        <CardHeader
          title="Contact Details"
          description="How customers reach you: shown on quotes, confirmations and invoices. Your company name is in your profile."
        />
        <CardBody className="grid gap-5 sm:grid-cols-2">
          <LongTextField
            form={form}
            name="address"
            label="Address"
            fieldClassName="sm:col-span-2"
            rows={3}
            autoComplete="street-address"
          />
          <TextField form={form} name="email" label="Email" type="email" autoComplete="email" />
          <TextField form={form} name="phone" label="Phone" type="tel" autoComplete="tel" />
          <TextField form={form} name="website" label="Website" inputMode="url" autoComplete="url" />
          <TextField form={form} name="taxId" label="Tax ID" autoComplete="off" />
        </CardBody>
      </Card>

      <LogoCard
        logo={logo.shown}
        companyName={details.companyName}
        disabled={logo.part.pending}
        onChoose={logo.choose}
        onRemove={logo.remove}
      />

      <Card id="brand-color">
        <CardHeader
          title="Brand Color"
          description="The color of buttons in emails to your customers and on their pages. Text on it is white or black, whichever is easier to read."
        />
        <CardBody>
          <Controller
            control={form.control}
            name="brandColor"
            render={({ field }) => (
              <BrandColorField
                value={field.value}
                onChange={field.onChange}
                error={errors.brandColor?.message}
              />
            )}
          />
        </CardBody>
      </Card>

      <Card id="quotes">
        <CardHeader title="Quotes" description="Defaults for new quotes." />
        <CardBody className="grid gap-5">
          <WholeNumberField
            form={form}
            name="quoteDays"
            label="Valid For"
            hint="Customers can accept a quote for this many days after you send it."
            after="days"
            min={1}
            max={365}
          />
          <FormSwitch
            form={form}
            name="quotesHold"
            label="Hold letters until the quote expires"
            hint="Letters on a sent quote are reserved for that customer. When this is off, we check your stock when the customer accepts."
          />
        </CardBody>
      </Card>

      <Card id="terms">
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

      <Card id="tax-on-documents">
        <CardHeader
          title="Tax on Documents"
          description="Bookings keep the tax they were made with. Tax rates are in Pricing. In countries with VAT or GST, your address and VAT ID also make e-invoices (EN 16931) possible."
        />
        <CardBody className="grid gap-5 sm:grid-cols-2">
          <CountryField form={form} name="documentCountry" />
          {asksForVatId ? (
            <TextField
              form={form}
              name="vatId"
              label={country === details.documentCountry ? details.vatIdName : 'VAT ID'}
              hint="Printed on quotes, confirmations and invoices."
              autoComplete="off"
            />
          ) : null}
          <div className="grid gap-5 sm:col-span-2">
            <FormSwitch
              form={form}
              name="pricesIncludeTax"
              label="Prices include tax"
              hint="Net and tax are calculated from the prices on your list. When this is off, tax is added to them."
            />
            <FormSwitch
              form={form}
              name="smallBusiness"
              label="Charge no tax (small business)"
              hint="Documents will include the statement your country requires."
            />
          </div>
        </CardBody>
      </Card>

      <Card id="invoices">
        <CardHeader
          title="Invoices"
          description="Invoice numbers have no gaps. Changes don't affect issued invoices."
        />
        <CardBody className="grid gap-5 sm:grid-cols-2">
          <TextField
            form={form}
            name="invoiceNumbers.prefix"
            label="Number Prefix"
            hint="Added before the year or number, such as INV-."
            autoComplete="off"
          />
          <WholeNumberField
            form={form}
            name="invoiceNumbers.next"
            label="Next Number"
            hint="You can raise this, but you can't reuse a number."
            min={1}
            max={9_999_999}
          />
          <div className="sm:col-span-2">
            <FormSwitch
              form={form}
              name="invoiceNumbers.yearly"
              label="Restart numbers each year"
              hint="The year is part of the number, such as INV-2027-0001."
            />
          </div>
          <div className="sm:col-span-2">
            <FormSwitch
              form={form}
              name="eInvoices"
              label="E-invoices in PDFs (Factur-X, ZUGFeRD)"
              hint="New invoices include EN 16931 data if your address and VAT ID are complete."
            />
          </div>
          <LongTextField
            form={form}
            name="invoiceNote"
            label="Invoice Note"
            fieldClassName="sm:col-span-2"
            hint="Shown at the end of each invoice: how to pay and by when."
            rows={4}
          />
        </CardBody>
      </Card>

      <FailureAlert failure={failure} />
      {parts.map(({ failure }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts are always the same.
        <FailureAlert key={index} failure={failure} />
      ))}
      <SaveBar
        dirty={dirty || parts.some((part) => part.dirty)}
        pending={pending || saving}
        onDiscard={() => {
          discard();
          for (const part of parts) part.discard();
        }}
      />
    </form>
  );
}

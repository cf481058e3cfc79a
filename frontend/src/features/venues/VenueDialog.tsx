import { type ReactNode, useId } from 'react';
import { useWatch } from 'react-hook-form';
import type { Venue, VenueInput } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { useSaveVenue } from '@/api/venues';
import { placeLabels } from '@/components/booking/place-labels';
import { useRecordForm } from '@/components/useServerForm';
import { measuresOf } from '@/lib/measures';
import { currencySign } from '@/lib/typed-amount';
import { FormDialog } from '@/ui/FormDialog';
import { LongTextField, PriceField, SelectField, TextField, useCheckedForm } from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { Options } from '@/ui/Input';
import { CertificateTerms } from './CertificateTerms';
import { difficulties } from './difficulties';
import { fieldsOf, keptVenue, siteUnit, venueSchema, venueSchemaWithoutState } from './schema';

/** Site measurements that signs are checked against. */
const SITE = [
  ['wallWidthInches', 'Wall Width', undefined],
  ['ceilingInches', 'Ceiling', undefined],
  ['doorWidthInches', 'Door Width', undefined],
  ['circuits', 'Circuits (A)', 'Separate with commas: 15, 20'],
  ['volts', 'Volts', undefined],
  ['outletFeet', 'Distance to Outlets', 'From the left end of the sign.'],
  ['windLimitMph', 'Max. Wind', 'For outdoor signs.'],
] as const;

const bracketed = (unit: string | null) => (unit === null ? '' : ` (${unit})`);

/** Dialog that creates or edits a venue. Mounted while open. */
export function VenueDialog({ venue, onClose }: { venue: Venue | null; onClose: () => void }) {
  const user = useSignedInUser();
  const { hasStates } = user;
  const labels = placeLabels(hasStates);
  const measures = measuresOf(user);
  const save = useSaveVenue();
  const form = useCheckedForm(hasStates ? venueSchema : venueSchemaWithoutState, fieldsOf(venue, measures));
  const requiresCertificate = useWatch({ control: form.control, name: 'certificate.required' });
  const record = useRecordForm({
    form,
    save,
    sent: (input: VenueInput) => ({ id: venue?.id ?? null, input: keptVenue(input, measures) }),
    failed: venue === null ? 'Failed to create venue' : 'Failed to update venue',
    done: (saved: Venue) => ({
      title: venue === null ? 'Venue created' : 'Venue updated',
      description: saved.name,
    }),
    onClose,
  });
  return (
    <FormDialog
      title={venue === null ? 'Add Venue' : 'Edit Venue'}
      description={venue === null ? 'A location you deliver to.' : venue.name}
      {...record}
      submitLabel={venue === null ? 'Create Venue' : 'Save Changes'}
      className="sm:max-w-2xl"
    >
      <div className="grid gap-8">
        <Section title="Basic Information">
          <TextField form={form} name="name" label="Venue Name" required fieldClassName="sm:col-span-6" />
          <TextField
            form={form}
            name="address"
            label="Address"
            required
            fieldClassName="sm:col-span-6"
            autoComplete="off"
          />
          <TextField
            form={form}
            name="city"
            label="City"
            required
            fieldClassName="sm:col-span-3"
            autoComplete="off"
          />
          <TextField
            form={form}
            name="state"
            label={labels.state}
            required={hasStates}
            fieldClassName="sm:col-span-1"
            autoComplete="off"
          />
          <TextField
            form={form}
            name="zipCode"
            label={labels.zipCode}
            required
            fieldClassName="sm:col-span-2"
            autoComplete="off"
            className="tabular"
          />
        </Section>
        <Section title="Contact Information">
          <TextField
            form={form}
            name="contactName"
            label="Contact Name"
            fieldClassName="sm:col-span-6"
            autoComplete="off"
          />
          <TextField
            form={form}
            name="contactEmail"
            label="Contact Email"
            fieldClassName="sm:col-span-3"
            type="email"
            autoComplete="off"
          />
          <TextField
            form={form}
            name="contactPhone"
            label="Contact Phone"
            fieldClassName="sm:col-span-3"
            type="tel"
            autoComplete="off"
          />
        </Section>
        <Section title="Venue Details">
          <SelectField
            form={form}
            name="difficulty"
            label="Difficulty"
            hint="Adds the surcharge from your price list."
            fieldClassName="sm:col-span-3"
          >
            <Options of={Object.entries(difficulties).map(([value, { word }]) => [value, word])} />
          </SelectField>
          <PriceField
            form={form}
            name="surchargeAmount"
            label={`Surcharge Amount (${currencySign(user.currency ?? 'USD')})`}
            hint="Added to the difficulty surcharge."
            fieldClassName="sm:col-span-3"
          />
          <div className="grid gap-3 sm:col-span-6 sm:grid-cols-2">
            <FormSwitch
              form={form}
              name="isVerified"
              label="Verified"
              hint="You know this venue, so no deposit is required."
            />
            <FormSwitch
              form={form}
              name="isQuickBook"
              label="Quick Book"
              hint="Highlights this venue in your list."
            />
          </div>
        </Section>
        <Section title="Site">
          {SITE.map(([name, label, hint]) => (
            <TextField
              key={name}
              form={form}
              name={`site.${name}`}
              label={[label, bracketed(siteUnit(name, measures))].join('')}
              hint={name === 'volts' ? `Default: ${user.usualVolts}.` : hint}
              fieldClassName="sm:col-span-2"
              inputMode={name === 'circuits' ? 'text' : 'decimal'}
              autoComplete="off"
              className="tabular"
            />
          ))}
          <div className="sm:col-span-6">
            <FormSwitch
              form={form}
              name="site.outdoors"
              label="Outdoors"
              hint="We check the wind forecast for bookings at this venue."
            />
          </div>
        </Section>
        <Section title="Certificate of Insurance">
          <div className="sm:col-span-6">
            <FormSwitch
              form={form}
              name="certificate.required"
              label="Required"
              hint="Bookings at this venue show whether the certificate was sent."
            />
          </div>
          {requiresCertificate ? <CertificateTerms form={form} currency={user.currency ?? 'USD'} /> : null}
        </Section>
        <Section title="Additional Information">
          <LongTextField
            form={form}
            name="loadInInstructions"
            label="Load-In Instructions"
            fieldClassName="sm:col-span-6"
            rows={2}
          />
          <LongTextField
            form={form}
            name="parkingInstructions"
            label="Parking Instructions"
            fieldClassName="sm:col-span-6"
            rows={2}
          />
          <LongTextField form={form} name="notes" label="Notes" fieldClassName="sm:col-span-6" rows={2} />
        </Section>
      </div>
    </FormDialog>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 border-line border-b pb-2 font-semibold text-sm">
        {title}
      </h3>
      <div className="grid gap-4 sm:grid-cols-6">{children}</div>
    </section>
  );
}

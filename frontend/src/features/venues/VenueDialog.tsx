import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import type { Venue, VenueInput } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { useSaveVenue } from '@/api/venues';
import { placeLabels } from '@/booking-parts/place-labels';
import { useRecordForm } from '@/booking-parts/useRecordForm';
import { measuresOf } from '@/lib/measures';
import { currencySign } from '@/lib/typed-amount';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { FormSwitch } from '@/ui/FormSwitch';
import { Input, PriceInput, Select, Textarea } from '@/ui/Input';
import { toast } from '@/ui/toast-store';
import {
  difficulties,
  fieldsOf,
  keptVenue,
  siteUnit,
  type VenueForm,
  venueSchema,
  venueSchemaWithoutState,
} from './schema';

/** What each sign is held against, where it is known. */
const SITE = [
  ['wallWidthInches', 'Wall Width', undefined],
  ['ceilingInches', 'Ceiling', undefined],
  ['doorWidthInches', 'Door Width', undefined],
  ['circuits', 'Circuits (A)', 'With commas: 15, 20'],
  ['volts', 'Volts', undefined],
  ['outletFeet', 'Way to the Outlets', 'From the left end of the sign.'],
  ['windLimitMph', 'Wind to Stand', 'Counts outdoors.'],
] as const;

const bracketed = (unit: string | null) => (unit === null ? '' : ` (${unit})`);

/** Creates a venue, or changes one. Mounted while it is open. */
export function VenueDialog({ venue, onClose }: { venue: Venue | null; onClose: () => void }) {
  const user = useSignedInUser();
  const { hasStates } = user;
  const labels = placeLabels(hasStates);
  const measures = measuresOf(user);
  const save = useSaveVenue();
  const form = useForm<VenueForm, unknown, VenueInput>({
    resolver: zodResolver(hasStates ? venueSchema : venueSchemaWithoutState),
    defaultValues: fieldsOf(venue, measures),
  });
  const { errors } = form.formState;
  const record = useRecordForm({
    form,
    save,
    sent: (input: VenueInput) => ({ id: venue?.id ?? null, input: keptVenue(input, measures) }),
    failed: venue === null ? 'Failed to create venue' : 'Failed to update venue',
    onSaved: (saved: Venue) => {
      toast({ title: venue === null ? 'Venue created' : 'Venue updated', description: saved.name });
      onClose();
    },
  });
  return (
    <FormDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={venue === null ? 'Add Venue' : 'Edit Venue'}
      description={venue === null ? 'A place that you deliver to.' : venue.name}
      {...record}
      submitLabel={venue === null ? 'Create Venue' : 'Save Changes'}
      className="sm:max-w-2xl"
    >
      <div className="grid gap-8">
        <Section title="Basic Information">
          <Field label="Venue Name" error={errors.name?.message} required className="sm:col-span-6">
            <Input {...form.register('name')} />
          </Field>
          <Field label="Address" error={errors.address?.message} required className="sm:col-span-6">
            <Input autoComplete="off" {...form.register('address')} />
          </Field>
          <Field label="City" error={errors.city?.message} required className="sm:col-span-3">
            <Input autoComplete="off" {...form.register('city')} />
          </Field>
          <Field
            label={labels.state}
            error={errors.state?.message}
            required={hasStates}
            className="sm:col-span-1"
          >
            <Input autoComplete="off" {...form.register('state')} />
          </Field>
          <Field label={labels.zipCode} error={errors.zipCode?.message} required className="sm:col-span-2">
            <Input autoComplete="off" className="tabular" {...form.register('zipCode')} />
          </Field>
        </Section>
        <Section title="Contact Information">
          <Field label="Contact Name" error={errors.contactName?.message} className="sm:col-span-6">
            <Input autoComplete="off" {...form.register('contactName')} />
          </Field>
          <Field label="Contact Email" error={errors.contactEmail?.message} className="sm:col-span-3">
            <Input type="email" autoComplete="off" {...form.register('contactEmail')} />
          </Field>
          <Field label="Contact Phone" error={errors.contactPhone?.message} className="sm:col-span-3">
            <Input type="tel" autoComplete="off" {...form.register('contactPhone')} />
          </Field>
        </Section>
        <Section title="Venue Details">
          <Field
            label="Difficulty"
            error={errors.difficulty?.message}
            hint="Adds the surcharge of your price list."
            className="sm:col-span-3"
          >
            <Select {...form.register('difficulty')}>
              {Object.entries(difficulties).map(([value, { word }]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label={`Surcharge Amount (${currencySign(user.currency ?? 'USD')})`}
            error={errors.surchargeAmount?.message}
            hint="Comes on top, for this venue alone."
            className="sm:col-span-3"
          >
            <PriceInput {...form.register('surchargeAmount', { valueAsNumber: true })} />
          </Field>
          <div className="grid gap-3 sm:col-span-6 sm:grid-cols-2">
            <FormSwitch
              control={form.control}
              name="isVerified"
              label="Verified"
              hint="You know the place: no deposit is asked for."
            />
            <FormSwitch
              control={form.control}
              name="isQuickBook"
              label="Quick Book"
              hint="Stands out among your venues."
            />
          </div>
        </Section>
        <Section title="Site">
          {SITE.map(([name, label, hint]) => (
            <Field
              key={name}
              label={[label, bracketed(siteUnit(name, measures))].join('')}
              hint={name === 'volts' ? `${user.usualVolts} where empty.` : hint}
              error={errors.site?.[name]?.message}
              className="sm:col-span-2"
            >
              <Input
                inputMode={name === 'circuits' ? 'text' : 'decimal'}
                autoComplete="off"
                className="tabular"
                {...form.register(`site.${name}`)}
              />
            </Field>
          ))}
          <div className="sm:col-span-6">
            <FormSwitch
              control={form.control}
              name="site.outdoors"
              label="Outdoors"
              hint="The wind counts here."
            />
          </div>
        </Section>
        <Section title="Additional Information">
          <Field
            label="Load-In Instructions"
            error={errors.loadInInstructions?.message}
            className="sm:col-span-6"
          >
            <Textarea rows={2} {...form.register('loadInInstructions')} />
          </Field>
          <Field
            label="Parking Instructions"
            error={errors.parkingInstructions?.message}
            className="sm:col-span-6"
          >
            <Textarea rows={2} {...form.register('parkingInstructions')} />
          </Field>
          <Field label="Notes" error={errors.notes?.message} className="sm:col-span-6">
            <Textarea rows={2} {...form.register('notes')} />
          </Field>
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

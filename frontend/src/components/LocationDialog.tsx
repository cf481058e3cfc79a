import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import { useSaveWorkLocation, type WorkLocation, type WorkLocationInput } from '@/api/location';
import { useRecordForm } from '@/components/useServerForm';
import { dayOrders } from '@/lib/format';
import { required } from '@/lib/typed-checks';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { faultOf, SelectField, useCheckedForm } from '@/ui/FormField';
import { Options, Select } from '@/ui/Input';
import {
  countryName,
  countryOf,
  countryOptions,
  exampleDay,
  startingFrom,
  usualIn,
  weekStartOf,
} from './location-form';
import { TimeZoneSelect } from './TimeZoneSelect';

const currencies = new Intl.DisplayNames('en-US', { type: 'currency' });

const locationSchema = z.object({
  timeZone: required('Choose a time zone'),
  currency: z.custom<WorkLocationInput['currency']>(),
  dateFormat: z.enum(dayOrders),
  timeFormat: z.enum(['12h', '24h']),
  measures: z.enum(['us', 'metric']),
});

/**
 * Dialog for the business's country, and the currency, formats and units that follow from it. Mounted while
 * open.
 */
export function LocationDialog({ location, onClose }: { location: WorkLocation; onClose: () => void }) {
  const form = useCheckedForm(locationSchema, startingFrom(location));
  const record = useRecordForm({
    form,
    save: useSaveWorkLocation(),
    sent: (input: WorkLocationInput) => input,
    done: () => ({ title: 'Saved', description: 'Your pages, emails and documents use these settings.' }),
    onClose,
  });
  const [timeZone, dateFormat] = form.watch(['timeZone', 'dateFormat']);
  const country = countryOf(location.countries, timeZone);
  const { currencyFixedBy } = location;
  const choose = (code: string) => {
    const chosen = location.countries.find((row) => row.code === code);
    if (chosen === undefined) return;
    const values = { timeZone: chosen.timeZones[0] ?? timeZone, ...usualIn(chosen, location) };
    for (const [name, value] of Object.entries(values)) {
      form.setValue(name as keyof WorkLocationInput, value, { shouldDirty: true });
    }
  };
  return (
    <FormDialog
      title="Where You Work"
      description="Choose your country to set everything below. You can change each setting now, or later in Settings."
      {...record}
      submitLabel="Save"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Country">
          <Select value={country?.code ?? ''} onChange={({ target }) => choose(target.value)}>
            {country === undefined ? <option value="">Choose a country</option> : null}
            <Options of={countryOptions(location.countries)} />
          </Select>
        </Field>
        <Controller
          control={form.control}
          name="timeZone"
          render={({ field }) => (
            <Field label="Time Zone" error={faultOf(form, 'timeZone')}>
              <TimeZoneSelect value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
        <SelectField
          form={form}
          name="currency"
          label="Currency"
          disabled={currencyFixedBy !== null}
          hint={
            currencyFixedBy !== null
              ? `You have ${currencyFixedBy} in ${location.currency}, and amounts can't be converted.`
              : country?.currency === null
                ? `The currency of ${countryName(country.code)} isn't available.`
                : 'Prices are not converted: $25 becomes €25.'
          }
        >
          <Options of={location.currencies.map((code) => [code, `${code} · ${currencies.of(code)}`])} />
        </SelectField>
        <SelectField form={form} name="measures" label="Measures">
          <Options
            of={[
              ['us', 'US (in, ft, lb)'],
              ['metric', 'Metric (cm, m, kg)'],
            ]}
          />
        </SelectField>
        <SelectField
          form={form}
          name="dateFormat"
          label="Date Format"
          hint={`For example ${exampleDay(dateFormat)}. Weeks start on ${weekStartOf(dateFormat)}.`}
        >
          <Options of={dayOrders.map((order) => [order, order])} />
        </SelectField>
        <SelectField form={form} name="timeFormat" label="Time Format">
          <Options
            of={[
              ['12h', '12 hours (2:30 PM)'],
              ['24h', '24 hours (14:30)'],
            ]}
          />
        </SelectField>
      </div>
    </FormDialog>
  );
}

import { useMemo } from 'react';
import type { PlatformSettings } from '@/api/admin';
import { dayOrders } from '@/lib/format';
import { SelectField } from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { Options } from '@/ui/Input';
import { SettingsCard, TextSetting } from './SettingsCard';
import { useSettingsForm } from './useSettingsForm';

const currencies = [
  'USD',
  'CAD',
  'AUD',
  'NZD',
  'GBP',
  'EUR',
  'CHF',
  'DKK',
  'NOK',
  'SEK',
  'MXN',
  'BRL',
  'SGD',
  'ZAR',
];
const names = new Intl.DisplayNames('en-US', { type: 'currency' });

/** Defaults for new businesses. */
export function SiteTab({ settings }: { settings: PlatformSettings }) {
  const state = useSettingsForm('system', settings, 'Site settings');
  const { form } = state;
  const present = String(settings.system.timeZone);
  const zones = useMemo(
    () => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', present])].sort(),
    [present],
  );
  return (
    <SettingsCard
      of={state}
      title="Site Settings"
      description="Defaults for new businesses. Existing businesses keep theirs."
      submitLabel="Save Site Settings"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField form={form} name="defaultCurrency" label="Default Currency" required>
          <Options of={currencies.map((code) => [code, `${code} · ${names.of(code)}`])} />
        </SelectField>
        <SelectField
          form={form}
          name="dateFormat"
          label="Date Format"
          hint="Date format on pages, in emails, documents and CSV files."
          required
        >
          {dayOrders.map((format) => (
            <option key={format}>{format}</option>
          ))}
        </SelectField>
      </div>
      <SelectField form={form} name="timeZone" label="Time Zone" required>
        <Options of={zones.map((zone) => [zone, zone.replaceAll('_', ' ')])} />
      </SelectField>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextSetting
          of={state}
          name="defaultLetterPricing"
          label="Default Letter Price (per day)"
          hint="Used for new letters if the business has no price for that size."
          type="number"
          min={0}
          step="0.01"
        />
        <TextSetting
          of={state}
          name="defaultSurchargePercent"
          label="Default Surcharge Percent"
          hint="Suggested to businesses that don’t have a venue surcharge yet."
          type="number"
          min={0}
          max={100}
          step="0.01"
        />
      </div>
      <TextSetting
        of={state}
        name="freeCancellationPeriod"
        label="Free Cancellation Period (hours)"
        hint="Customers can cancel for free up to this many hours before delivery."
        type="number"
        min={0}
        step={1}
      />
      <FormSwitch
        form={form}
        name="bookingApprovalRequired"
        label="Booking Approval Required"
        hint="New businesses review each request before it is confirmed."
      />
    </SettingsCard>
  );
}

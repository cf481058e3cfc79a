import { useMemo } from 'react';
import { Controller } from 'react-hook-form';
import type { PlatformSettings } from '@/api/admin';
import { Field } from '@/ui/Field';
import { Input, Select } from '@/ui/Input';
import { SwitchField } from '@/ui/SwitchField';
import { SettingsCard } from './SettingsCard';
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
const dateFormats = ['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD'];
const names = new Intl.DisplayNames('en-US', { type: 'currency' });

/** What new businesses start with. */
export function SiteTab({ settings }: { settings: PlatformSettings }) {
  const { form, submit, hint, isLocked: _, ...state } = useSettingsForm('system', settings, 'Site settings');
  const { errors } = form.formState;
  const present = String(settings.system.timeZone);
  const zones = useMemo(
    () => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', present])].sort(),
    [present],
  );
  return (
    <SettingsCard
      title="Site Settings"
      description="What new businesses start with. Those that are there already keep theirs."
      submitLabel="Save Site Settings"
      onSubmit={submit}
      {...state}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Default Currency" error={errors.defaultCurrency?.message} required>
          <Select {...form.register('defaultCurrency')}>
            {currencies.map((code) => (
              <option key={code} value={code}>
                {code} · {names.of(code)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="Date Format"
          error={errors.dateFormat?.message}
          hint="For CSV files and short dates."
          required
        >
          <Select {...form.register('dateFormat')}>
            {dateFormats.map((format) => (
              <option key={format}>{format}</option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label="Time Zone" error={errors.timeZone?.message} required>
        <Select {...form.register('timeZone')}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Default Letter Price (per day)"
          error={errors.defaultLetterPricing?.message}
          hint={hint('defaultLetterPricing', 'What a letter usually costs here.')}
        >
          <Input
            type="number"
            inputMode="decimal"
            min={0}
            step="0.01"
            className="tabular"
            {...form.register('defaultLetterPricing', { valueAsNumber: true })}
          />
        </Field>
        <Field
          label="Default Surcharge Percent"
          error={errors.defaultSurchargePercent?.message}
          hint="The usual venue surcharge as a percentage of the letters’ price."
        >
          <Input
            type="number"
            inputMode="decimal"
            min={0}
            max={100}
            step="0.01"
            className="tabular"
            {...form.register('defaultSurchargePercent', { valueAsNumber: true })}
          />
        </Field>
      </div>
      <Field
        label="Free Cancellation Period (hours)"
        error={errors.freeCancellationPeriod?.message}
        hint="For so long before the delivery, customers cancel without a fee."
      >
        <Input
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          className="tabular sm:max-w-40"
          {...form.register('freeCancellationPeriod', { valueAsNumber: true })}
        />
      </Field>
      <Controller
        control={form.control}
        name="bookingApprovalRequired"
        render={({ field }) => (
          <SwitchField
            label="Booking Approval Required"
            hint="In new businesses, requests wait for the operator's answer."
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
    </SettingsCard>
  );
}

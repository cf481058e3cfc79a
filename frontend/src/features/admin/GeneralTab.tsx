import type { PlatformSettings } from '@/api/admin';
import { LongTextField } from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { SettingsCard, TextSetting } from './SettingsCard';
import { useSettingsForm } from './useSettingsForm';

/** Site name, contact details, terms and maintenance mode. */
export function GeneralTab({ settings }: { settings: PlatformSettings }) {
  const state = useSettingsForm('general', settings, 'General settings');
  const { form } = state;
  return (
    <SettingsCard
      of={state}
      title="General Settings"
      description="Your site’s name and contact details."
      submitLabel="Save General Settings"
    >
      <TextSetting
        of={state}
        name="siteName"
        label="Site Name"
        hint="Shown on every page and in every email."
        placeholder="MarqueeDesk"
        required
      />
      <TextSetting
        of={state}
        name="siteUrl"
        label="Site URL"
        hint="Used for links in emails and documents."
        type="url"
        placeholder="https://letters.example.com"
        required
      />
      <TextSetting
        of={state}
        name="landingClaim"
        label="Landing Page Claim"
        hint="A few words about your customers, shown on the landing page. Make sure they’re true."
        placeholder="100+ rental businesses"
      />
      <TextSetting
        of={state}
        name="companyEmail"
        label="Company Email"
        type="email"
        placeholder="hello@example.com"
      />
      <TextSetting
        of={state}
        name="companyPhone"
        label="Company Phone"
        type="tel"
        placeholder="(555) 123-4567"
      />
      <LongTextField form={form} name="companyAddress" label="Company Address" />
      <TextSetting
        of={state}
        name="termsUrl"
        label="Terms of Use"
        hint="Link to your terms. New users must accept them to register."
        type="url"
        placeholder="https://letters.example.com/terms"
      />
      <TextSetting
        of={state}
        name="termsVersion"
        label="Terms Version"
        hint="Stored with each new account. Existing users are not asked to accept again."
        placeholder="2026-11"
      />
      <FormSwitch
        form={form}
        name="reviewNewBusinesses"
        label="Review New Businesses"
        hint="You approve each new business under Users. Until then, its booking form is closed and its emails to customers are held."
      />
      <FormSwitch
        form={form}
        name="maintenanceMode"
        label="Maintenance Mode"
        hint="Visitors and operators see a maintenance page. Administrators can still use the site."
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextSetting
          of={state}
          name="maintenanceFrom"
          label="Planned Start"
          hint="From a day before, pages count down to it. Turn on maintenance mode yourself."
          type="datetime-local"
        />
        <TextSetting
          of={state}
          name="maintenanceUntil"
          label="Back At"
          hint="Shown on the maintenance page, the booking form and the status page."
          type="datetime-local"
        />
      </div>
    </SettingsCard>
  );
}

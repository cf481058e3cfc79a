import type { PlatformSettings } from '@/api/admin';
import { LongTextField } from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { SettingsCard, TextSetting } from './SettingsCard';
import { useSettingsForm } from './useSettingsForm';

/** Name, addresses and maintenance. */
export function GeneralTab({ settings }: { settings: PlatformSettings }) {
  const state = useSettingsForm('general', settings, 'General settings');
  const { form } = state;
  return (
    <SettingsCard
      of={state}
      title="General Settings"
      description="This site's name, and how its operators can contact you."
      submitLabel="Save General Settings"
    >
      <TextSetting
        of={state}
        name="siteName"
        label="Site Name"
        hint="Stands on every page and in every email."
        placeholder="MarqueeDesk"
        required
      />
      <TextSetting
        of={state}
        name="siteUrl"
        label="Site URL"
        hint="Links in emails and on documents lead here."
        type="url"
        placeholder="https://letters.example.com"
        required
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
        hint="The page with your terms. Whoever registers accepts them."
        type="url"
        placeholder="https://letters.example.com/terms"
      />
      <TextSetting
        of={state}
        name="termsVersion"
        label="Version of the Terms"
        hint="Kept with each new account. Those who registered before are not asked again."
        placeholder="2026-11"
      />
      <FormSwitch
        form={form}
        name="reviewNewBusinesses"
        label="Review New Businesses"
        hint="New businesses wait until you approve them under Users. Until then their form is closed, and their emails to customers wait."
      />
      <FormSwitch
        form={form}
        name="maintenanceMode"
        label="Maintenance Mode"
        hint="Visitors and operators see a friendly page in place of the site. Administrators work on."
      />
    </SettingsCard>
  );
}

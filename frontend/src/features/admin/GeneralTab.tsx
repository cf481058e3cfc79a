import { Controller } from 'react-hook-form';
import type { PlatformSettings } from '@/api/admin';
import { Field } from '@/ui/Field';
import { Input, Textarea } from '@/ui/Input';
import { SwitchField } from '@/ui/SwitchField';
import { SettingsCard } from './SettingsCard';
import { useSettingsForm } from './useSettingsForm';

/** Name, addresses and maintenance. */
export function GeneralTab({ settings }: { settings: PlatformSettings }) {
  const { form, submit, hint, isLocked, ...state } = useSettingsForm('general', settings, 'General settings');
  const { errors } = form.formState;
  return (
    <SettingsCard
      title="General Settings"
      description="What this site is called, and how its operators reach you."
      submitLabel="Save General Settings"
      onSubmit={submit}
      {...state}
    >
      <Field
        label="Site Name"
        error={errors.siteName?.message}
        hint="Stands on every page and in every mail."
        required
      >
        <Input placeholder="MarqueeDesk" {...form.register('siteName')} />
      </Field>
      <Field
        label="Site URL"
        error={errors.siteUrl?.message}
        hint={hint('siteUrl', 'Where links in mail and on papers lead.')}
        required
      >
        <Input
          type="url"
          placeholder="https://letters.example.com"
          readOnly={isLocked('siteUrl')}
          {...form.register('siteUrl')}
        />
      </Field>
      <Field label="Company Email" error={errors.companyEmail?.message}>
        <Input type="email" placeholder="hello@example.com" {...form.register('companyEmail')} />
      </Field>
      <Field label="Company Phone" error={errors.companyPhone?.message}>
        <Input type="tel" placeholder="(555) 123-4567" {...form.register('companyPhone')} />
      </Field>
      <Field label="Company Address" error={errors.companyAddress?.message}>
        <Textarea {...form.register('companyAddress')} />
      </Field>
      <Controller
        control={form.control}
        name="maintenanceMode"
        render={({ field }) => (
          <SwitchField
            label="Maintenance Mode"
            hint="Visitors and operators see a friendly page in place of the site. Administrators work on."
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
    </SettingsCard>
  );
}

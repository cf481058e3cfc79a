import type { PlatformSettings } from '@/api/admin';
import { LongTextField, SelectField } from '@/ui/FormField';
import { AccountEmails } from './AccountEmails';
import { CheckButton } from './CheckButton';
import { EmailVolumes } from './EmailVolumes';
import { SettingsCard, TextSetting } from './SettingsCard';
import { TemplateCards } from './TemplateCards';
import { useSettingsForm } from './useSettingsForm';

/** Mail server settings, email templates and account emails. */
export function EmailTab({ settings }: { settings: PlatformSettings }) {
  const state = useSettingsForm('email', settings, 'Email settings');
  const { form, hint, isLocked } = state;
  return (
    <div className="grid gap-6">
      <SettingsCard
        of={state}
        title="Email Settings"
        description="The mail server used for confirmations, quotes and password links."
        submitLabel="Save Email Settings"
        aside={
          <CheckButton of={state} group="email">
            Check Connection
          </CheckButton>
        }
      >
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
          <TextSetting of={state} name="smtpHost" label="SMTP Host" placeholder="smtp.example.com" required />
          <TextSetting
            of={state}
            name="smtpPort"
            label="SMTP Port"
            type="number"
            min={1}
            max={65535}
            step={1}
            required
          />
        </div>
        <SelectField
          form={form}
          name="smtpSecurity"
          label="Encryption"
          hint={hint('smtpSecurity')}
          disabled={isLocked('smtpSecurity')}
        >
          <option value="">Automatic (based on port)</option>
          <option value="starttls">STARTTLS</option>
          <option value="tls">TLS (implicit)</option>
          <option value="none">None</option>
        </SelectField>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextSetting of={state} name="smtpUser" label="SMTP Username" required />
          <TextSetting of={state} name="smtpPassword" label="SMTP Password" type="password" required />
          <TextSetting
            of={state}
            name="emailFrom"
            label="From Email"
            type="email"
            placeholder="bookings@example.com"
            required
          />
          <TextSetting of={state} name="emailReplyTo" label="Reply-To Email (Optional)" type="email" />
        </div>
        <LongTextField
          form={form}
          name="emailSignature"
          label="Email Signature (Optional)"
          hint="Added at the end of every email."
        />
      </SettingsCard>
      <TemplateCards />
      <EmailVolumes />
      <AccountEmails />
    </div>
  );
}

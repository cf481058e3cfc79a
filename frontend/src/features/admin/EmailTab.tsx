import type { PlatformSettings } from '@/api/admin';
import { Field } from '@/ui/Field';
import { Input, Select, Textarea } from '@/ui/Input';
import { SettingsCard } from './SettingsCard';
import { useSettingsForm } from './useSettingsForm';

/** How mail is sent. */
export function EmailTab({ settings }: { settings: PlatformSettings }) {
  const { form, submit, hint, isLocked, ...state } = useSettingsForm('email', settings, 'Email settings');
  const { errors } = form.formState;
  return (
    <SettingsCard
      title="Email Settings"
      description="The mail server that confirmations, quotes and password links leave through."
      submitLabel="Save Email Settings"
      onSubmit={submit}
      {...state}
    >
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <Field label="SMTP Host" error={errors.smtpHost?.message} hint={hint('smtpHost')} required>
          <Input
            placeholder="smtp.example.com"
            autoComplete="off"
            readOnly={isLocked('smtpHost')}
            {...form.register('smtpHost')}
          />
        </Field>
        <Field label="SMTP Port" error={errors.smtpPort?.message} required>
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={65535}
            step={1}
            className="tabular"
            readOnly={isLocked('smtpPort')}
            {...form.register('smtpPort', { valueAsNumber: true })}
          />
        </Field>
      </div>
      <Field label="Encryption" error={errors.smtpSecurity?.message} hint={hint('smtpSecurity')}>
        <Select disabled={isLocked('smtpSecurity')} {...form.register('smtpSecurity')}>
          <option value="">As usual for the port</option>
          <option value="starttls">STARTTLS</option>
          <option value="tls">TLS from the start</option>
          <option value="none">None</option>
        </Select>
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="SMTP Username" error={errors.smtpUser?.message} hint={hint('smtpUser')} required>
          <Input autoComplete="off" readOnly={isLocked('smtpUser')} {...form.register('smtpUser')} />
        </Field>
        <Field
          label="SMTP Password"
          error={errors.smtpPassword?.message}
          hint={hint('smtpPassword')}
          required
        >
          <Input
            type="password"
            autoComplete="new-password"
            readOnly={isLocked('smtpPassword')}
            {...form.register('smtpPassword')}
          />
        </Field>
        <Field label="From Email" error={errors.emailFrom?.message} required>
          <Input type="email" placeholder="bookings@example.com" {...form.register('emailFrom')} />
        </Field>
        <Field label="Reply-To Email (Optional)" error={errors.emailReplyTo?.message}>
          <Input type="email" {...form.register('emailReplyTo')} />
        </Field>
      </div>
      <Field
        label="Email Signature (Optional)"
        error={errors.emailSignature?.message}
        hint="Stands at the end of every mail."
      >
        <Textarea {...form.register('emailSignature')} />
      </Field>
    </SettingsCard>
  );
}

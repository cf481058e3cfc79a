import { Controller } from 'react-hook-form';
import type { PlatformSettings } from '@/api/admin';
import { Badge } from '@/ui/Badge';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { Switch } from '@/ui/Switch';
import { SwitchField } from '@/ui/SwitchField';
import { SettingsCard } from './SettingsCard';
import { useSettingsForm } from './useSettingsForm';

const options = ['Credit/Debit Card', 'Apple Pay', 'Google Pay'];

/** Keys of the payment provider. */
export function PaymentsTab({ settings }: { settings: PlatformSettings }) {
  const { form, submit, hint, isLocked, ...state } = useSettingsForm(
    'payments',
    settings,
    'Payment settings',
  );
  const { errors } = form.formState;
  return (
    <div className="grid gap-6">
      <SettingsCard
        title="Payment Settings"
        description="The keys of your account at Stripe. They are stored encrypted and never shown again."
        submitLabel="Save Payment Settings"
        onSubmit={submit}
        {...state}
      >
        <Field
          label="Stripe Publishable Key"
          error={errors.stripePublishableKey?.message}
          hint={hint('stripePublishableKey', 'Starts with pk_')}
          required
        >
          <Input
            autoComplete="off"
            spellCheck={false}
            readOnly={isLocked('stripePublishableKey')}
            {...form.register('stripePublishableKey')}
          />
        </Field>
        <Field
          label="Stripe Secret Key"
          error={errors.stripeSecretKey?.message}
          hint={hint('stripeSecretKey', 'Starts with sk_')}
          required
        >
          <Input
            type="password"
            autoComplete="new-password"
            readOnly={isLocked('stripeSecretKey')}
            {...form.register('stripeSecretKey')}
          />
        </Field>
        <Field
          label="Stripe Webhook Secret (Optional)"
          error={errors.stripeWebhookSecret?.message}
          hint={hint('stripeWebhookSecret', 'Starts with whsec_')}
        >
          <Input
            type="password"
            autoComplete="new-password"
            readOnly={isLocked('stripeWebhookSecret')}
            {...form.register('stripeWebhookSecret')}
          />
        </Field>
        <Controller
          control={form.control}
          name="testMode"
          render={({ field }) => (
            <SwitchField
              label="Test Mode"
              hint={hint('testMode', 'Refuses live keys, so that no real money moves.') ?? ''}
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
      </SettingsCard>
      <Card className="max-w-2xl">
        <CardHeader
          title="Payment Options"
          description="What customers can pay with, as far as their device and your Stripe account offer it."
        />
        <CardBody className="grid gap-3">
          {options.map((option) => (
            <div key={option} className="flex items-center justify-between gap-4 text-sm">
              <span className="font-medium">{option}</span>
              <span className="flex items-center gap-3">
                <Badge tone="green">Always on</Badge>
                <Switch checked disabled aria-label={option} />
              </span>
            </div>
          ))}
        </CardBody>
      </Card>
    </div>
  );
}

import { Controller } from 'react-hook-form';
import type { PlatformSettings } from '@/api/admin';
import { Badge } from '@/ui/Badge';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { Select } from '@/ui/Input';
import { Switch } from '@/ui/Switch';
import { SwitchField } from '@/ui/SwitchField';
import { CheckButton } from './CheckButton';
import { ProviderCheck } from './ProviderCheck';
import { SettingsCard } from './SettingsCard';
import { TextSetting } from './TextSetting';
import { useSettingsForm } from './useSettingsForm';

const options = ['Credit/Debit Card', 'Apple Pay', 'Google Pay'];

/** Keys of the payment provider. */
export function PaymentsTab({ settings }: { settings: PlatformSettings }) {
  const state = useSettingsForm('payments', settings, 'Payment settings');
  return (
    <div className="grid gap-6">
      <SettingsCard
        of={state}
        title="Payment Settings"
        description="The keys of your account at Stripe, which are stored encrypted and never shown again, and your fee."
        submitLabel="Save Payment Settings"
        aside={
          <CheckButton of={state} group="payments">
            Check Keys
          </CheckButton>
        }
      >
        <TextSetting
          of={state}
          name="stripePublishableKey"
          label="Stripe Publishable Key"
          hint="Starts with pk_"
          spellCheck={false}
          required
        />
        <TextSetting
          of={state}
          name="stripeSecretKey"
          label="Stripe Secret Key"
          hint="Starts with sk_"
          type="password"
          required
        />
        <TextSetting
          of={state}
          name="stripeWebhookSecret"
          label="Stripe Webhook Secret (Optional)"
          hint="Starts with whsec_"
          type="password"
        />
        <Controller
          control={state.form.control}
          name="testMode"
          render={({ field }) => (
            <SwitchField
              label="Test Mode"
              hint={state.hint('testMode', 'Refuses live keys, so that no real money moves.') ?? ''}
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <TextSetting
          of={state}
          name="platformFeePercent"
          label="Platform Fee (Percent)"
          hint="Your share of each card payment that a business receives. A plan can have its own."
          type="number"
        />
        <TextSetting
          of={state}
          name="platformFeeFixed"
          label="Platform Fee (Fixed Amount)"
          hint="Added to the percentage for each payment."
          type="number"
        />
        <Field
          label="Platform Fee on Refunds"
          hint="Businesses read this before they connect. Payments keep the rule they were made with."
        >
          <Select {...state.form.register('platformFeeOnRefund')}>
            <option value="return">Return the platform's share</option>
            <option value="keep">Keep the fee</option>
          </Select>
        </Field>
      </SettingsCard>
      <ProviderCheck />
      <Card className="max-w-2xl">
        <CardHeader
          title="Payment Options"
          description="Payment methods for customers, if their device and your Stripe account support them."
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

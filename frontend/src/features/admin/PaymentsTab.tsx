import { Check } from 'lucide-react';
import { type PlatformSettings, useProviderCheck } from '@/api/admin';
import { cn } from '@/lib/cn';
import { Badge } from '@/ui/Badge';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { SelectField } from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { CheckButton } from './CheckButton';
import { Comparisons } from './Comparisons';
import { ProviderCheck } from './ProviderCheck';
import { Refusals } from './Refusals';
import { SettingsCard, TextSetting } from './SettingsCard';
import { useSettingsForm } from './useSettingsForm';

const options = [
  { name: 'Credit/Debit Card', needs: ['keys', 'secret_key'], yes: 'On', no: 'Off' },
  { name: 'Apple Pay', needs: ['domain'], yes: 'Domain registered', no: 'Domain not registered' },
  { name: 'Google Pay', needs: ['domain'], yes: 'Domain registered', no: 'Domain not registered' },
];

/** Stripe keys and the platform fee. */
export function PaymentsTab({ settings }: { settings: PlatformSettings }) {
  const state = useSettingsForm('payments', settings, 'Payment settings');
  return (
    <div className="grid gap-6">
      <SettingsCard
        of={state}
        title="Payment Settings"
        description="Your Stripe API keys and platform fee. Secret keys are stored encrypted and never shown again."
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
        <FormSwitch
          form={state.form}
          name="testMode"
          label="Test Mode"
          hint={state.hint('testMode', 'Rejects live keys, so no real money moves.') ?? ''}
        />
        <TextSetting
          of={state}
          name="platformFeePercent"
          label="Platform Fee (Percent)"
          hint="Your share of each card payment a business receives. A plan can override it."
          type="number"
        />
        <TextSetting
          of={state}
          name="platformFeeFixed"
          label="Platform Fee (Fixed Amount)"
          hint="Added to the percentage on each payment."
          type="number"
        />
        <SelectField
          form={state.form}
          name="platformFeeOnRefund"
          label="Platform Fee on Refunds"
          hint="Businesses see this before they connect to Stripe. Changes don’t affect existing payments."
        >
          <option value="return">Return the platform's share</option>
          <option value="keep">Keep the fee</option>
        </SelectField>
      </SettingsCard>
      <ProviderCheck />
      <Comparisons />
      <Refusals />
      <PaymentOptions />
    </div>
  );
}

/**
 * Payment options available to customers, from the last setup check. Read-only: they can't be turned off
 * here.
 */
function PaymentOptions() {
  const findings = useProviderCheck().data?.findings;
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title="Payment Options"
        description="Apple Pay and Google Pay appear on supported devices once this site’s domain is registered with Stripe: on your account for subscriptions, and on each business’s account for its customers."
      />
      <CardBody className="grid gap-3">
        {options.map(({ name, needs, yes, no }) => {
          const works =
            needs.every((need) => findings?.some((finding) => finding.name === need && finding.ok)) &&
            !(
              needs.includes('domain') &&
              findings?.some((finding) => finding.name === 'account_domains' && !finding.ok)
            );
          return (
            <div key={name} className="flex items-center justify-between gap-4 text-sm">
              <span className="flex items-center gap-2 font-medium">
                <Check
                  aria-hidden="true"
                  className={cn('size-4 shrink-0', works ? 'text-good' : 'text-faint')}
                />
                {name}
              </span>
              <span className="flex items-center gap-3">
                {findings === undefined ? (
                  <Badge>Not checked</Badge>
                ) : (
                  <Badge tone={works ? 'green' : 'yellow'}>{works ? yes : no}</Badge>
                )}
              </span>
            </div>
          );
        })}
        <p className="text-faint text-sm">
          Select <em>Check Setup</em> to see the status for your account.
        </p>
      </CardBody>
    </Card>
  );
}

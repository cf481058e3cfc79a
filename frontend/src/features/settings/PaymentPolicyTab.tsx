import { zodResolver } from '@hookform/resolvers/zod';
import { useFieldArray, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { ApiError } from '@/api/errors';
import { type PaymentPolicy, usePaymentPolicy, useSavePaymentPolicy } from '@/api/payment-policy';
import type { User } from '@/api/types';
import { AmountField, WholeNumberField } from '@/components/Amount';
import { FormChoice } from '@/components/Choice';
import { Loaded } from '@/components/Loaded';
import { FramedList, RemoveRow } from '@/components/RowList';
import { SaveBar } from '@/components/SaveBar';
import { useSavedForm } from '@/components/useServerForm';
import { changed } from '@/lib/keys';
import { paths } from '@/lib/paths';
import { taxInText } from '@/lib/tax-name';
import { currencySign } from '@/lib/typed-amount';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { faultOf, TextField } from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { HoldCard } from './HoldCard';
import { LateFeeCard } from './LateFeeCard';
import { PolicyWords } from './PolicyWords';
import { formOf, type PolicyForm, policyOf, policySchema } from './payment-policy-form';
import { DiscountCodes } from './pricing/DiscountCodes';
import { type PolicyPartProps, ShareOrSum } from './ShareOrSum';
import { WaysToPayCard } from './WaysToPayCard';

const MOST_TIERS = 10;

/** Payment due dates and cancellation fees (S7). */
export function PaymentPolicyTab({ user }: { user: User }) {
  return (
    <div className="grid gap-6">
      <Loaded read={usePaymentPolicy()} what="Your payment policy">
        {(policy) => <PolicyCards policy={policy} user={user} />}
      </Loaded>
      <DiscountCodes user={user} />
    </div>
  );
}

function changeOf(input: PolicyForm, saved: PaymentPolicy) {
  return changed(policyOf(input), policyOf(formOf(saved)));
}

function PolicyCards({ policy, user }: { policy: PaymentPolicy; user: User }) {
  const save = useSavePaymentPolicy();
  const { form, submit, failure, discard, dirty, pending } = useSavedForm({
    saved: policy,
    formOf,
    resolver: zodResolver(policySchema),
    changeOf,
    save,
    done: {
      title: 'Payment policy saved',
      description: 'New bookings use the new policy. Existing bookings keep their terms.',
    },
    rows: ['tiers', 'methods'],
  });
  const currency = user.currency ?? 'USD';
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-6">
          <DepositCard form={form} sign={currencySign(currency)} />
          <BalanceCard form={form} />
          <CollectCard form={form} />
          <LateFeeCard form={form} sign={currencySign(currency)} />
          <HoldCard form={form} sign={currencySign(currency)} />
          <WaysToPayCard form={form} />
          <CancelingCard form={form} />
          <MovingCard form={form} sign={currencySign(currency)} />
          <ExtrasCard form={form} sign={currencySign(currency)} user={user} />
        </div>
        <PolicyWords form={form} currency={currency} />
      </div>
      <div className="grid max-w-2xl gap-6">
        <FailureAlert
          failure={failure}
          remedy={
            isWithoutCards(save.error) ? <PaymentSettingsLink>Set up payments</PaymentSettingsLink> : null
          }
        />
        <SaveBar dirty={dirty} pending={pending} onDiscard={discard} />
      </div>
    </form>
  );
}

function DepositCard({ form, sign }: PolicyPartProps & { sign: string }) {
  return (
    <Card id="deposit">
      <CardHeader title="Deposit" description="The part of the total that is due when customers book." />
      <CardBody className="grid gap-4">
        <ShareOrSum
          form={form}
          name="deposit"
          called="Deposit"
          sign={sign}
          legend="Amount"
          options={{
            none: ['No deposit', 'The full price is due with the balance.'],
            percent: ['A percentage', "A percentage of each booking's total."],
            amount: ['An amount', 'The same for every booking, up to its total.'],
          }}
        />
        <AmountField
          form={form}
          name="unverifiedVenueDeposit"
          label="At an Unverified Venue"
          hint="The least deposit at a venue that isn't verified. Enter 0 for none."
          before={sign}
          className="sm:max-w-56"
        />
      </CardBody>
    </Card>
  );
}

function BalanceCard({ form }: PolicyPartProps) {
  const split = useWatch({ control: form.control, name: 'split' });
  return (
    <Card id="balance">
      <CardHeader
        title="Balance"
        description="When the rest is due. For bookings made after that date, it is due immediately."
      />
      <CardBody className="grid gap-4">
        <WholeNumberField
          form={form}
          name="balanceDueDays"
          label="Balance Due"
          hint="0 means on the delivery day."
          after="days before the delivery"
          className="sm:max-w-72"
          max={365}
        />
        <FormChoice
          form={form}
          name="split"
          legend="Customers pay"
          options={{
            balance: ['In one payment', 'The deposit first, then the balance.'],
            instalments: [
              'In installments',
              'Equal parts of the total, spread from the booking date to the balance due date.',
            ],
          }}
        />
        {split === 'instalments' ? (
          <WholeNumberField
            form={form}
            name="instalments"
            label="Number of Installments"
            after="payments"
            min={2}
            max={24}
          />
        ) : null}
      </CardBody>
    </Card>
  );
}

/** True if saving failed because the business can't charge cards yet. */
function isWithoutCards(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'cards_not_ready';
}

function PaymentSettingsLink({ children }: { children: string }) {
  return (
    <Link to={`${paths.settings}?tab=payments`} className="rounded-sm text-link underline">
      {children}
    </Link>
  );
}

function CollectCard({ form }: PolicyPartProps) {
  return (
    <Card id="payment-with-the-booking">
      <CardHeader
        title="Payment With the Booking"
        description={
          <>
            The amount collected by card on the booking form. Requires a{' '}
            <PaymentSettingsLink>connected Stripe account</PaymentSettingsLink>. If you approve every request
            yourself, cards are authorized with the booking and charged when you confirm it.
          </>
        }
      />
      <CardBody>
        <FormChoice
          form={form}
          name="collectAtBooking"
          legend="Customers pay by card with their booking"
          options={{
            nothing: ['Nothing', 'They send a request and pay later with a link.'],
            deposit: [
              'The deposit',
              'We hold the letters for 30 minutes while they pay. The payment confirms the booking; without it, nothing is booked.',
            ],
            all: ['The total', 'Works the same way, with the full price.'],
          }}
        />
        <FormSwitch
          form={form}
          name="automaticCharge"
          label="Charge later payments automatically"
          hint="If a customer keeps a card on the booking page, due payments are charged to it at 10:00 on their day. We email the customer three days before, and try again two and five days later if the card is declined."
        />
      </CardBody>
    </Card>
  );
}

/** The rescheduling fee. It is proposed when a booking is moved, and charged only if the user confirms it. */
function MovingCard({ form, sign }: PolicyPartProps & { sign: string }) {
  const { control } = form;
  const [moving, free] = useWatch({ control, name: ['moving', 'movingFree'] });
  return (
    <Card id="rescheduling">
      <CardHeader
        title="Rescheduling"
        description="A fee for changing the delivery day. We suggest it when you move a booking; you decide whether to charge it."
      />
      <CardBody className="grid gap-4">
        <ShareOrSum
          form={form}
          name="moving"
          called="Rescheduling"
          sign={sign}
          legend="Rescheduling fee"
          options={{
            free: ['No fee', 'The booking is repriced from your price list.'],
            percent: ['A percentage of the total', "Based on the booking's new total."],
            amount: ['A fixed fee', 'The same for every booking.'],
          }}
        />
        {moving === 'free' ? null : (
          <FormSwitch
            form={form}
            name="movingFree"
            label="Free when requested early"
            hint="When this is off, the fee always applies."
          />
        )}
        {moving !== 'free' && free ? (
          <WholeNumberField
            form={form}
            name="movingDays"
            label="Free Rescheduling Until"
            after="days before the delivery"
            min={0}
            max={365}
          />
        ) : null}
      </CardBody>
    </Card>
  );
}

function CancelingCard({ form }: PolicyPartProps) {
  const canceling = useWatch({ control: form.control, name: 'canceling' });
  return (
    <Card id="cancellation">
      <CardHeader
        title="Cancellation"
        description="What you keep when a customer cancels. The rest of what they paid is refunded."
      />
      <CardBody className="grid gap-4">
        <FormChoice
          form={form}
          name="canceling"
          legend="Cancellation fee"
          options={{
            hours: [
              'The deposit, after the free period',
              'Free until a few hours or days before the delivery.',
            ],
            tiers: ['A percentage, in steps', 'The later a customer cancels, the more you keep.'],
          }}
        />
        {canceling === 'tiers' ? (
          <Tiers form={form} />
        ) : (
          <WholeNumberField
            form={form}
            name="freeHours"
            label="Free Cancellation"
            hint="Customers cancel through their link. Existing bookings keep their deadline."
            after="hours before the delivery"
            className="sm:max-w-72"
            min={0}
            max={8760}
          />
        )}
      </CardBody>
    </Card>
  );
}

/** Optional additions to the price that customers choose: the damage waiver and a tip. */
function ExtrasCard({ form, sign, user }: PolicyPartProps & { sign: string; user: User }) {
  const { control } = form;
  const [waiver, tips] = useWatch({ control, name: ['waiver', 'tips'] });
  return (
    <Card id="damage-waiver-and-tips">
      <CardHeader
        title="Damage Waiver and Tips"
        description="Optional extras that customers can choose. Describe what the waiver covers in your terms."
      />
      <CardBody className="grid gap-4">
        <ShareOrSum
          form={form}
          name="waiver"
          called="Waiver"
          sign={sign}
          legend="Damage waiver"
          options={{
            none: ['No damage waiver', 'Damage waiver is off.'],
            percent: ['A percentage of the order', `Before delivery and ${taxInText(user)}.`],
            amount: ['A fixed fee', 'The same for every booking.'],
          }}
        />
        {waiver === 'none' ? null : (
          <FormSwitch
            form={form}
            name="waiverOptOut"
            label="Included unless declined"
            hint="If this is off, customers choose whether to add the damage waiver."
          />
        )}
        <FormSwitch
          form={form}
          name="tips"
          label="Customers can add a tip"
          hint="Shown on your booking form."
        />
        {tips ? (
          <>
            <TextField
              form={form}
              name="tipShares"
              label="Suggested Tips (%)"
              hint="Percentages of the order. Customers can also enter an amount."
              className="sm:max-w-56"
              maxLength={60}
              autoComplete="off"
            />
            <FormSwitch
              form={form}
              name="tipsTaxable"
              label="Tips are taxed"
              hint="Voluntary tips usually aren't taxed."
            />
          </>
        ) : null}
      </CardBody>
    </Card>
  );
}

function Tiers({ form }: PolicyPartProps) {
  const rows = useFieldArray({ control: form.control, name: 'tiers', keyName: 'key' });
  return (
    <FramedList
      legend="Steps"
      rows={rows.fields}
      noun="step"
      columns="sm:grid-cols-[1fr_1fr_auto]"
      fault={faultOf(form, 'tiers')}
      most={MOST_TIERS}
      addLabel="Add Step"
      onAdd={() =>
        rows.append(
          { daysBefore: Number.NaN, keepPercent: Number.NaN },
          { focusName: `tiers.${rows.fields.length}.daysBefore` },
        )
      }
    >
      {(index, called) => {
        return (
          <>
            <AmountField
              form={form}
              name={`tiers.${index}.daysBefore`}
              label="Canceled Up To"
              after="days before"
              inputMode="numeric"
              max={365}
              step={1}
            />
            <AmountField
              form={form}
              name={`tiers.${index}.keepPercent`}
              label="You Keep"
              after="% of the total"
              max={100}
            />
            <div className="flex items-start sm:pt-6">
              <RemoveRow called={called} onClick={() => rows.remove(index)} />
            </div>
          </>
        );
      }}
    </FramedList>
  );
}

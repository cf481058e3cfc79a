import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { type PaymentPolicy, usePaymentPolicy, useSavePaymentPolicy } from '@/api/payment-policy';
import type { User } from '@/api/types';
import { AmountField, WholeNumberField } from '@/components/Amount';
import { FormChoice, type FormChoiceProps } from '@/components/Choice';
import { Loaded } from '@/components/Loaded';
import { FramedList, RemoveRow } from '@/components/RowList';
import { SaveBar } from '@/components/SaveBar';
import { useSavedForm } from '@/components/useSavedForm';
import { changed } from '@/lib/keys';
import { paths } from '@/lib/paths';
import { currencySign } from '@/lib/typed-amount';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { faultOf, TextField } from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { PolicyWords } from './PolicyWords';
import { formOf, type PolicyForm, policyOf, policySchema } from './payment-policy-form';
import { DiscountCodes } from './pricing/DiscountCodes';
import { WaysToPayCard } from './WaysToPayCard';

const MOST_TIERS = 10;

/** When customers pay, and what canceling costs them (S7). */
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
  const { form, submit, failure, discard, dirty, pending } = useSavedForm({
    saved: policy,
    formOf,
    resolver: zodResolver(policySchema),
    changeOf,
    save: useSavePaymentPolicy(),
    done: {
      title: 'Payment policy saved',
      description: 'New bookings use it. Bookings that exist keep the terms that they were made with.',
    },
    rows: ['tiers', 'methods'],
  });
  const currency = user.currency ?? 'USD';
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-6">
          <DepositCard form={form} sign={currencySign(currency)} />
          <BalanceCard form={form} />
          <CollectCard form={form} />
          <WaysToPayCard form={form} />
          <CancelingCard form={form} />
          <MovingCard form={form} sign={currencySign(currency)} />
          <ExtrasCard form={form} sign={currencySign(currency)} />
        </div>
        <PolicyWords form={form} currency={currency} />
      </div>
      <div className="grid max-w-2xl gap-6">
        <FailureAlert failure={failure} />
        <SaveBar dirty={dirty} pending={pending} onDiscard={discard} />
      </div>
    </form>
  );
}

interface PartProps {
  form: UseFormReturn<PolicyForm>;
}

interface ShareOrSumProps<Name extends 'deposit' | 'moving' | 'waiver'> extends PartProps {
  name: Name;
  legend: string;
  options: FormChoiceProps<PolicyForm, Name, PolicyForm>['options'];
  /** What the number is called: "Deposit" makes "Deposit Percentage" and "Deposit Amount". */
  called: string;
  sign: string;
}

/** Something that costs nothing, a share, or a sum, and how much. */
function ShareOrSum<Name extends 'deposit' | 'moving' | 'waiver'>({
  form,
  name,
  legend,
  options,
  called,
  sign,
}: ShareOrSumProps<Name>) {
  const chosen: string = useWatch({ control: form.control, name });
  return (
    <>
      <FormChoice form={form} name={name} legend={legend} options={options} />
      {chosen === 'percent' ? (
        <AmountField
          form={form}
          name={`${name}Percent`}
          label={`${called} Percentage`}
          after="%"
          className="sm:max-w-56"
          max={100}
        />
      ) : null}
      {chosen === 'amount' ? (
        <AmountField
          form={form}
          name={`${name}Amount`}
          label={`${called} Amount`}
          before={sign}
          className="sm:max-w-56"
        />
      ) : null}
    </>
  );
}

function DepositCard({ form, sign }: PartProps & { sign: string }) {
  return (
    <Card>
      <CardHeader title="Deposit" description="The part of the total that is due on the day of booking." />
      <CardBody className="grid gap-4">
        <ShareOrSum
          form={form}
          name="deposit"
          called="Deposit"
          sign={sign}
          legend="Ask for"
          options={{
            none: ['No deposit', 'Everything is due with the balance.'],
            percent: ['A percentage', "A share of each booking's total."],
            amount: ['An amount', 'The same for every booking, but never more than its total.'],
          }}
        />
      </CardBody>
    </Card>
  );
}

function BalanceCard({ form }: PartProps) {
  const split = useWatch({ control: form.control, name: 'split' });
  return (
    <Card>
      <CardHeader title="Balance" description="When the rest is due. Late bookings are due at once." />
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
          legend="Customers pay it"
          options={{
            balance: ['In one payment', 'The deposit first, then the balance.'],
            instalments: [
              'In installments',
              "Equal parts of the total, spread from the day of booking to the balance's due day.",
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

function CollectCard({ form }: PartProps) {
  return (
    <Card>
      <CardHeader
        title="Payment With the Booking"
        description={
          <>
            What the booking form collects by card. It needs a{' '}
            <Link to={`${paths.settings}?tab=payments`} className="rounded-sm text-link underline">
              connected Stripe account
            </Link>
            .
          </>
        }
      />
      <CardBody>
        <FormChoice
          form={form}
          name="collectAtBooking"
          legend="Customers pay by card with their booking"
          options={{
            nothing: ['Nothing', 'They send a request, and pay later by a link.'],
            deposit: [
              'The deposit',
              'Letters are held for 30 minutes while they pay. The payment confirms the booking; without it nothing is booked.',
            ],
            all: ['The total', 'The same, with the whole price.'],
          }}
        />
      </CardBody>
    </Card>
  );
}

/** What a customer pays for another delivery day; it is proposed when a booking is moved, and charged by one press. */
function MovingCard({ form, sign }: PartProps & { sign: string }) {
  const { control } = form;
  const [moving, free] = useWatch({ control, name: ['moving', 'movingFree'] });
  return (
    <Card>
      <CardHeader
        title="Rescheduling"
        description="The fee for another delivery day. It is proposed when you move a booking; you decide whether to charge it."
      />
      <CardBody className="grid gap-4">
        <ShareOrSum
          form={form}
          name="moving"
          called="Rescheduling"
          sign={sign}
          legend="Rescheduling costs"
          options={{
            free: ['Nothing', 'Another day costs what the price list says for it.'],
            percent: ['A share of the total', "Of the booking's new total."],
            amount: ['A fixed fee', 'The same for every booking.'],
          }}
        />
        {moving === 'free' ? null : (
          <FormSwitch
            form={form}
            name="movingFree"
            label="Free for those who ask early"
            hint="Off: it always costs the fee."
          />
        )}
        {moving !== 'free' && free ? (
          <WholeNumberField
            form={form}
            name="movingDays"
            label="Rescheduling Free Up To"
            after="days before the delivery"
            min={0}
            max={365}
          />
        ) : null}
      </CardBody>
    </Card>
  );
}

function CancelingCard({ form }: PartProps) {
  const canceling = useWatch({ control: form.control, name: 'canceling' });
  return (
    <Card>
      <CardHeader
        title="Cancellation"
        description="Your share when a customer cancels. Anything paid beyond that goes back."
      />
      <CardBody className="grid gap-4">
        <FormChoice
          form={form}
          name="canceling"
          legend="Canceling costs"
          options={{
            hours: [
              'The deposit, after the free hours',
              'Free of charge up to the hours of your booking rules, then the deposit.',
            ],
            tiers: ['A share of the total, by steps', 'The later a customer cancels, the more you keep.'],
          }}
        />
        {canceling === 'tiers' ? <Tiers form={form} /> : null}
      </CardBody>
    </Card>
  );
}

/** What customers add to the price of their own choice: the damage waiver and a tip. */
function ExtrasCard({ form, sign }: PartProps & { sign: string }) {
  const { control } = form;
  const [waiver, tips] = useWatch({ control, name: ['waiver', 'tips'] });
  return (
    <Card>
      <CardHeader
        title="Damage Waiver and Tips"
        description="Lines of the price that customers choose. Say in your terms what the waiver covers."
      />
      <CardBody className="grid gap-4">
        <ShareOrSum
          form={form}
          name="waiver"
          called="Waiver"
          sign={sign}
          legend="Damage waiver"
          options={{
            none: ['No damage waiver', 'Nobody is offered one.'],
            percent: ['A share of the order', 'In percent, before delivery and sales tax.'],
            amount: ['A fixed fee', 'The same for every booking.'],
          }}
        />
        {waiver === 'none' ? null : (
          <FormSwitch
            form={form}
            name="waiverOptOut"
            label="Included unless declined"
            hint="Off: customers tick it themselves."
          />
        )}
        <FormSwitch form={form} name="tips" label="Customers can add a tip" hint="On your booking form." />
        {tips ? (
          <>
            <TextField
              form={form}
              name="tipShares"
              label="Suggested Tips in Percent"
              hint="Of the order. Customers can also enter an amount."
              className="sm:max-w-56"
              maxLength={60}
              autoComplete="off"
            />
            <FormSwitch
              form={form}
              name="tipsTaxable"
              label="Tips are taxed"
              hint="Tips that customers choose freely usually are not."
            />
          </>
        ) : null}
      </CardBody>
    </Card>
  );
}

function Tiers({ form }: PartProps) {
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

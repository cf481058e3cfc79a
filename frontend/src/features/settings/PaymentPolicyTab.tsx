import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { type PaymentPolicy, usePaymentPolicy, useSavePaymentPolicy } from '@/api/payment-policy';
import type { User } from '@/api/types';
import { changed } from '@/lib/keys';
import { paths } from '@/lib/paths';
import { currencySign } from '@/lib/typed-amount';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { FormSwitch } from '@/ui/FormSwitch';
import { Input } from '@/ui/Input';
import { Amount, WholeNumber } from './Amount';
import { Choice, Option } from './Choice';
import { DiscountCodes } from './DiscountCodes';
import { Loaded } from './Loaded';
import { PolicyWords } from './PolicyWords';
import { formOf, type PolicyForm, policyOf, policySchema } from './payment-policy-form';
import { FramedList, RemoveRow } from './RowList';
import { SaveBar } from './SaveBar';
import { useSavedForm } from './useSavedForm';
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

function DepositCard({ form, sign }: PartProps & { sign: string }) {
  const deposit = useWatch({ control: form.control, name: 'deposit' });
  const { errors } = form.formState;
  return (
    <Card>
      <CardHeader title="Deposit" description="The part of the total that is due on the day of booking." />
      <CardBody className="grid gap-4">
        <Choice legend="Ask for" error={errors.deposit?.message}>
          <Option
            label="No deposit"
            hint="Everything is due with the balance."
            value="none"
            {...form.register('deposit')}
          />
          <Option
            label="A percentage"
            hint="A share of each booking's total."
            value="percent"
            {...form.register('deposit')}
          />
          <Option
            label="An amount"
            hint="The same for every booking, but never more than its total."
            value="amount"
            {...form.register('deposit')}
          />
        </Choice>
        {deposit === 'percent' ? (
          <Field label="Deposit Percentage" error={errors.depositPercent?.message}>
            <Amount
              after="%"
              className="sm:max-w-56"
              max={100}
              {...form.register('depositPercent', { valueAsNumber: true })}
            />
          </Field>
        ) : null}
        {deposit === 'amount' ? (
          <Field label="Deposit Amount" error={errors.depositAmount?.message}>
            <Amount
              before={sign}
              className="sm:max-w-56"
              {...form.register('depositAmount', { valueAsNumber: true })}
            />
          </Field>
        ) : null}
      </CardBody>
    </Card>
  );
}

function BalanceCard({ form }: PartProps) {
  const split = useWatch({ control: form.control, name: 'split' });
  const { errors } = form.formState;
  return (
    <Card>
      <CardHeader title="Balance" description="When the rest is due. Late bookings are due at once." />
      <CardBody className="grid gap-4">
        <Field label="Balance Due" hint="0 means on the delivery day." error={errors.balanceDueDays?.message}>
          <Amount
            after="days before the delivery"
            className="sm:max-w-72"
            inputMode="numeric"
            max={365}
            step={1}
            {...form.register('balanceDueDays', { valueAsNumber: true })}
          />
        </Field>
        <Choice legend="Customers pay it" error={errors.split?.message}>
          <Option
            label="In one payment"
            hint="The deposit first, then the balance."
            value="balance"
            {...form.register('split')}
          />
          <Option
            label="In installments"
            hint="Equal parts of the total, spread from the day of booking to the balance's due day."
            value="instalments"
            {...form.register('split')}
          />
        </Choice>
        {split === 'instalments' ? (
          <Field label="Number of Installments" error={errors.instalments?.message}>
            <WholeNumber
              after="payments"
              min={2}
              max={24}
              {...form.register('instalments', { valueAsNumber: true })}
            />
          </Field>
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
        <Choice
          legend="Customers pay by card with their booking"
          error={form.formState.errors.collectAtBooking?.message}
        >
          <Option
            label="Nothing"
            hint="They send a request, and pay later by a link."
            value="nothing"
            {...form.register('collectAtBooking')}
          />
          <Option
            label="The deposit"
            hint="Letters are held for 30 minutes while they pay. The payment confirms the booking; without it nothing is booked."
            value="deposit"
            {...form.register('collectAtBooking')}
          />
          <Option
            label="The total"
            hint="The same, with the whole price."
            value="all"
            {...form.register('collectAtBooking')}
          />
        </Choice>
      </CardBody>
    </Card>
  );
}

/** What a customer pays for another delivery day; it is proposed when a booking is moved, and charged by one press. */
function MovingCard({ form, sign }: PartProps & { sign: string }) {
  const { control, register, formState } = form;
  const [moving, free] = useWatch({ control, name: ['moving', 'movingFree'] });
  const { errors } = formState;
  return (
    <Card>
      <CardHeader
        title="Rescheduling"
        description="The fee for another delivery day. It is proposed when you move a booking; you decide whether to charge it."
      />
      <CardBody className="grid gap-4">
        <Choice legend="Rescheduling costs" error={errors.moving?.message}>
          <Option
            label="Nothing"
            hint="Another day costs what the price list says for it."
            value="free"
            {...register('moving')}
          />
          <Option
            label="A share of the total"
            hint="Of the booking's new total."
            value="percent"
            {...register('moving')}
          />
          <Option
            label="A fixed fee"
            hint="The same for every booking."
            value="amount"
            {...register('moving')}
          />
        </Choice>
        {moving === 'percent' ? (
          <Field label="Rescheduling Percentage" error={errors.movingPercent?.message}>
            <Amount
              after="%"
              className="sm:max-w-56"
              max={100}
              {...register('movingPercent', { valueAsNumber: true })}
            />
          </Field>
        ) : null}
        {moving === 'amount' ? (
          <Field label="Rescheduling Amount" error={errors.movingAmount?.message}>
            <Amount
              before={sign}
              className="sm:max-w-56"
              {...register('movingAmount', { valueAsNumber: true })}
            />
          </Field>
        ) : null}
        {moving === 'free' ? null : (
          <FormSwitch
            control={control}
            name="movingFree"
            label="Free for those who ask early"
            hint="Off: it always costs the fee."
          />
        )}
        {moving !== 'free' && free ? (
          <Field label="Rescheduling Free Up To" error={errors.movingDays?.message}>
            <WholeNumber
              after="days before the delivery"
              min={0}
              max={365}
              {...register('movingDays', { valueAsNumber: true })}
            />
          </Field>
        ) : null}
      </CardBody>
    </Card>
  );
}

function CancelingCard({ form }: PartProps) {
  const canceling = useWatch({ control: form.control, name: 'canceling' });
  const { errors } = form.formState;
  return (
    <Card>
      <CardHeader
        title="Cancellation"
        description="Your share when a customer cancels. Anything paid beyond that goes back."
      />
      <CardBody className="grid gap-4">
        <Choice legend="Canceling costs" error={errors.canceling?.message}>
          <Option
            label="The deposit, after the free hours"
            hint="Free of charge up to the hours of your booking rules, then the deposit."
            value="hours"
            {...form.register('canceling')}
          />
          <Option
            label="A share of the total, by steps"
            hint="The later a customer cancels, the more you keep."
            value="tiers"
            {...form.register('canceling')}
          />
        </Choice>
        {canceling === 'tiers' ? <Tiers form={form} /> : null}
      </CardBody>
    </Card>
  );
}

/** What customers add to the price of their own choice: the damage waiver and a tip. */
function ExtrasCard({ form, sign }: PartProps & { sign: string }) {
  const { control, register, formState } = form;
  const [waiver, tips] = useWatch({ control, name: ['waiver', 'tips'] });
  const { errors } = formState;
  return (
    <Card>
      <CardHeader
        title="Damage Waiver and Tips"
        description="Lines of the price that customers choose. Say in your terms what the waiver covers."
      />
      <CardBody className="grid gap-4">
        <Choice legend="Damage waiver" error={errors.waiver?.message}>
          <Option
            label="No damage waiver"
            hint="Nobody is offered one."
            value="none"
            {...register('waiver')}
          />
          <Option
            label="A share of the order"
            hint="In percent, before delivery and sales tax."
            value="percent"
            {...register('waiver')}
          />
          <Option
            label="A fixed fee"
            hint="The same for every booking."
            value="amount"
            {...register('waiver')}
          />
        </Choice>
        {waiver === 'percent' ? (
          <Field label="Waiver Percentage" error={errors.waiverPercent?.message}>
            <Amount
              after="%"
              className="sm:max-w-56"
              max={100}
              {...register('waiverPercent', { valueAsNumber: true })}
            />
          </Field>
        ) : null}
        {waiver === 'amount' ? (
          <Field label="Waiver Amount" error={errors.waiverAmount?.message}>
            <Amount
              before={sign}
              className="sm:max-w-56"
              {...register('waiverAmount', { valueAsNumber: true })}
            />
          </Field>
        ) : null}
        {waiver === 'none' ? null : (
          <FormSwitch
            control={control}
            name="waiverOptOut"
            label="Included unless declined"
            hint="Off: customers tick it themselves."
          />
        )}
        <FormSwitch
          control={control}
          name="tips"
          label="Customers can add a tip"
          hint="On your booking form."
        />
        {tips ? (
          <>
            <Field
              label="Suggested Tips in Percent"
              hint="Of the order. Customers can also enter an amount."
              error={errors.tipShares?.message}
            >
              <Input className="sm:max-w-56" maxLength={60} autoComplete="off" {...register('tipShares')} />
            </Field>
            <FormSwitch
              control={control}
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
  const { errors } = form.formState;
  const said = errors.tiers?.message ?? errors.tiers?.root?.message;
  return (
    <FramedList
      legend="Steps"
      rows={rows.fields}
      noun="step"
      columns="sm:grid-cols-[1fr_1fr_auto]"
      fault={said}
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
        const faults = errors.tiers?.[index];
        return (
          <>
            <Field label="Canceled Up To" error={faults?.daysBefore?.message}>
              <Amount
                after="days before"
                inputMode="numeric"
                max={365}
                step={1}
                {...form.register(`tiers.${index}.daysBefore`, { valueAsNumber: true })}
              />
            </Field>
            <Field label="You Keep" error={faults?.keepPercent?.message}>
              <Amount
                after="% of the total"
                max={100}
                {...form.register(`tiers.${index}.keepPercent`, { valueAsNumber: true })}
              />
            </Field>
            <div className="flex items-start sm:pt-6">
              <RemoveRow called={called} onClick={() => rows.remove(index)} />
            </div>
          </>
        );
      }}
    </FramedList>
  );
}

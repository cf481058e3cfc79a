import { useState } from 'react';
import { type MoneyEntry, useRefund } from '@/api/booking-money';
import { useMadeCharges } from '@/api/charges';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { useSignedInUser } from '@/api/user';
import { newKey } from '@/booking-form/idempotency';
import { useEmailPromise } from '@/components/booking/EmailChoice';
import { entryName } from '@/components/money-entry';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { taxInText } from '@/lib/tax-name';
import { amountOf, amountText } from '@/lib/typed-amount';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { AmountInput, Input, Select } from '@/ui/Input';
import { SwitchField } from '@/ui/SwitchField';
import { toast } from '@/ui/toast-store';

/** Refunds a payment in full or in part. The button shows the amount. */
export function RefundPayment({
  bookingId,
  payment,
  most = payment.refundable,
  charged = false,
  currency,
  onClose,
}: {
  bookingId: number;
  payment: MoneyEntry;
  /** Initial amount; by default the full refundable amount. */
  most?: number | undefined;
  /** Whether the customer owes charges in addition to the price. */
  charged?: boolean;
  currency: string;
  onClose: () => void;
}) {
  const format = useFormat();
  const refund = useRefund(bookingId);
  const taxWord = taxInText(useSignedInUser());
  const [key, setKey] = useState(() => newKey());
  const [typed, setTyped] = useState(amountText(most, currency));
  const [note, setNote] = useState('');
  const [byHand, setByHand] = useState(false);
  const [again, setAgain] = useState(false);
  const charges = useMadeCharges(bookingId, charged);
  const [chargeId, setChargeId] = useState('');
  const [touched, setTouched] = useState(false);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const units = amountOf(typed);
  const byCard = payment.kind === 'card';
  const refused = refund.error instanceof ApiError ? refund.error : null;
  const change = <Value,>(set: (value: Value) => void, value: Value) => {
    set(value);
    setKey(newKey());
    setTouched(true);
    setFault(undefined);
    refund.reset();
  };
  const promise = useEmailPromise("We'll email your customer about the refund.");
  const submit = () => {
    if (units === null || units > payment.refundable) {
      setFault(`Please enter an amount up to ${formatMoney(payment.refundable, currency)}`);
      return;
    }
    refund.mutate(
      {
        paymentId: payment.id,
        key,
        amount: units,
        note: note.trim() || null,
        byHand: byCard && byHand,
        meaning: again ? 'repay' : 'reduce',
        ...(again || chargeId === '' ? {} : { chargeId: Number(chargeId) }),
      },
      {
        onSuccess: () => {
          toast({ title: 'Refund sent', description: formatMoney(units, currency) });
          onClose();
        },
        onError: (error) => {
          if (error instanceof ApiError && error.refusedByProvider) setKey(newKey());
        },
      },
    );
  };
  const faults: Readonly<Record<string, string>> = refused?.fields ?? {};
  return (
    <FormDialog
      onClose={onClose}
      title={`Refund: ${entryName(payment)}`}
      description={
        byCard && !byHand
          ? "We refund the card immediately, and you can't undo it. The customer sees the refund within five to ten business days."
          : `Return the money yourself, then record it here. ${promise}`
      }
      onSubmit={submit}
      submitLabel={units === null ? 'Refund' : `Refund ${formatMoney(units, currency)}`}
      pendingLabel="Refunding..."
      error={refund.error === null || Object.keys(faults).length > 0 ? null : failureOf(format, refund.error)}
      pending={refund.isPending}
      unsaved={touched}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={`Amount (${currency})`}
          error={fault ?? faults.amount}
          hint={`Up to ${formatMoney(payment.refundable, currency)}.`}
          required
        >
          <AmountInput value={typed} onChange={(event) => change(setTyped, event.target.value)} />
        </Field>
        <Field label="Note (Optional)" error={faults.note} hint="Only you see this.">
          <Input value={note} maxLength={500} onChange={(event) => change(setNote, event.target.value)} />
        </Field>
        <div className="sm:col-span-2">
          <SwitchField
            label="The customer will pay again"
            hint="For example with another card. If this is off, the booking's price is reduced by this amount."
            checked={again}
            onChange={(on) => change(setAgain, on)}
          />
        </div>
        {charges.length === 0 || again ? null : (
          <Field
            label="What It’s For"
            error={faults.chargeId}
            hint={`The ${taxWord} of this part is reduced with it.`}
          >
            <Select value={chargeId} onChange={(event) => change(setChargeId, event.target.value)}>
              <option value="">The price, or a charge of exactly this amount</option>
              {charges.map(({ id, name, amount, tax }) => (
                <option key={id} value={id}>
                  {name}: {formatMoney((amount ?? 0) + tax, currency)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {byCard ? (
          <div className="sm:col-span-2">
            <SwitchField
              label="I’ll refund it another way"
              hint="In cash or by transfer, if the card can't be refunded."
              checked={byHand}
              onChange={(on) => change(setByHand, on)}
            />
          </div>
        ) : null}
      </div>
    </FormDialog>
  );
}

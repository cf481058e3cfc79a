import { useState } from 'react';
import { type MoneyEntry, useRefund } from '@/api/booking-money';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { newKey } from '@/booking-form/idempotency';
import { useEmailPromise } from '@/components/booking/EmailChoice';
import { entryName } from '@/components/money-entry';
import { formatMoney } from '@/lib/money';
import { amountOf } from '@/lib/typed-amount';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { AmountInput, Input } from '@/ui/Input';
import { SwitchField } from '@/ui/SwitchField';
import { toast } from '@/ui/toast-store';

/** Gives a payment back, whole or in part; the button says how much before it is pressed. */
export function RefundPayment({
  bookingId,
  payment,
  most = payment.refundable,
  currency,
  onClose,
}: {
  bookingId: number;
  payment: MoneyEntry;
  /** How much of it to refund; all that can be, unless set. */
  most?: number | undefined;
  currency: string;
  onClose: () => void;
}) {
  const refund = useRefund(bookingId);
  const [key, setKey] = useState(() => newKey());
  const [typed, setTyped] = useState(most.toFixed(2));
  const [note, setNote] = useState('');
  const [byHand, setByHand] = useState(false);
  const [again, setAgain] = useState(false);
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
  const promise = useEmailPromise('Your customer gets an email about it.');
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
      },
      {
        onSuccess: () => {
          toast({ title: 'Refund made', description: formatMoney(units, currency) });
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
          ? 'The money goes back to the card at once and cannot be called back. It takes five to ten business days to show.'
          : `Give the money back yourself, then enter it here. ${promise}`
      }
      onSubmit={submit}
      submitLabel={units === null ? 'Refund' : `Refund ${formatMoney(units, currency)}`}
      pendingLabel="Refunding..."
      error={refund.error === null || Object.keys(faults).length > 0 ? null : failureOf(refund.error)}
      pending={refund.isPending}
      unsaved={touched}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={`Amount (${currency})`}
          error={fault ?? faults.amount}
          hint={`At most ${formatMoney(payment.refundable, currency)}.`}
          required
        >
          <AmountInput value={typed} onChange={(event) => change(setTyped, event.target.value)} />
        </Field>
        <Field label="Note (Optional)" error={faults.note} hint="For you alone.">
          <Input value={note} maxLength={500} onChange={(event) => change(setNote, event.target.value)} />
        </Field>
        <div className="sm:col-span-2">
          <SwitchField
            label="The customer pays it again"
            hint="For example with another card. Otherwise the booking costs this much less."
            checked={again}
            onChange={(on) => change(setAgain, on)}
          />
        </div>
        {byCard ? (
          <div className="sm:col-span-2">
            <SwitchField
              label="I return it another way"
              hint="In cash or by transfer, when the card does not take it any more."
              checked={byHand}
              onChange={(on) => change(setByHand, on)}
            />
          </div>
        ) : null}
      </div>
    </FormDialog>
  );
}

import { useState } from 'react';
import { type BookingMoney, useRequestPayment } from '@/api/booking-money';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { useEmailPromise } from '@/components/booking/EmailChoice';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { amountOf, amountText } from '@/lib/typed-amount';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { AmountInput, Textarea } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

/** Emails the customer a request to pay the balance, or a part of it. */
export function RequestPayment({
  bookingId,
  money: { currency, balanceDue, depositDue },
  onClose,
}: {
  bookingId: number;
  money: BookingMoney;
  onClose: () => void;
}) {
  const format = useFormat();
  const request = useRequestPayment(bookingId);
  const [amount, setAmount] = useState(amountText(depositDue > 0 ? depositDue : balanceDue, currency));
  const [note, setNote] = useState('');
  const [touched, setTouched] = useState(false);
  const [fault, setFault] = useState<string>();
  const promise = useEmailPromise('The email includes a button to pay this amount.');
  const sent = useEmailPromise("We're emailing your customer.");
  const faults: Readonly<Record<string, string>> =
    request.error instanceof ApiError ? request.error.fields : {};
  // The email address is not a field of this form, so its errors are shown above the buttons.
  const failure =
    request.error === null || faults.amount !== undefined || faults.note !== undefined
      ? null
      : faults.customerEmail === undefined
        ? failureOf(format, request.error)
        : { sentence: faults.customerEmail, details: [] };
  const changing = (set: (value: string) => void) => (value: string) => {
    set(value);
    setTouched(true);
    setFault(undefined);
    request.reset();
  };
  const submit = () => {
    const units = amountOf(amount);
    if (units === null || units > balanceDue) {
      setFault(`Please enter an amount up to ${formatMoney(balanceDue, currency)}`);
      return;
    }
    request.mutate(
      { amount: units, note: note.trim() || null },
      {
        onSuccess: () => {
          toast({ title: `Payment of ${formatMoney(units, currency)} requested`, description: sent });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Request Payment"
      description={`${formatMoney(balanceDue, currency)} is due on this booking.`}
      onSubmit={submit}
      submitLabel="Send Request"
      pendingLabel="Sending..."
      error={failure}
      pending={request.isPending}
      unsaved={touched}
    >
      <div className="grid gap-4">
        <Field label={`Amount (${currency})`} error={fault ?? faults.amount} hint={promise} required>
          <AmountInput
            className="sm:max-w-56"
            value={amount}
            onChange={(event) => changing(setAmount)(event.target.value)}
          />
        </Field>
        <Field label="Note (Optional)" error={faults.note} hint="Included in the email.">
          <Textarea
            rows={3}
            maxLength={1000}
            value={note}
            onChange={(event) => changing(setNote)(event.target.value)}
          />
        </Field>
      </div>
    </FormDialog>
  );
}

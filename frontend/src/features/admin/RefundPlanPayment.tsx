import { useState } from 'react';
import { type SubscriptionDetails, useRefundPlanPayment } from '@/api/admin';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { newKey } from '@/booking-form/idempotency';
import { formatDay } from '@/lib/dates';
import { formatCents } from '@/lib/money';
import { amountOf } from '@/lib/typed-amount';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { AmountInput } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

/** Refunds a payment for a plan, in full or in part; the button says how much before it is pressed. */
export function RefundPlanPayment({
  subscriptionId,
  payment,
  onClose,
}: {
  subscriptionId: number;
  payment: SubscriptionDetails['payments'][number];
  onClose: () => void;
}) {
  const currency = payment.currency.toUpperCase();
  const money = (cents: number) => formatCents(cents, currency);
  const most = (payment.refundable / 100).toFixed(2);
  const refund = useRefundPlanPayment(subscriptionId);
  const [key, setKey] = useState(() => newKey());
  const [typed, setTyped] = useState(most);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const units = amountOf(typed);
  const cents = units === null ? null : Math.round(units * 100);
  const refused = refund.error instanceof ApiError ? refund.error.fields.amount : undefined;
  const submit = () => {
    if (cents === null || cents > payment.refundable) {
      setFault(`Please enter an amount up to ${money(payment.refundable)}`);
      return;
    }
    refund.mutate(
      { paymentId: payment.id, key, amount: cents },
      {
        onSuccess: () => {
          toast({ title: 'Success', description: `Refunded ${money(cents)}` });
          onClose();
        },
        onError: (error) => {
          if (error instanceof ApiError && error.refusedByProvider) setKey(newKey());
        },
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Refund Payment"
      description={`${money(payment.amount)} of ${formatDay(payment.createdAt)}`}
      onSubmit={submit}
      submitLabel={cents === null ? 'Refund' : `Refund ${money(cents)}`}
      pendingLabel="Refunding..."
      error={refund.error === null || refused !== undefined ? null : failureOf(refund.error)}
      pending={refund.isPending}
      unsaved={typed !== most}
    >
      <div className="grid gap-4">
        <Field
          label={`Amount (${currency})`}
          error={fault ?? refused}
          hint={`At most ${money(payment.refundable)}.`}
          required
        >
          <AmountInput
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setKey(newKey());
              setFault(undefined);
              refund.reset();
            }}
          />
        </Field>
        <p className="text-pretty text-soft text-sm">
          The money goes back to the card at once and cannot be called back. It takes five to ten business
          days to show. The plan goes on: cancel it to stop further payments.
        </p>
      </div>
    </FormDialog>
  );
}

import { useState } from 'react';
import { type SubscriptionDetails, useRefundPlanPayment } from '@/api/admin';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { newKey } from '@/booking-form/idempotency';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatCents } from '@/lib/money';
import { amountOf, amountText } from '@/lib/typed-amount';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { AmountInput } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

/** Dialog that refunds a subscription payment, in full or in part. The button states the amount. */
export function RefundPlanPayment({
  subscriptionId,
  payment,
  onClose,
}: {
  subscriptionId: number;
  payment: SubscriptionDetails['payments'][number];
  onClose: () => void;
}) {
  const format = useFormat();
  const currency = payment.currency.toUpperCase();
  const money = (cents: number) => formatCents(cents, currency);
  const most = amountText(payment.refundable / 100, currency);
  const refund = useRefundPlanPayment(subscriptionId);
  const [key, setKey] = useState(() => newKey());
  const [typed, setTyped] = useState(most);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const units = amountOf(typed);
  const cents = units === null ? null : Math.round(units * 100);
  const refused = refund.error instanceof ApiError ? refund.error.fields.amount : undefined;
  const submit = () => {
    if (cents === null || cents > payment.refundable) {
      setFault(`Enter an amount up to ${money(payment.refundable)}`);
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
      description={`${money(payment.amount)}, paid ${formatDay(format, payment.createdAt)}`}
      onSubmit={submit}
      submitLabel={cents === null ? 'Refund' : `Refund ${money(cents)}`}
      pendingLabel="Refunding..."
      error={refund.error === null || refused !== undefined ? null : failureOf(format, refund.error)}
      pending={refund.isPending}
      unsaved={typed !== most}
    >
      <div className="grid gap-4">
        <Field
          label={`Amount (${currency})`}
          error={fault ?? refused}
          hint={`Up to ${money(payment.refundable)}.`}
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
          The refund goes to the card and can’t be reversed. It usually appears within 5 to 10 business days.
          The subscription stays active. Cancel it to stop future charges.
        </p>
      </div>
    </FormDialog>
  );
}

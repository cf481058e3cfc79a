import { useState } from 'react';
import { failureOf } from '@/api/form-errors';
import { useCreditBooking } from '@/api/gift-cards';
import { GiftCardCode } from '@/components/GiftCardCode';
import { useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';

/** Button that turns a refund due into a credit for a later booking, and shows the code. */
export function KeepAsCredit({ bookingId, amount }: { bookingId: number; amount: string }) {
  const format = useFormat();
  const credit = useCreditBooking(bookingId);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button kind="secondary" size="sm" onClick={() => setAsking(true)}>
        Keep as Credit
      </Button>
      {asking && credit.data === undefined ? (
        <ConfirmDialog
          title={`Keep ${amount} as a credit?`}
          description="We’ll create a code that the customer can use for a later booking. No money is refunded."
          destructive={false}
          confirmLabel="Create Credit"
          pendingLabel="Creating..."
          pending={credit.isPending}
          error={credit.error === null ? null : failureOf(format, credit.error)}
          onConfirm={() => credit.mutate()}
          onClose={() => setAsking(false)}
        />
      ) : null}
      {credit.data === undefined ? null : <GiftCardCode card={credit.data} onClose={credit.reset} />}
    </>
  );
}

import { useState } from 'react';
import { failureOf } from '@/api/form-errors';
import { useCreditBooking } from '@/api/gift-cards';
import { GiftCardCode } from '@/components/GiftCardCode';
import { useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';

/** Turns the money to return into a credit for a later booking, and shows its code. */
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
          description="You get a code that pays a later booking. Nothing is refunded to the customer."
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

import { type ReactNode, useCallback, useState } from 'react';
import { useChangeStatus } from '@/api/bookings';
import { sentenceOf } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import type { Booking, Shortage } from '@/api/types';
import { OverbookDialog } from '@/booking-parts/OverbookDialog';
import { shortagesOf } from '@/booking-parts/stock';
import { formatMoney } from '@/lib/money';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { toast } from '@/ui/toast-store';
import { actionTexts, type BookingAction, signText, updateFailed } from './actions';

/** What is being asked before a booking is changed. */
type Asking =
  | { kind: 'cancel'; booking: Booking }
  | { kind: 'overbook'; booking: Booking; sentence: string; shortages: readonly Shortage[] };

export interface BookingActions {
  run: (action: BookingAction, booking: Booking) => void;
  /** The booking that is being changed now. */
  busyId: number | null;
  /** The questions that actions ask; to be put on the page once. */
  dialogs: ReactNode;
}

/** What was paid stays with the business until it says otherwise; nothing for those who see no money. */
function paidNote({ totalPrice, balanceDue }: Booking, currency: string): string {
  const paid = totalPrice - balanceDue;
  return paid > 0
    ? ` ${formatMoney(paid, currency)} has been paid and does not go back by itself: return it in the booking, under Money.`
    : '';
}

/** Confirms, cancels and completes bookings: asks where something is lost, says what came of it. */
export function useBookingActions(currency: string): BookingActions {
  const change = useChangeStatus();
  const [asking, setAsking] = useState<Asking | null>(null);
  const { mutate, reset } = change;

  const send = useCallback(
    (action: BookingAction, booking: Booking, overbookReason?: string) => {
      const { to, done } = actionTexts[action];
      mutate(
        { id: booking.id, status: to, ...(overbookReason !== undefined && { overbookReason }) },
        {
          onSuccess: () => {
            setAsking(null);
            toast({ title: done, description: `${booking.customerName}, ${signText(booking)}` });
          },
          onError: (error) => {
            const shortages = action === 'confirm' ? shortagesOf(error) : null;
            if (shortages !== null) {
              // The question says all there is to say; a toast would only cover it.
              setAsking({ kind: 'overbook', booking, sentence: sentenceOf(error), shortages });
              return;
            }
            toast({ title: updateFailed, description: sentenceOf(error), destructive: true });
          },
        },
      );
    },
    [mutate],
  );
  const run = useCallback(
    (action: BookingAction, booking: Booking) => {
      reset();
      if (action === 'cancel') setAsking({ kind: 'cancel', booking });
      else send(action, booking);
    },
    [reset, send],
  );

  const failure = change.error === null ? null : failureOf(change.error);
  const dialogs = (
    <>
      <ConfirmDialog
        open={asking?.kind === 'cancel'}
        onOpenChange={(open) => open || setAsking(null)}
        title={`Cancel booking #${asking?.booking.number ?? ''}?`}
        description={
          asking === null
            ? ''
            : `${asking.booking.customerName}, ${signText(asking.booking)}. Its letters become free for others. A canceled booking cannot be taken up again.${paidNote(asking.booking, currency)}`
        }
        confirmLabel="Cancel Booking"
        pendingLabel="Canceling..."
        cancelLabel="Keep Booking"
        onConfirm={() => asking !== null && send('cancel', asking.booking)}
        error={failure}
        pending={change.isPending}
      />
      {asking?.kind === 'overbook' ? (
        <OverbookDialog
          message={asking.booking.message}
          explanation="The letters were held for a while and have since been given to other bookings. You can confirm all the same when you get the missing letters elsewhere; the booking is then marked."
          sentence={asking.sentence}
          shortages={asking.shortages}
          failure={change.error === null || shortagesOf(change.error) !== null ? null : failure}
          pending={change.isPending}
          onOverbook={(reason) => send('confirm', asking.booking, reason)}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  );
  return { run, busyId: change.isPending ? (change.variables?.id ?? null) : null, dialogs };
}

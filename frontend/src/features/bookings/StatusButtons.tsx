import type { Booking } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { dayIn } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { CloseFooter, DialogFooter } from '@/ui/Dialog';
import { actionTexts, type BookingAction, isEarly } from './actions';
import { useOffered } from './rights';

export interface StatusButtonsProps {
  booking: Booking;
  busy: boolean;
  onAction: (action: BookingAction, booking: Booking) => void;
  onClose: () => void;
}

/**
 * What comes next for a booking, at the foot of its details.
 *
 * Confirm Booking has the right end to itself: a second tap there meets nothing, whatever the first one has changed. On a
 * phone Mark as Completed therefore takes the row above.
 */
export function StatusButtons({ booking, busy, onAction, onClose }: StatusButtonsProps) {
  const offered = useOffered()(booking);
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  const { cancel, complete, confirm } = actionTexts;
  if (!offered.some((action) => action !== 'reopen')) {
    return <CloseFooter onClose={onClose} />;
  }
  return (
    <DialogFooter>
      {offered.includes('complete') ? (
        <Button
          kind={isEarly(booking, today) ? 'secondary' : 'primary'}
          pending={busy}
          className="max-sm:basis-full"
          onClick={() => onAction('complete', booking)}
        >
          {complete.label}
        </Button>
      ) : null}
      {offered.includes('cancel') ? (
        <Button
          kind="secondary"
          disabled={busy}
          className="text-danger max-sm:flex-1"
          onClick={() => onAction('cancel', booking)}
        >
          {cancel.label}
        </Button>
      ) : null}
      {offered.includes('confirm') ? (
        <Button pending={busy} className="w-36 px-0" onClick={() => onAction('confirm', booking)}>
          {confirm.label}
        </Button>
      ) : (
        <span aria-hidden="true" className="w-36" />
      )}
    </DialogFooter>
  );
}

import type { Booking } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { dayIn, formatMoment } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { Button } from '@/ui/Button';
import { CloseFooter, DialogFooter } from '@/ui/Dialog';
import { actionTexts, type BookingAction, isEarly } from './actions';
import { useOffered } from './rights';

/** What confirming a request does to its authorized card. Staff see no amount. */
function authorizedText(format: Format, booking: Booking, currency: string): string {
  const amount = 'authorized' in booking ? ` for ${formatMoney(booking.authorized, currency)}` : '';
  const until =
    booking.authorizedUntil === null ? '' : ` until ${formatMoment(format, booking.authorizedUntil)}`;
  return `Card authorized${amount}${until}; confirming charges it.`;
}

export interface StatusButtonsProps {
  booking: Booking;
  busy: boolean;
  onAction: (action: BookingAction, booking: Booking) => void;
  onClose: () => void;
}

/**
 * The next actions for a booking, in the footer of its details.
 *
 * Confirm Booking stays alone at the right end, so that an accidental second tap, after the buttons have
 * changed, has no effect. On phones, Mark as Completed therefore moves to the row above.
 */
export function StatusButtons({ booking, busy, onAction, onClose }: StatusButtonsProps) {
  const offered = useOffered()(booking);
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  const format = useFormat();
  const currency = useSignedInUser().currency ?? 'USD';
  const { cancel, complete, confirm } = actionTexts;
  if (!offered.some((action) => action !== 'reopen')) {
    return <CloseFooter onClose={onClose} />;
  }
  const { authorizedUntil } = booking;
  return (
    <DialogFooter>
      {offered.includes('confirm') && authorizedUntil !== null ? (
        <p className="basis-full text-soft text-sm sm:mr-auto sm:basis-0 sm:grow">
          {authorizedText(format, booking, currency)}
        </p>
      ) : null}
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

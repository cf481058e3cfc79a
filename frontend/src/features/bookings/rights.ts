import { useCan } from '@/api/rights';
import type { Booking, BookingStatus } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { dayIn } from '@/lib/dates';
import { actionsFor, type BookingAction, isEarly } from './actions';
import { isMovable } from './edit/move';

/** Return a predicate on statuses: true if the user may move such bookings to other days. */
export function useMovable(): (status: BookingStatus) => boolean {
  const may = useCan('handleBookings');
  return (status) => may && isMovable(status);
}

/**
 * Return the actions that the user may take on a booking. Staff may only complete it, from its pickup day on.
 */
export function useOffered(): (booking: Booking) => readonly BookingAction[] {
  const handles = useCan('handleBookings');
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  return (booking) =>
    actionsFor(booking.status).filter(
      (action) => handles || (action === 'complete' && !isEarly(booking, today)),
    );
}

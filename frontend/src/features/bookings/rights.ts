import { useCan } from '@/api/rights';
import type { Booking, BookingStatus } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { dayIn } from '@/lib/dates';
import { actionsFor, type BookingAction, isEarly } from './actions';
import { isMovable } from './edit/move';

/** Tells which bookings the person may move to other days, by their status. */
export function useMovable(): (status: BookingStatus) => boolean {
  const may = useCan('handleBookings');
  return (status) => may && isMovable(status);
}

/** Returns the actions that the person may take on a booking: staff only complete it, from its pickup day on. */
export function useOffered(): (booking: Booking) => readonly BookingAction[] {
  const handles = useCan('handleBookings');
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  return (booking) =>
    actionsFor(booking.status).filter(
      (action) => handles || (action === 'complete' && !isEarly(booking, today)),
    );
}

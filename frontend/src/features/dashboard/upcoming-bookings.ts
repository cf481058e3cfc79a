import type { Booking } from '@/api/types';

/** At most five bookings that are still to be done, the earliest delivery first (specification, section 9). */
export function upcomingBookings(bookings: readonly Booking[]): Booking[] {
  return bookings
    .filter((booking) => booking.status === 'pending' || booking.status === 'confirmed')
    .toSorted((a, b) => Date.parse(a.deliveryDate) - Date.parse(b.deliveryDate))
    .slice(0, 5);
}

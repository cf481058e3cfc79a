import type { CalendarBooking } from '@/api/types';
import { dayOf } from '@/lib/dates';
import { counted } from '@/lib/words';

/** A place that a van goes to, once for each delivery and each pickup. */
export interface Stop {
  readonly kind: 'delivery' | 'pickup';
  readonly at: string;
  readonly booking: CalendarBooking;
}

/** What goes out and comes back on a day, by the clock; a booking of one day stops twice. */
export function stopsOf(rentals: readonly CalendarBooking[], day: string): readonly Stop[] {
  return rentals
    .flatMap((booking): Stop[] => [
      { kind: 'delivery', at: booking.deliveryDate, booking },
      { kind: 'pickup', at: booking.pickupDate, booking },
    ])
    .filter(({ at }) => dayOf(at) === day)
    .sort((one, other) => one.at.localeCompare(other.at) || one.booking.id - other.booking.id);
}

/** Stops in words: "2 deliveries, 1 pickup"; nothing for none. */
export function stopsInWords(stops: readonly { readonly kind: 'delivery' | 'pickup' }[]): string {
  const deliveries = stops.filter(({ kind }) => kind === 'delivery').length;
  const pickups = stops.length - deliveries;
  return [
    ...(deliveries === 0 ? [] : [deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`]),
    ...(pickups === 0 ? [] : [counted(pickups, 'pickup')]),
  ].join(', ');
}

import type { CalendarBooking } from '@/api/types';
import { dayOf } from '@/lib/dates';
import { counted } from '@/lib/words';

/** A stop of a van: one for each delivery and each pickup. */
export interface Stop {
  readonly kind: 'delivery' | 'pickup';
  readonly at: string;
  /** True if the time in `at` was set. Default times are only used for sorting. */
  readonly timeGiven: boolean;
  readonly booking: CalendarBooking;
}

/** The deliveries and pickups of a day in chronological order. A one-day booking has two stops. */
export function stopsOf(rentals: readonly CalendarBooking[], day: string): readonly Stop[] {
  return rentals
    .flatMap((booking): Stop[] => [
      { kind: 'delivery', at: booking.deliveryDate, timeGiven: booking.deliveryTimeGiven, booking },
      { kind: 'pickup', at: booking.pickupDate, timeGiven: booking.pickupTimeGiven, booking },
    ])
    .filter(({ at }) => dayOf(at) === day)
    .sort((one, other) => one.at.localeCompare(other.at) || one.booking.id - other.booking.id);
}

/** Describe stops: "2 deliveries, 1 pickup"; empty if there are none. */
export function stopsInWords(stops: readonly { readonly kind: 'delivery' | 'pickup' }[]): string {
  const deliveries = stops.filter(({ kind }) => kind === 'delivery').length;
  const pickups = stops.length - deliveries;
  return [
    ...(deliveries === 0 ? [] : [deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`]),
    ...(pickups === 0 ? [] : [counted(pickups, 'pickup')]),
  ].join(', ');
}

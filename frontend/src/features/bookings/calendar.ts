/** Deliveries and pickups of a month, day by day. */
import type { Booking } from '@/api/types';
import { addDays, addMonths, weekday } from '@/booking-form/dates';
import { dayOf } from '@/lib/dates';

/** No rental is longer than this many days (rule B2), so a pickup's delivery is never further back. */
const longestRental = 90;

export interface Errand {
  kind: 'delivery' | 'pickup';
  day: string;
  /** "2027-06-01T08:00:00-04:00" */
  at: string;
  booking: Booking;
}

/** The days of a month ("2027-06") in whole weeks from Sunday, with days of its neighbours. */
export function monthGrid(month: string): string[][] {
  const first = `${month}-01`;
  const last = addDays(addMonths(first, 1), -1);
  const weeks: string[][] = [];
  for (let sunday = addDays(first, -weekday(first)); sunday <= last; sunday = addDays(sunday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, offset) => addDays(sunday, offset)));
  }
  return weeks;
}

/** The deliveries that have to be read to know every errand of a month's grid. */
export function deliveriesFor(month: string): { from: string; to: string } {
  const days = monthGrid(month).flat();
  const [from = '', to = ''] = [days[0], days.at(-1)];
  return { from: addDays(from, -longestRental), to };
}

/** The errands of bookings by day, each day in the order of the clock. */
export function errandsByDay(bookings: readonly Booking[]): Map<string, Errand[]> {
  const days = new Map<string, Errand[]>();
  const add = (kind: Errand['kind'], at: string, booking: Booking) => {
    const day = dayOf(at);
    const errands = days.get(day) ?? [];
    errands.push({ kind, day, at, booking });
    days.set(day, errands);
  };
  for (const booking of bookings) {
    add('delivery', booking.deliveryDate, booking);
    add('pickup', booking.pickupDate, booking);
  }
  for (const errands of days.values()) {
    // Within a day, the wall clock's text sorts like the clock.
    errands.sort(
      (a, b) => a.at.slice(11, 16).localeCompare(b.at.slice(11, 16)) || a.booking.id - b.booking.id,
    );
  }
  return days;
}

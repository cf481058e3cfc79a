/** Deliveries, pickups and rentals of a month or a week by day. */

import type { CalendarBooking } from '@/api/types';
import { addDays, daysBetween } from '@/booking-form/dates';
import { addMonths, weekColumn } from '@/booking-form/months';
import { dayOf } from '@/lib/dates';
import { isDayFirst } from '@/lib/day-order';
import type { Format } from '@/lib/format';

export interface Stop {
  kind: 'delivery' | 'pickup';
  day: string;
  /** "2027-06-01T08:00:00-04:00" */
  at: string;
  /** True if the time in `at` was set. Default times are only used for sorting. */
  timeGiven: boolean;
  booking: CalendarBooking;
}

/** A rental over several days as a bar across a week. */
export interface Bar {
  booking: CalendarBooking;
  /** Column indexes from 0 to 6, inclusive. */
  first: number;
  last: number;
  /** True if the rental continues before or after this week. */
  before: boolean;
  after: boolean;
  lane: number;
}

/** The days of a month ("2027-06") in whole weeks, including days of adjacent months. */
export function monthGrid(format: Format, month: string): string[][] {
  const first = `${month}-01`;
  const last = addDays(addMonths(first, 1), -1);
  const weeks: string[][] = [];
  for (let begin = addDays(first, -weekColumn(format, first)); begin <= last; begin = addDays(begin, 7)) {
    weeks.push(weekOf(format, begin));
  }
  return weeks;
}

/** The week of a day, starting on the business's first day of the week. */
export function weekOf(format: Format, day: string): string[] {
  const begin = addDays(day, -weekColumn(format, day));
  return Array.from({ length: 7 }, (_, offset) => addDays(begin, offset));
}

/** Stops by day, in chronological order. */
export function stopsByDay(bookings: readonly CalendarBooking[]): Map<string, Stop[]> {
  const days = new Map<string, Stop[]>();
  const add = (kind: Stop['kind'], at: string, timeGiven: boolean, booking: CalendarBooking) => {
    const day = dayOf(at);
    const stops = days.get(day);
    const stop = { kind, day, at, timeGiven, booking };
    if (stops === undefined) days.set(day, [stop]);
    else stops.push(stop);
  };
  for (const booking of bookings) {
    add('delivery', booking.deliveryDate, booking.deliveryTimeGiven, booking);
    add('pickup', booking.pickupDate, booking.pickupTimeGiven, booking);
  }
  for (const stops of days.values()) {
    stops.sort((a, b) => compare(a.at.slice(11, 16), b.at.slice(11, 16)) || a.booking.id - b.booking.id);
  }
  return days;
}

/** Compare local ISO times as strings, which is much cheaper than localeCompare. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Rentals over several days in a week as bars. Bars that don't overlap share a lane. */
export function barsOf(week: readonly string[], bookings: readonly CalendarBooking[]): Bar[] {
  const [begin = '', end = ''] = [week[0], week.at(-1)];
  const rentals = bookings
    .map((booking) => ({ booking, from: dayOf(booking.deliveryDate), to: dayOf(booking.pickupDate) }))
    .filter(({ from, to }) => from < to && from <= end && to >= begin)
    .sort((a, b) => compare(a.from, b.from) || compare(b.to, a.to) || a.booking.id - b.booking.id);
  const takenUntil: number[] = [];
  return rentals.map(({ booking, from, to }) => {
    const first = Math.max(0, daysBetween(begin, from));
    const last = Math.min(6, daysBetween(begin, to));
    const free = takenUntil.findIndex((column) => column < first);
    const lane = free === -1 ? takenUntil.length : free;
    takenUntil[lane] = last;
    return { booking, first, last, before: from < begin, after: to > end, lane };
  });
}

/**
 * "Jun 6 – 12, 2027", "May 30 – Jun 5, 2027" or "Dec 26, 2027 – Jan 1, 2028"; "7 – 13 Jun 2027" for
 * businesses with day-first dates.
 */
export function weekInWords(format: Format, week: readonly string[]): string {
  const [first = '', last = ''] = [week[0], week.at(-1)];
  const name = new Intl.DateTimeFormat(isDayFirst(format) ? 'en-GB' : 'en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return name.formatRange(new Date(`${first}T00:00Z`), new Date(`${last}T00:00Z`)).replace(/\u2009/g, ' ');
}

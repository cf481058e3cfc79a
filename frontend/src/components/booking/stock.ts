/** Availability texts of estimates and errors, for operators. */

import { ApiError } from '@/api/errors';
import type { Booking, Shortage } from '@/api/types';
import type { Alternative, Estimate } from '@/booking-form/answers';
import { dayInWords } from '@/booking-form/dates';
import { dayOf, formatDay } from '@/lib/dates';
import type { Format } from '@/lib/format';
import { finishBesideOthers, sizeName } from '@/lib/words';

/** Estimate fields returned only to the signed-in business. */
export interface OwnStock {
  /** False if the business has no letters, so that nothing was checked. */
  readonly stockChecked?: boolean | null | undefined;
  /** The lowest number of available pieces of each letter on any day of the rental. */
  readonly free?: Readonly<Record<string, number>> | null | undefined;
}

/** The availability fields of an estimate, if present. */
export function ownStock(estimate: Estimate & OwnStock): OwnStock {
  return { stockChecked: estimate.stockChecked, free: estimate.free };
}

export interface LetterCount {
  readonly letter: string;
  readonly needed: number;
  /** Undefined if stock isn't tracked or the dates are missing. Never below zero. */
  readonly free: number | undefined;
}

/** The distinct letters of a message in order, with the numbers needed and available. */
export function letterCounts(letters: readonly string[], free: OwnStock['free']): LetterCount[] {
  const needed = new Map<string, number>();
  for (const letter of letters) needed.set(letter, (needed.get(letter) ?? 0) + 1);
  return [...needed].map(([letter, count]) => {
    const left = free?.[letter];
    return { letter, needed: count, free: left === undefined ? undefined : Math.max(0, left) };
  });
}

/** The shortages of an error; null if it is about something else. */
export function shortagesOf(error: unknown): Shortage[] | null {
  if (!(error instanceof ApiError) || error.code !== 'not_enough_letters') return null;
  const { shortages } = error.extra;
  return Array.isArray(shortages) ? shortages : [];
}

/** Describe a shortage: "3 × E (4 ft, Cool White) needed, 2 available on Jun 1, 2027". */
export function shortageInWords(
  format: Format,
  {
    letter,
    size,
    finish,
    name,
    needed,
    free,
    day,
  }: Pick<Shortage, 'letter' | 'name' | 'needed'> & {
    size?: string | null | undefined;
    finish?: string | null | undefined;
    free?: number | null | undefined;
    day?: string | null | undefined;
  },
): string {
  const left =
    free === undefined || free === null ? 'not enough available' : `${Math.max(0, free)} available`;
  const kind = [size && sizeName(format, size), finish && finishBesideOthers(format, finish)]
    .filter(Boolean)
    .join(', ');
  const what = kind ? `${letter} (${kind})` : (letter ?? name ?? 'item');
  return `${needed} × ${what} needed, ${left}${day ? ` on ${formatDay(format, day)}` : ''}`;
}

/** A key that is unique among the shortages of a rental. */
export function shortageKey({ letter, size, finish, itemId }: Shortage): string {
  return [letter ?? itemId, size, finish].join(' ');
}

/** Describe the rental period: "Tue, Jun 1, 2027 to Wed, Jun 2, 2027", or a single day. */
export function rentalInWords(format: Format, delivery: string, pickup: string): string {
  const [from, to] = [dayOf(delivery), dayOf(pickup)];
  return from === to
    ? dayInWords(format, from, 'short')
    : `${dayInWords(format, from, 'short')} to ${dayInWords(format, to, 'short')}`;
}

/**
 * Describe an alternative. An alternative size may come with other dates if it isn't available on the
 * requested ones.
 *
 * @param delivery the requested delivery in API format, a date or a date-time
 */
export function alternativeInWords(
  format: Format,
  { kind, size, deliveryDate, pickupDate }: Alternative,
  delivery: string | null,
): string {
  const rental = rentalInWords(format, deliveryDate, pickupDate);
  if (kind === 'dates') return rental;
  return delivery === null || dayOf(deliveryDate) === dayOf(delivery)
    ? `${sizeName(format, size)} letters on the same dates`
    : `${sizeName(format, size)} letters, ${rental}`;
}

/** The reason for overbooking; null if the booking isn't overbooked, and for staff, who may not see it. */
export function overbookedFor(booking: Booking): string | null {
  return 'overbookReason' in booking ? booking.overbookReason : null;
}

/** What an estimate or a refusal says about letters, as an operator reads it. */

import { ApiError } from '@/api/errors';
import type { Booking, Shortage } from '@/api/types';
import type { Alternative, Estimate } from '@/booking-form/answers';
import { dayInWords } from '@/booking-form/dates';
import { dayOf, formatDay } from '@/lib/dates';
import { finishBesideOthers, sizeName } from '@/lib/words';

/** An estimate for the own business tells more than a visitor's. */
export interface OwnStock {
  /** False for an operator without any letters: then nothing is checked. */
  readonly stockChecked?: boolean | null | undefined;
  /** The fewest pieces of each needed letter that are free on any day of the rental. */
  readonly free?: Readonly<Record<string, number>> | null | undefined;
}

/** The counts of an estimate, where it has some. */
export function ownStock(estimate: Estimate & OwnStock): OwnStock {
  return { stockChecked: estimate.stockChecked, free: estimate.free };
}

export interface LetterCount {
  readonly letter: string;
  readonly needed: number;
  /** Undefined where stock is not kept or the days are not known yet. Never below zero. */
  readonly free: number | undefined;
}

/** Each letter of a message once, in its order, with how many are needed and free. */
export function letterCounts(letters: readonly string[], free: OwnStock['free']): LetterCount[] {
  const needed = new Map<string, number>();
  for (const letter of letters) needed.set(letter, (needed.get(letter) ?? 0) + 1);
  return [...needed].map(([letter, count]) => {
    const left = free?.[letter];
    return { letter, needed: count, free: left === undefined ? undefined : Math.max(0, left) };
  });
}

/** The shortages that a refusal carries; null when it is about something else. */
export function shortagesOf(error: unknown): Shortage[] | null {
  if (!(error instanceof ApiError) || error.code !== 'not_enough_letters') return null;
  const { shortages } = error.extra;
  return Array.isArray(shortages) ? shortages : [];
}

/** "3 × E (4 ft, Cool White) needed, 2 free on Jun 1, 2027" */
export function shortageInWords({
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
}): string {
  const left = free === undefined || free === null ? 'not enough free' : `${Math.max(0, free)} free`;
  const kind = [size && sizeName(size), finish && finishBesideOthers(finish)].filter(Boolean).join(', ');
  const what = kind ? `${letter} (${kind})` : (letter ?? name ?? 'item');
  return `${needed} × ${what} needed, ${left}${day ? ` on ${formatDay(day)}` : ''}`;
}

/** Tells the shortages of a rental apart. */
export function shortageKey({ letter, size, finish, itemId }: Shortage): string {
  return [letter ?? itemId, size, finish].join(' ');
}

/** "Tue, Jun 1, 2027 to Wed, Jun 2, 2027", or the one day. */
export function rentalInWords(delivery: string, pickup: string): string {
  const [from, to] = [dayOf(delivery), dayOf(pickup)];
  return from === to
    ? dayInWords(from, 'short')
    : `${dayInWords(from, 'short')} to ${dayInWords(to, 'short')}`;
}

/**
 * What an alternative changes, in words. Another size may come with other dates, where it is not free on the wanted
 * ones.
 *
 * @param delivery the wanted delivery as the wire has it, a date or a date-time
 */
export function alternativeInWords(
  { kind, size, deliveryDate, pickupDate }: Alternative,
  delivery: string | null,
): string {
  const rental = rentalInWords(deliveryDate, pickupDate);
  if (kind === 'dates') return rental;
  return delivery === null || dayOf(deliveryDate) === dayOf(delivery)
    ? `${sizeName(size)} letters on the same dates`
    : `${sizeName(size)} letters, ${rental}`;
}

/** The reason why a booking exceeds the stock; null if it does not, and for staff, who do not see it. */
export function overbookedFor(booking: Booking): string | null {
  return 'overbookReason' in booking ? booking.overbookReason : null;
}

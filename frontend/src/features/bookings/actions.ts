import type { Booking, BookingStatus } from '@/api/types';
import { rentalText } from '@/components/booking/lines-text';
import { dayOf, formatDay } from '@/lib/dates';
import type { Format } from '@/lib/format';
import { sizeName } from '@/lib/words';

/** Actions on a booking by status (specification, section 4), and reopening. */
export type BookingAction = 'confirm' | 'cancel' | 'complete' | 'reopen';

const allowed: Readonly<Record<BookingStatus, readonly BookingAction[]>> = {
  pending: ['confirm', 'cancel'],
  confirmed: ['cancel', 'complete'],
  completed: ['reopen'],
  canceled: ['reopen'],
};

export const actionTexts = {
  confirm: { label: 'Confirm Booking', to: 'confirmed', done: 'Booking confirmed' },
  cancel: { label: 'Cancel Booking', to: 'canceled', done: 'Booking canceled' },
  complete: { label: 'Mark as Completed', to: 'completed', done: 'Booking completed' },
  reopen: { label: 'Reopen Booking', to: 'confirmed', done: 'Booking reopened' },
} as const satisfies Record<BookingAction, { label: string; to: BookingStatus; done: string }>;

/**
 * Seconds during which a cancellation email can still be stopped by Undo: longer than the toast is visible.
 */
export const UNDO_SECONDS = 15;

export const loadFailed = "We couldn't load your bookings";

export const updateFailed = 'Failed to update booking';

/** The actions of a booking, in the order in which the screens list them. */
export function actionsFor(status: BookingStatus): readonly BookingAction[] {
  return allowed[status];
}

/** True before the pickup day, when completing a booking requires a confirmation. */
export function isEarly({ pickupDate }: Pick<Booking, 'pickupDate'>, today: string): boolean {
  return today < dayOf(pickupDate);
}

type Held = Pick<Booking, 'status' | 'holdExpiresAt' | 'createdAt'>;

/** True for a request that never held its letters: its hold ended the moment it was created. */
export function neverHeld({ status, holdExpiresAt, createdAt }: Held): boolean {
  return (
    status === 'pending' && holdExpiresAt !== null && Date.parse(holdExpiresAt) === Date.parse(createdAt)
  );
}

/** True for a request whose hold has expired: confirming it checks availability again. */
export function holdHasLapsed(booking: Held, now: number): boolean {
  const { status, holdExpiresAt } = booking;
  return (
    status === 'pending' && holdExpiresAt !== null && Date.parse(holdExpiresAt) <= now && !neverHeld(booking)
  );
}

type Asked = Pick<Booking, 'status' | 'held' | 'shortages'> & { closed?: Booking['closed'] };

/** True for a request sent despite unavailable letters or a closed day. It holds no letters. */
export function askedAnyway({ status, held, shortages, closed }: Asked): boolean {
  return status === 'pending' && !held && (shortages.length > 0 || closed != null);
}

const CLOSED = { closed: 'you are closed', full: 'you are fully booked', notice: 'the delivery is too soon' };

/** Why the letters or dates of a request sent despite unavailability were unavailable. */
export function askedFor(format: Format, { shortages, closed }: Asked): string {
  const short = shortages.map(({ letter, size, name, needed, free }) => {
    const what = letter == null ? (name ?? '') : `${letter} (${sizeName(format, size ?? '')})`;
    return `${what}: ${needed} needed, ${free ?? 0} available`;
  });
  const day = closed == null ? [] : [`${formatDay(format, closed.day)}: ${CLOSED[closed.reason]}`];
  return [...short, ...day].join('; ');
}

/** A sign as shown in lists: the text in quotes, the size in parentheses. */
export function signText(
  format: Format,
  booking: Pick<Booking, 'message' | 'size'> & Partial<Pick<Booking, 'lines'>>,
): string {
  return rentalText(format, booking);
}

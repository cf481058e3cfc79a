import type { Booking, BookingStatus } from '@/api/types';
import { rentalText } from '@/components/booking/lines-text';
import { dayOf, formatDay } from '@/lib/dates';
import { sizeName } from '@/lib/words';

/** What can be done with a booking in each state (specification, section 4), and the way back. */
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

/** How long the email of a cancellation waits for it to be undone, in seconds: longer than its toast is shown. */
export const UNDO_SECONDS = 15;

export const loadFailed = 'Your bookings could not be loaded';

export const updateFailed = 'Failed to update booking';

/** The actions of a booking, in the order in which the screens list them. */
export function actionsFor(status: BookingStatus): readonly BookingAction[] {
  return allowed[status];
}

/** True before the day of its pickup, when a booking is completed only on purpose. */
export function isEarly({ pickupDate }: Pick<Booking, 'pickupDate'>, today: string): boolean {
  return today < dayOf(pickupDate);
}

/** True for a request whose letters are no longer held: confirming it checks the stock again. */
export function holdHasLapsed(booking: Pick<Booking, 'status' | 'holdExpiresAt'>, now: number): boolean {
  return (
    booking.status === 'pending' && booking.holdExpiresAt !== null && Date.parse(booking.holdExpiresAt) <= now
  );
}

type Asked = Pick<Booking, 'status' | 'held' | 'shortages'> & { closed?: Booking['closed'] };

/** True for a request that letters or closed days would have refused: it holds no letters. */
export function askedAnyway({ status, held, shortages, closed }: Asked): boolean {
  return status === 'pending' && !held && (shortages.length > 0 || closed != null);
}

const CLOSED = { closed: 'you are closed', full: 'you are fully booked', notice: 'the notice is too short' };

/** Why such a request would have been refused when it was sent. */
export function askedFor({ shortages, closed }: Asked): string {
  const short = shortages.map(({ letter, size, name, needed, free }) => {
    const what = letter == null ? (name ?? '') : `${letter} (${sizeName(size ?? '')})`;
    return `${what}: ${needed} needed, ${free ?? 0} free`;
  });
  const day = closed == null ? [] : [`${formatDay(closed.day)}: ${CLOSED[closed.reason]}`];
  return [...short, ...day].join('; ');
}

/** How a message is written in lists: the text in quotes, the size in parentheses. */
export function signText(
  booking: Pick<Booking, 'message' | 'size'> & Partial<Pick<Booking, 'lines'>>,
): string {
  return rentalText(booking);
}

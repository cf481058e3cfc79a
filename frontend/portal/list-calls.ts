/** API calls of the page with all bookings of a customer. */
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';

type Schemas = components['schemas'];
export type BookingList = Schemas['BookingListOut'];

const address = (token: string) => `/api/public/booking-lists/${encodeURIComponent(token)}`;
const stored = (token: string) => `marqueedesk.bookings.${token}`;

/** Sessions of the lists opened on this page, for browsers that store nothing. */
const opened = new Map<string, string>();

/** The session of a list that this browser has opened, or null. */
function sessionOf(token: string): string | null {
  try {
    return localStorage.getItem(stored(token)) ?? opened.get(token) ?? null;
  } catch {
    return opened.get(token) ?? null;
  }
}

function storeSession(token: string, session: string) {
  opened.set(token, session);
  try {
    localStorage.setItem(stored(token), session);
  } catch {
    // The list then lasts until the page closes.
  }
}

/** Open the list. The link works once; after that, this browser shows the list again by its session. */
export async function readList(token: string): Promise<BookingList> {
  const session = sessionOf(token);
  if (session !== null) return callPublicly<BookingList>(address(session));
  const list = await callPublicly<Schemas['OpenedBookingListOut']>(`${address(token)}/open`, {
    method: 'POST',
  });
  storeSession(token, list.session);
  return list;
}

/** Create a card payment for each booking, of the amount shown on the page. Repeated calls return the same payments. */
export const payBookings = (token: string, bookings: Schemas['PayBookingsInput']['bookings']) =>
  callPublicly<Schemas['PayBookingsOut']>(`${address(sessionOf(token) ?? token)}/pay`, {
    body: { bookings },
  });

/** Check the list's card payments, and `intent` if given, with the provider. Returns the updated list. */
export const lookAtPayments = (token: string, intent: string | null) =>
  callPublicly<Schemas['BookingListLookOut']>(
    `${address(sessionOf(token) ?? token)}/pay/look${intent === null ? '' : `?paymentIntent=${encodeURIComponent(intent)}`}`,
    { method: 'POST' },
  );

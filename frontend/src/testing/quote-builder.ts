/** The quote builder as its tests open, fill and leave it, and the server that answers it. */
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { JsonBodyType } from 'msw';
import type { User, Venue } from '@/api/types';
import type { Offer } from '@/booking-form/offer';
import { booking, details, estimate, offerAnswered } from '@/testing/bookings';
import { quote } from '@/testing/quotes';
import { open } from '@/testing/render';
import { answer, type Recorded, signIn, venue } from '@/testing/server';
import { enterAll } from '@/testing/typing';

/** What a test has answered in another way than usual. */
interface Given {
  offer?: Partial<Offer>;
  venues?: Venue[];
  estimate?: JsonBodyType;
  who?: User;
}

/** Draws the builder of an address without waiting for it; `asked` has what it was priced for. */
export function draw(path: string, given: Given = {}) {
  signIn(given.who);
  offerAnswered(given.offer);
  answer('get', '/api/venues', given.venues ?? [venue()]);
  const asked = answer('post', '/api/estimate', given.estimate ?? estimate());
  return { ...open(path), asked };
}

export async function openBuilder(given?: Given) {
  const page = draw('/booking', given);
  await screen.findByLabelText('Message');
  return page;
}

/** A business with an item and a package to rent, and without venues. */
export function withCatalog(): Given {
  const arch = {
    id: 4,
    name: 'Balloon Arch',
    kind: 'counted',
    quantity: 2,
    price: 40,
    per: 'event',
    category: null,
  };
  answer('get', '/api/items', [arch]);
  answer('get', '/api/packages', [{ id: 9, name: 'Names', lines: [], blanks: 2, price: 650 }]);
  return { offer: { hasCatalog: true }, venues: [] };
}

/** Who rents, and when. */
export const JANE_IN_JUNE = {
  'Delivery Date': '6/1/2027',
  'Pickup Date': '06/02/2027',
  'Customer Name': 'Jane Miller',
  Email: 'jane@example.com',
};

/** Fills in what is needed to book. */
export async function fill(user: UserEvent) {
  await user.selectOptions(screen.getByLabelText('Venue'), '1');
  await enterAll(user, { Message: 'LOVE', ...JANE_IN_JUNE });
  await screen.findByText('All letters are available on these dates');
}

/** Has the server keep the quote, and show it; what was sent to it is recorded. */
export function quoteKept(): Recorded {
  answer('get', '/api/quotes/7', quote());
  return answer('post', '/api/quotes', quote(), 201);
}

/** Has the server make the booking, by this call, and show it; what was sent to it is recorded. */
export function bookingMade(path = '/api/bookings'): Recorded {
  answer('get', '/api/bookings', { items: [booking()], nextCursor: null });
  answer('get', '/api/bookings/7', details());
  return answer('post', path, booking(), 201);
}

export const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save as Quote' }));

export const bookButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Book Now' });

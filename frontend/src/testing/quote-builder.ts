/** Opens and fills the quote builder with mocked responses. */
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

/** Overrides of the default responses. */
interface Given {
  offer?: Partial<Offer>;
  venues?: Venue[];
  estimate?: JsonBodyType;
  who?: User;
}

/** Render the builder for a URL without waiting for it; `asked` records the priced requests. */
export function draw(path: string, overrides: Given = {}) {
  signIn(overrides.who);
  offerAnswered(overrides.offer);
  answer('get', '/api/venues', overrides.venues ?? [venue()]);
  const estimates = answer('post', '/api/estimate', overrides.estimate ?? estimate());
  return { ...open(path), asked: estimates };
}

export async function openBuilder(overrides?: Given) {
  const page = draw('/booking', overrides);
  await screen.findByLabelText('Message');
  return page;
}

/** A business with an item and a package, and without venues. */
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

/** Customer and dates. */
export const JANE_IN_JUNE = {
  'Delivery Date': '6/1/2027',
  'Pickup Date': '06/02/2027',
  'Customer Name': 'Jane Miller',
  Email: 'jane@example.com',
};

/** Fill in all fields required for booking. */
export async function fill(user: UserEvent) {
  await user.selectOptions(screen.getByLabelText('Venue'), '1');
  await enterAll(user, { Message: 'LOVE', ...JANE_IN_JUNE });
  await screen.findByText('All letters are available on these dates');
}

/** Answer the creation of a quote and its details; returns the recorded requests. */
export function quoteKept(): Recorded {
  answer('get', '/api/quotes/7', quote());
  return answer('post', '/api/quotes', quote(), 201);
}

/** Answer the creation of a booking with this call and its details; returns the recorded requests. */
export function bookingMade(path = '/api/bookings'): Recorded {
  answer('get', '/api/bookings', { items: [booking()], nextCursor: null });
  answer('get', '/api/bookings/7', details());
  return answer('post', path, booking(), 201);
}

export const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save as Quote' }));

export const bookButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Book Now' });

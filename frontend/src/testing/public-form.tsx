/** Opens and fills a business's public form with mocked responses. */
import { render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect } from 'vitest';
import { server } from '@/testing/server';
import { enterAll } from '@/testing/typing';
import { App } from '../../widget/App';
import { readParams } from '../../widget/params';

/** A business's form settings: two of each option, and no rules. */
export const offer = {
  formToken: 'opened-then',
  logo: null,
  contact: null,
  terms: null,
  companyName: 'Glow & Co.',
  currency: 'USD',
  dateFormat: 'MM/DD/YYYY',
  timeFormat: '12h',
  measures: 'us',
  hasStates: true,
  addressNames: { state: 'State', zipCode: 'ZIP Code' },
  today: '2027-05-01',
  lastDay: '2030-05-01',
  maxRentalDays: 90,
  approvalRequired: true,
  collects: false,
  discountCodes: false,
  policy: [],
  keepsStock: true,
  anyAddress: true,
  listedVenues: true,
  deliveryZones: false,
  minimumNoticeHours: 0,
  answerWithin: null,
  installWindows: [
    { code: 'morning', words: 'Morning (8am-12pm)' },
    { code: 'evening', words: 'Evening (4pm-8pm)' },
  ],
  pickupHours: null,
  requiredFields: [],
  eventTypes: ['birthday', 'wedding'],
  shareContact: false,
  suggestions: { '2ft': ['OH BABY', 'PROM'], '4ft': ['LOVE'] },
  sizes: [
    { code: '2ft', label: '2ft', price: 15, heightInches: 24 },
    { code: '4ft', label: '4ft', price: 25, heightInches: 48 },
  ],
  colors: [
    { code: 'standard', label: 'Standard', price: 0 },
    { code: 'premium', label: 'Premium', price: 20 },
  ],
  addOns: [
    { code: 'lighting', label: 'LED Lighting', price: 25 },
    { code: 'stand', label: 'Floor Stand', price: 15 },
  ],
};

export const venues = [{ id: 7, name: 'Grand Ballroom', city: 'Springfield', state: 'IL' }];

export const breakdown = {
  basePrice: 225,
  surcharge: 25,
  deposit: 50,
  addons: 0,
  colorCost: 0,
  total: 250,
  letterCount: 9,
  pricePerLetter: 25,
  days: 1,
};

/** An estimate of HAPPY 30TH with all letters available. */
export const free = {
  breakdown,
  available: true,
  shortages: [],
  alternatives: [],
  letters: [...'HAPPY30TH'],
};

/** A stored request, as returned by the server. */
export const booked = {
  id: 41,
  number: 2,
  status: 'pending',
  message: 'HAPPY 30TH',
  size: '4ft',
  letterCount: 9,
  deposit: 50,
  totalPrice: 250,
  venueName: 'Grand Ballroom',
  deliveryDate: '2027-06-01T08:00:00-04:00',
  pickupDate: '2027-06-01T22:00:00-04:00',
  createdAt: '2027-05-01T09:30:00-04:00',
  pageUrl: 'https://desk.example/b/token',
};

type Body = Record<string, unknown>;

/** Requests sent by the form: estimates and bookings, in order. */
export const sent: { path: string; body: Body; headers: Headers; credentials: string }[] = [];

/** Parse a request and record it. */
export async function note(request: Request): Promise<Body> {
  const body = (await request.json()) as Body;
  const { headers, credentials } = request;
  sent.push({ path: new URL(request.url).pathname, body, headers, credentials });
  return body;
}

/** Change the business's form settings. */
export function offering(changes: Body) {
  server.use(http.get('*/api/booking-form', () => HttpResponse.json({ ...offer, ...changes })));
}

/** Answer all form requests with success, and clear earlier requests and drafts. */
export function answerForm() {
  sent.length = 0;
  sessionStorage.clear();
  offering({});
  server.use(
    http.get('*/api/venues', () => HttpResponse.json(venues)),
    http.post('*/api/estimate', async ({ request }) => {
      await note(request);
      return HttpResponse.json(free);
    }),
    http.post('*/api/bookings', async ({ request }) => {
      const { lines, ...rest } = await note(request);
      // The server counts the letters of each line.
      const counted = Array.isArray(lines) && {
        lines: lines.map((line: Body) => ({ letterCount: 4, ...line })),
      };
      return HttpResponse.json({ ...rest, ...counted, ...booked }, { status: 201 });
    }),
    http.get('*/api/availability/calendar', () => HttpResponse.json({ days: [] })),
  );
}

/** Reject the next booking request. */
export function refusing(status: number, refusal: Body) {
  server.use(http.post('*/api/bookings', () => HttpResponse.json(refusal, { status })));
}

export const submit = () =>
  screen.getByText<HTMLButtonElement>('Submit Booking Request', { selector: 'button' });

export const confirmation = () =>
  screen.findByRole('heading', { name: 'Your booking request has been sent!' });

type OnBooked = Parameters<typeof App>[0]['onBooked'];

/** Render the form for a URL without waiting for it. */
export function draw(query = '?userId=1', onBooked: OnBooked = () => undefined) {
  return render(<App params={readParams('/booking', query)} onBooked={onBooked} />);
}

export async function open(query?: string, onBooked?: OnBooked) {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const page = draw(query, onBooked);
  // The last card to render.
  await screen.findByText('Submit Booking Request', { selector: 'button' });
  await screen.findByRole('region', { name: 'Your request' });
  return { user, page };
}

/** Fill in all required fields, until the form can be sent. */
export async function fill(user: UserEvent) {
  await user.selectOptions(screen.getByLabelText('Venue'), '7');
  await enterAll(user, {
    Message: 'Happy 30th',
    'Your Name': 'Ada',
    Email: 'ada@example.org',
    'Delivery Date': '06/01/2027',
    'Pickup Date': '06012027',
  });
  await waitFor(() => expect(submit().disabled).toBe(false));
}

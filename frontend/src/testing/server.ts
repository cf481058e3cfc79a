import { HttpResponse, http, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';
import type { ChangeRequest, CustomerSide } from '@/api/customer-side';
import type { Dashboard } from '@/api/dashboard';
import type { InvoiceState } from '@/api/documents';
import type { SalesTax } from '@/api/sales-tax';
import type { InventoryItem, PricedVenue, User, Venue } from '@/api/types';
import { addDays } from '@/booking-form/dates';
import { money } from './money';
import owner from './recorded/owner.json';
import { sample } from './sample';
import { accountStatus, bookingRules, businessDetails, priceList, site, workLocation } from './settings';

/**
 * Mock server. Each test sets its own responses; any other request fails the test. Only secondary data has an
 * empty default response: the email log, tab counts, cancellation costs, customer entries, availability, site
 * details in the footer, stock usage, and the user's second factor.
 */
/** A booking without an invoice. */
export const NO_INVOICE: InvoiceState = {
  number: null,
  issuedAt: null,
  kind: null,
  outdated: false,
  electronic: false,
  lines: [],
  replaced: [],
};

/** The sales tax of a business without places, which taxes everything. */
export const NO_TAX: SalesTax = {
  percent: 0,
  places: [],
  other: null,
  taxable: {
    letters: true,
    addOns: true,
    packages: true,
    venueSurcharge: true,
    extras: true,
    delivery: true,
    damageWaiver: true,
  },
};

export const server = setupServer(
  http.get('http://localhost:3000/api/messages', () => HttpResponse.json({ items: [], nextCursor: null })),
  // Offered while the name of a customer is typed.
  http.get('http://localhost:3000/api/customers', () => HttpResponse.json({ items: [], nextCursor: null })),
  http.get('http://localhost:3000/api/admin/emails', () =>
    HttpResponse.json({ items: [], nextCursor: null }),
  ),
  http.get('http://localhost:3000/api/email-status', () =>
    HttpResponse.json({ state: 'works', problem: null, waiting: 0, contact: [] }),
  ),
  http.get('http://localhost:3000/api/admin/email-volumes', () => HttpResponse.json([])),
  http.get('http://localhost:3000/api/admin/new-businesses', () => HttpResponse.json([])),
  http.get('http://localhost:3000/api/bookings/:id/customer', () => HttpResponse.json(customerSide())),
  http.get('http://localhost:3000/api/bookings/:id/cancellation', () =>
    HttpResponse.json({ fee: 0, refund: 0, tier: null }),
  ),
  http.get('http://localhost:3000/api/bookings/counts', () =>
    HttpResponse.json({ all: 0, pending: 0, confirmed: 0, completed: 0, canceled: 0 }),
  ),
  http.get('http://localhost:3000/api/usage', () =>
    HttpResponse.json({ slowed: false, limits: [], hours: [] }),
  ),
  http.get('http://localhost:3000/api/support-access', () =>
    HttpResponse.json({ until: null, readings: [] }),
  ),
  http.get('http://localhost:3000/api/site', () => HttpResponse.json(site())),
  http.post('http://localhost:3000/api/estimate', () =>
    HttpResponse.json({ letters: [], breakdown: null, available: null, shortages: [], alternatives: [] }),
  ),
  http.get('http://localhost:3000/api/bookings/:id/goods', () =>
    HttpResponse.json({ goods: 'reserved', overdueSince: null, pieces: [] }),
  ),
  http.get('http://localhost:3000/api/bookings/:id/handovers', () => HttpResponse.json([])),
  ...['bookings', 'quotes'].map((of) =>
    http.get(`http://localhost:3000/api/${of}/:id/contract`, () =>
      HttpResponse.json({ state: 'not_needed', signed: false }),
    ),
  ),
  http.get('http://localhost:3000/api/partners', () => HttpResponse.json([])),
  http.get('http://localhost:3000/api/gift-cards', () => HttpResponse.json([])),
  http.get('http://localhost:3000/api/second-factor', () =>
    HttpResponse.json({
      totp: false,
      since: null,
      recoveryCodesLeft: 0,
      passkeys: [],
      devices: [],
      needed: false,
    }),
  ),
  // Clicking a date field shows its month.
  http.get('http://localhost:3000/api/availability/calendar', () => HttpResponse.json({ days: [] })),
  http.get('http://localhost:3000/api/conversations/overview', () =>
    HttpResponse.json({ visible: false, canText: false, unread: 0 }),
  ),
  http.get('http://localhost:3000/api/canned-answers', () => HttpResponse.json({ items: [], fields: [] })),
  http.get('http://localhost:3000/api/at-risk', () => HttpResponse.json([])),
  http.get('http://localhost:3000/api/certificates/due', () => HttpResponse.json([])),
  http.get('http://localhost:3000/api/leads', () => HttpResponse.json([])),
  http.get('http://localhost:3000/api/payouts', () => HttpResponse.json([])),
  http.get('http://localhost:3000/api/reports/due', () => HttpResponse.json({ overdue: [], thisWeek: [] })),
  http.get('http://localhost:3000/api/reports/stock', () => HttpResponse.json([])),
);

type Method = 'get' | 'post' | 'patch' | 'delete' | 'put';

/** Requests sent to a path, in order. */
export interface Recorded {
  bodies: unknown[];
}

/** Answer a call with JSON and record its requests. */
export function answer(method: Method, path: string, body: JsonBodyType, status = 200): Recorded {
  const recorded: Recorded = { bodies: [] };
  server.use(
    http[method](`http://localhost:3000${path}`, async ({ request }) => {
      const text = await request.text();
      recorded.bodies.push(text === '' ? null : JSON.parse(text));
      return status === 204 ? new HttpResponse(null, { status }) : HttpResponse.json(body, { status });
    }),
  );
  return recorded;
}

/** Default error code by status. */
const USUAL_CODES: Readonly<Record<number, string>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'invalid',
  503: 'unavailable',
};

/** Answer a call with an error and record its requests. */
export function fail(
  method: Method,
  path: string,
  status: number,
  message: string,
  rest: Readonly<Record<string, JsonBodyType>> = {},
): Recorded {
  return answer(method, path, { message, code: USUAL_CODES[status], ...rest }, status);
}

/** Answer a call with field errors and record its requests. */
export function refuse(method: Method, path: string, fields: Readonly<Record<string, string>>): Recorded {
  return fail(method, path, 422, 'Please check the form.', { fields });
}

export const ada: User = {
  id: 1,
  email: 'ada@brightnights.example',
  username: 'ada',
  companyName: 'Bright Nights',
  phoneNumber: null,
  role: 'user',
  isActive: true,
  createdAt: '2026-11-01T12:00:00Z',
  lastLogin: null,
  pendingEmail: null,
  needsSecondFactor: false,
  needsLongerPassword: false,
  publicKey: 'mk_test',
  operatorId: 1,
  timeZone: 'America/New_York',
  dateFormat: 'MM/DD/YYYY',
  timeFormat: '12h',
  measures: 'us',
  currency: 'USD',
  country: 'US',
  hasStates: true,
  usualVolts: 120,
  pieceNames: { sizes: { '2ft': '2ft', '4ft': '4ft' }, finishes: {}, usualFinish: 'standard' },
  part: 'owner',
  rights: [
    'seeBookings',
    'addNotes',
    'seeStock',
    'handleBookings',
    'changeStock',
    'seeMoney',
    'seeBooks',
    'keepBooks',
    'manageDocuments',
    'writeMessages',
    'changeSettings',
    'changeTeam',
    'seeActivity',
    'manageSubscription',
    'endBusiness',
  ],
  team: { name: 'Bright Nights', part: 'owner', isActive: true, closesAt: null, suspended: null },
};

/** Ada as a staff member of another business, who can't see prices. */
export const crew: User = {
  ...ada,
  part: 'staff',
  rights: ['seeBookings', 'addNotes', 'seeStock'],
  operatorId: 9,
  team: { name: 'Glow Rentals', part: 'staff', isActive: true, closesAt: null, suspended: null },
};

/** Ada as the accountant of another business, who sees its books alone. */
export const accountant: User = {
  ...crew,
  part: 'accountant',
  rights: ['seeBooks', 'keepBooks'],
  team: { name: 'Glow Rentals', part: 'accountant', isActive: true, closesAt: null, suspended: null },
};

export function letter(
  letterText: string,
  quantity: number,
  rest: Partial<InventoryItem> = {},
): InventoryItem {
  return {
    id: letterText.codePointAt(0) ?? 0,
    letter: letterText,
    size: '4ft',
    finish: 'standard',
    quantity,
    pricePerDay: 25,
    widthInches: 36,
    depthInches: 8,
    weightPounds: 35,
    bulbs: 30,
    watts: 30,
    slot: null,
    cost: null,
    replacementPrice: null,
    estimated: ['widthInches', 'depthInches', 'weightPounds', 'bulbs', 'watts'],
    userId: 1,
    ...rest,
  };
}

/** A venue with only an address; its fields are those of a recorded response. */
export const venue = sample<Venue>({
  ...(owner['/api/venues'][0] as PricedVenue),
  id: 1,
  name: 'The Foundry',
  address: '42-38 9th St',
  city: 'Long Island City',
  state: 'NY',
  zipCode: '11101',
  isVerified: false,
  surchargeAmount: 7550,
  loadInInstructions: null,
  userId: 1,
  createdAt: '2026-11-01T12:00:00Z',
  updatedAt: '2026-11-01T12:00:00Z',
});

/** Sign in Ada with an empty business; a test overrides what it needs. */
export function signIn(user: User = ada): void {
  answer('get', '/api/user', user);
  answer('get', '/api/inventory', []);
  answer('get', '/api/inventory/:id/outages', []);
  answer('get', '/api/venues', []);
  server.use(
    http.get('http://localhost:3000/api/bookings', ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.has('limit') ? { items: [], nextCursor: null } : [],
      ),
    ),
  );
  answer('get', '/api/bookings/calendar', []);
  // Only users who can see money make these requests.
  if (user.rights.includes('seeMoney')) {
    answer('get', '/api/bookings/:id/invoice', NO_INVOICE);
    answer('get', '/api/bookings/:id/payments', money());
    answer('get', '/api/dashboard', dashboard());
  }
  answer('get', '/api/quotes', { items: [], nextCursor: null });
  answer('get', '/api/notifications', { items: [], nextCursor: null, unread: 0 });
  answer('get', '/api/sign-ins', []);
  answer('get', '/api/reports/popular', []);
  answer('get', '/api/price-list', priceList());
  answer('get', '/api/price-list/charges', { prices: priceList(), usual: priceList(), others: [] });
  answer('get', '/api/delivery-zones', { zones: [], other: null });
  answer('get', '/api/sales-tax', NO_TAX);
  answer('get', '/api/tax-exemptions', { customers: [] });
  answer('get', '/api/booking-rules', bookingRules());
  answer('get', '/api/refused-senders', []);
  answer('get', '/api/business-details', businessDetails());
  answer('get', '/api/location', workLocation());
  answer('get', '/api/currency', { currency: 'USD', currencies: ['USD', 'EUR', 'GBP'], fixedBy: null });
  answer('get', '/api/stripe-connect/account-status', accountStatus);
  answer('get', '/api/payment-setup', {
    publishableKey: null,
    scriptUrl: null,
    demo: false,
    currency: 'USD',
  });
  answer('get', '/api/embed-settings', { publicKey: user.publicKey, allowedSites: [], shareContact: false });
}

/** No signed-in user. */
export function signedOut(): void {
  answer('get', '/api/user', { message: 'Please sign in.', code: 'unauthenticated' }, 401);
  // The landing page loads the plans as soon as its prices come into view.
  answer('get', '/api/public/plans', { plans: [], currency: 'USD' });
}

/** A booking's customer entries, empty by default. */
export const customerSide = sample<CustomerSide>({
  link: null,
  crewNotes: null,
  changeRequests: [],
  cancellation: null,
  cancelation: null,
  acceptedTerms: null,
  agreement: null,
});

/** A customer's pending change request. */
export const changeRequest = sample<ChangeRequest>({
  id: 3,
  text: 'Could you come at noon?',
  askedAt: '2026-11-20T10:00:00-05:00',
  doneAt: null,
  doneBy: null,
  outcome: null,
  answer: null,
});

/** The dashboard of a new business on Friday, November 20, 2026. */
export const dashboard = sample<Dashboard>({
  today: '2026-11-20',
  bookingsThisWeek: 0,
  bookingsThisMonth: 0,
  pendingQuotes: 0,
  monthlyRevenue: 0,
  yearToDateRevenue: 0,
  averageBookingCost: 0,
  totalBookingsYearToDate: 0,
  projectedExtraBookings: 0,
  projectedTotalBookings: 0,
  projectedYearEndRevenue: 0,
  upcoming: [],
  months: Array.from({ length: 12 }, (_, index) => ({
    month: index + 1,
    revenue: 0,
    bookings: 0,
    lastYearRevenue: 0,
    lastYearBookings: 0,
  })),
  days: Array.from({ length: 14 }, (_, index) => ({
    date: addDays('2026-11-20', index),
    deliveries: 0,
    pickups: 0,
  })),
  checklist: { prices: false, timeZone: false, letters: false, venue: false, booking: false },
  setupHidden: false,
});

import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Revenue, RevenueShare, TaxReport } from '@/api/revenue';
import { dayIn } from '@/lib/dates';
import { DEFAULT_FORMAT } from '@/lib/format';
import { open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { accountant, ada, answer, fail, refuse, server, signIn } from '@/testing/server';
import { answerStatements, nothingLost } from '@/testing/statements';
import { retype } from '@/testing/typing';
import { checkedPeriod, keyInWords, periodOf, presets, saidFor } from './revenue';

const year = Number(dayIn('America/New_York', new Date()).slice(0, 4));

function share(key: string, rest: Partial<RevenueShare> = {}): RevenueShare {
  return {
    key,
    bookings: 0,
    revenue: 0,
    expectedBookings: 0,
    expectedRevenue: 0,
    tax: 0,
    expectedTax: 0,
    ...rest,
  };
}

const revenue = sample<Revenue>({
  firstDay: '2026-01-01',
  lastDay: '2026-12-31',
  bookings: 3,
  revenue: 1750.5,
  refunded: 0,
  charges: 0,
  cancellations: 0,
  expectedRevenue: 249.5,
  tax: 0,
  expectedTax: 0,
  byMonth: [
    share('2026-10', { bookings: 2, revenue: 1250.5 }),
    share('2026-11', { bookings: 1, revenue: 500, expectedBookings: 1, expectedRevenue: 249.5 }),
  ],
  bySize: [share('4ft', { bookings: 3, revenue: 1750.5 })],
  byVenue: [share('The Foundry', { bookings: 2, revenue: 1250.5 }), share('', { bookings: 1, revenue: 500 })],
  byEvent: [share('wedding', { bookings: 2, revenue: 1250.5 }), share('', { bookings: 1, revenue: 500 })],
  byPhrase: [share('MR & MRS', { bookings: 3, revenue: 1750.5 })],
});

const none = { bookings: 0, sales: 0, taxable: 0, tax: 0, exempt: 0, toConfirm: 0 };
const noSales: TaxReport = { ...none, firstDay: '', lastDay: '', byPlace: [], byMonth: [] };

/** Serve the report, and collect the requested periods. */
function reports(body: Revenue = revenue(), taxes: TaxReport = noSales): string[] {
  const requests: string[] = [];
  answer('get', '/api/reports/tax', taxes);
  answer('get', '/api/periods', []);
  answerStatements();
  answer('get', '/api/trial-balance', {
    on: '2026-12-31',
    currency: 'USD',
    accounts: [],
    otherCurrencies: [],
  });
  server.use(
    http.get('http://localhost:3000/api/reports/revenue', ({ request }) => {
      const query = new URL(request.url).searchParams;
      requests.push(`${query.get('from')} ${query.get('to')}`);
      return HttpResponse.json(body);
    }),
  );
  return requests;
}

function rowTexts(): (string | null)[][] {
  return within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
}

describe('reports of an accountant', () => {
  beforeEach(() => signIn(accountant));

  it('are their start page, with the period in the address and without lists of bookings', async () => {
    const requests = reports();
    answer('get', '/api/periods', [
      { period: '2026-12', state: 'open', closedAt: null, by: null, reason: null },
      { period: '2026-11', state: 'open', closedAt: null, by: null, reason: null },
      { period: '2026-10', state: 'closed', closedAt: '2026-11-05T12:00:00Z', by: 'Grace', reason: null },
    ]);
    const { user, address } = open('/');
    expect(await screen.findByRole('heading', { name: 'Reports', level: 1 })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Close Nov 2026' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Account Numbers' })).toBeNull();
    expect(screen.queryByLabelText('Close Months')).toBeNull();
    expect(screen.queryByRole('link', { name: 'All bookings as CSV' })).toBeNull();
    const places = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(places.map((link) => link.textContent)).toEqual(['Reports', 'Settings', 'Help']);
    expect(screen.queryByRole('button', { name: /^(Search|Notifications)/ })).toBeNull();
    await user.selectOptions(screen.getByLabelText('Period'), 'Last year');
    await user.click(screen.getByRole('tab', { name: 'Venue' }));
    expect(address()).toBe(`/reports?from=${year - 1}-01-01&to=${year - 1}-12-31&by=venue`);
    expect(requests.at(-1)).toBe(`${year - 1}-01-01 ${year - 1}-12-31`);
    await user.click(screen.getByRole('button', { name: 'User menu of ada' }));
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(items).toEqual(['Profile', 'Gift Cards', 'Settings', 'Reports', 'Help Center', 'Logout']);
  });

  it.each(['/bookings', '/day', '/inventory', '/repairs', '/stocktakes', '/venues', '/quotes', '/dashboard'])(
    'have no place for %s',
    async (path) => {
      open(path);
      expect(await screen.findByText(/^You work at Glow Rentals as accountant\./)).toBeTruthy();
    },
  );
});

describe('the revenue report', () => {
  beforeEach(() => signIn());

  it("shows the year's figures and the table by month", async () => {
    const requests = reports();
    open('/bookings?view=revenue');
    await screen.findByRole('table');
    expect(screen.getByRole('heading', { name: 'Revenue' })).toBeTruthy();
    expect(requests).toEqual([`${year}-01-01 ${year}-12-31`]);
    const figures = screen.getAllByRole('definition').map((figure) => figure.textContent);
    expect(figures).toEqual(['$1,750.50', '3', '$249.501 booking']);
    expect(rowTexts()).toEqual([
      ['Month', 'Delivered', 'Confirmed'],
      ['Oct 202663%', '$1,250.502 bookings', 'None'],
      ['Nov 202637%', '$500.001 booking', '$249.501 booking'],
    ]);
    expect(screen.getByRole('button', { name: 'List View' }).getAttribute('aria-pressed')).toBe('false');
    expect(screen.getByRole('button', { name: 'Revenue' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('switches the grouping, keeps it in the address and exports it as CSV', async () => {
    const requests = reports();
    const { user, address } = open('/bookings?view=revenue&from=2026-01-01&to=2026-06-30');
    await user.click(await screen.findByRole('tab', { name: 'Venue' }));
    expect(rowTexts().map(([name]) => name)).toEqual(['Venue', 'The Foundry71%', 'No venue29%']);
    expect(address()).toBe('/bookings?view=revenue&from=2026-01-01&to=2026-06-30&by=venue');
    await user.keyboard('{ArrowRight}');
    await screen.findByRole('columnheader', { name: 'Event' });
    expect(rowTexts().map(([name]) => name)).toEqual(['Event', 'Wedding71%', 'Not specified29%']);
    expect(screen.getByRole('link', { name: 'Event table as CSV' }).getAttribute('href')).toBe(
      '/api/reports/revenue.csv?by=event&from=2026-01-01&to=2026-06-30',
    );
    expect(screen.getByRole('link', { name: 'All bookings as CSV' }).getAttribute('href')).toBe(
      '/api/reports/bookings.csv',
    );
    expect(requests).toHaveLength(1);
  });

  it('keeps the period in the address and reports invalid dates', async () => {
    const requests = reports();
    const { user, address } = open('/bookings?view=revenue');
    const choice = await screen.findByLabelText('Period');
    await user.selectOptions(choice, 'Last year');
    expect(address()).toBe(`/bookings?view=revenue&from=${year - 1}-01-01&to=${year - 1}-12-31`);
    await waitFor(() => expect(requests.at(-1)).toBe(`${year - 1}-01-01 ${year - 1}-12-31`));

    await user.selectOptions(choice, 'Custom dates');
    const [start, end] = [screen.getByLabelText('Start Date'), screen.getByLabelText('End Date')];
    await retype(user, start, '3/1/2026');
    await retype(user, end, '2/28/2026');
    await user.keyboard('{Enter}');
    expect(screen.getByText('The last day must be on or after the first')).toBeTruthy();
    expect(document.activeElement).toBe(end);
    await retype(user, end, '3/31/2026');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(address()).toBe('/bookings?view=revenue&from=2026-03-01&to=2026-03-31');
    await waitFor(() => expect(requests.at(-1)).toBe('2026-03-01 2026-03-31'));

    await user.selectOptions(choice, 'This year');
    expect(address()).toBe('/bookings?view=revenue');
  });

  it('shows server errors at the dates', async () => {
    const sentence = 'A report can cover at most three years';
    refuse('get', '/api/reports/revenue', { to: sentence });
    open('/bookings?view=revenue&from=2020-01-01&to=2026-12-31');
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByLabelText('End Date').getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  it('shows sales tax separately, by place and by month', async () => {
    const albany = { ...none, bookings: 2, sales: 600, taxable: 500, tax: 40, exempt: 100 };
    const unknown = { ...none, bookings: 1, sales: 50, toConfirm: 50 };
    const nowhere = { state: '', city: '', zipCode: '', place: null, percent: 0 };
    reports(revenue({ tax: 40, byMonth: [share('2026-10', { bookings: 2, revenue: 640, tax: 40 })] }), {
      ...noSales,
      ...{ bookings: 3, sales: 650, taxable: 500, tax: 40 },
      byPlace: [
        { ...unknown, ...nowhere },
        { ...albany, state: 'NY', city: 'Albany', zipCode: '12207', place: 'Albany County', percent: 8 },
      ],
      byMonth: [{ ...albany, month: '2026-10' }],
    });
    const { user } = open('/bookings?view=revenue');
    await screen.findByRole('region', { name: 'Sales tax by place' });
    const texts = (name: string) =>
      within(screen.getByRole('region', { name }))
        .getAllByRole('row')
        .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(texts('Sales tax by place')).toEqual([
      ['Place', 'Sales', 'Taxable', 'Tax'],
      ['Unknown place1 booking$50.00 with tax to be confirmed$0.00 taxable', '$50.00', '$0.00', '$0.00'],
      [
        'Albany, NY 12207Albany County, 8%2 bookings$100.00 to exempt customers$500.00 taxable',
        '$600.00',
        '$500.00',
        '$40.00',
      ],
      ['Total', '$650.00', '$500.00', '$40.00'],
    ]);
    expect(screen.getAllByRole('definition')[0]?.textContent).toBe('$1,750.50plus $40.00 sales tax');
    expect(texts('Revenue by month')[1]?.[1]).toBe('$640.002 bookingsplus $40.00 sales tax');
    await user.click(within(screen.getByRole('tablist', { name: 'Sales tax by' })).getByText('Month'));
    expect(texts('Sales tax by month')[1]?.[0]).toBe(
      'Oct 20262 bookings$100.00 to exempt customers$500.00 taxable',
    );
  });

  it('shows how revenue becomes income', async () => {
    reports(revenue({ refunded: 40, charges: 15.5, cancellations: 30 }));
    open('/bookings?view=revenue');
    const story =
      '$1,750.50 less $40.00 refunded, plus $15.50 for damage, rescheduling and late payments, plus $30.00 in cancellation fees: $1,756.00 income';
    expect((await screen.findByText(/in cancellation fees/)).textContent).toBe(story);
  });

  it('shows why requests were lost, and the share won', async () => {
    reports();
    answer('get', '/api/reports/lost', {
      ...nothingLost,
      reasons: [{ reason: 'far', count: 2, value: 300 }],
      unexplained: 1,
      won: 3,
      lost: 3,
      lostValue: 450,
      shareWonPercent: 50,
      medianDaysToAnswer: 1.5,
      months: [{ month: '2026-10', won: 3, lost: 3, open: 0, value: 450 }],
      letters: [{ letter: 'O', count: 3, value: 450 }],
    });
    open('/bookings?view=revenue');
    const byReason = await screen.findByRole('region', { name: 'Lost by reason' });
    expect(
      within(byReason)
        .getAllByRole('row')
        .map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['Reason', 'Lost', 'Value'],
      ['Too Far', '2', '$300.00'],
      ['No reason given', '1', '$150.00'],
    ]);
    expect(
      screen.getByText('3 won, 3 lost, 0 open. Win rate: 50%. Median time to answer: 1.5 days.'),
    ).toBeTruthy();
    expect(screen.getByText('Letters most often in lost signs: O (3)')).toBeTruthy();
  });

  it('shows an error if the sales tax cannot be loaded', async () => {
    reports();
    fail('get', '/api/reports/tax', 503, 'It is too busy.', { code: 'busy' });
    open('/bookings?view=revenue');
    expect(await screen.findByText('It is too busy.')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Revenue by month' })).toBeTruthy();
  });

  it("offers the period's bookkeeping files", async () => {
    reports();
    answer('get', '/api/journal/accounts', [
      { code: 'MD100', name: 'Card payments', type: 'Current asset' },
      { code: 'MD400', name: 'Rental income', type: 'Revenue' },
    ]);
    const { user } = open('/bookings?view=revenue&from=2026-04-01&to=2026-06-30');
    await screen.findByRole('heading', { name: 'Bookkeeping' });
    const days = 'from=2026-04-01&to=2026-06-30';
    const files = [
      'Payments',
      'Payouts',
      'Accrual Basis',
      'Cash Basis',
      'QuickBooks',
      'Xero',
      'Other Software',
    ];
    const link = (name: string) => screen.getByRole('link', { name: `${name} as CSV` }).getAttribute('href');
    expect(files.map(link)).toEqual([
      `/api/payments.csv?${days}`,
      `/api/payouts.csv?${days}`,
      `/api/reports/tax.csv?${days}`,
      `/api/reports/tax.csv?${days}&basis=cash`,
      `/api/journal.csv?format=quickbooks&${days}`,
      `/api/journal.csv?format=xero&${days}`,
      `/api/journal.csv?format=plain&${days}`,
    ]);
    await user.click(screen.getByText('Before the first import into Xero'));
    const accounts = await screen.findByRole('region', { name: 'Accounts of the journal' });
    expect(within(accounts).getByRole('row', { name: 'MD400 Rental income Revenue' })).toBeTruthy();
  });

  it('offers payouts for up to three months', async () => {
    reports();
    open('/bookings?view=revenue&from=2026-07-01&to=2026-10-01');
    expect(await screen.findByText(/^Available for periods of up to three months/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Payouts as CSV' })).toBeNull();
  });

  it('hides payouts from users without access', async () => {
    signIn({ ...ada, rights: ['seeBookings', 'seeMoney'] });
    reports();
    open('/bookings?view=revenue');
    await screen.findByRole('link', { name: 'Payments as CSV' });
    expect(screen.queryByRole('link', { name: 'Payouts as CSV' })).toBeNull();
  });

  it("shows the server's error, and retries", async () => {
    fail('get', '/api/reports/revenue', 403, 'Only owners may see this.');
    const { user } = open('/bookings?view=revenue');
    expect(await screen.findByText('Only owners may see this.')).toBeTruthy();
    reports();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('table')).toBeTruthy();
    expect(screen.queryByText('Only owners may see this.')).toBeNull();
  });

  it('reports an empty period', async () => {
    const none = { byMonth: [], bySize: [], byVenue: [], byEvent: [], byPhrase: [] };
    reports(revenue({ bookings: 0, revenue: 0, expectedRevenue: 0, ...none }));
    open('/bookings?view=revenue');
    expect(await screen.findByText('No delivered or confirmed bookings in this period.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('is linked as Reports in the user menu', async () => {
    const { user } = open('/venues');
    await user.click(await screen.findByRole('button', { name: 'User menu of ada' }));
    const reportsItem = await screen.findByRole('menuitem', { name: 'Reports' });
    expect(reportsItem.getAttribute('href')).toBe('/bookings?view=revenue');
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Profile',
      'Inbox',
      'Repairs',
      'Venues',
      'Quotes',
      'Reviews',
      'Gift Cards',
      'Settings',
      'Reports',
      'Subscription',
      'Help Center',
      'Logout',
    ]);
  });
});

describe('periods and keys', () => {
  it('include this and the previous month', () => {
    const [thisMonth, lastMonth] = presets.map(({ period }) => period('2027-03-31'));
    expect(thisMonth).toEqual({ from: '2027-03-01', to: '2027-03-31' });
    expect(lastMonth).toEqual({ from: '2027-02-01', to: '2027-02-28' });
  });

  it('end today for the last 12 months', () => {
    const last12 = presets[4].period('2026-11-21');
    expect(last12).toEqual({ from: '2025-11-22', to: '2026-11-21' });
    expect(saidFor(last12, '2026-11-21')).toEqual(last12);
    expect(periodOf({ from: '2026-06-01', to: '' }, '2026-11-21')).toEqual({
      from: '2026-06-01',
      to: '2026-12-31',
    });
  });

  it('show names for months, known values and unknown values', () => {
    expect(keyInWords(DEFAULT_FORMAT, 'month', '2026-11')).toBe('Nov 2026');
    expect(keyInWords(DEFAULT_FORMAT, 'event', 'gala')).toBe('Gala');
    expect(keyInWords(DEFAULT_FORMAT, 'phrase', 'MR & MRS')).toBe('MR & MRS');
  });

  it('reject invalid dates', () => {
    expect(checkedPeriod(DEFAULT_FORMAT, { from: '2/30/2026', to: '3/1/2026' })).toEqual({
      faults: { from: 'Enter the date as MM/DD/YYYY' },
    });
  });
});

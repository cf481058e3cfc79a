import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Balance, BooksMonth, IssuedInvoice } from '@/api/books';
import { open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { accountant, answer, fail, signIn } from '@/testing/server';
import { bookingRules } from '@/testing/settings';
import { answerStatements, noAges } from '@/testing/statements';

const month = sample<BooksMonth>({
  period: '2026-10',
  state: 'open',
  closedAt: null,
  by: null,
  reason: null,
});
const months = [
  month({ period: '2026-09', state: 'closed', closedAt: '2026-10-05T12:00:00+00:00', by: 'Ada' }),
  month({ period: '2026-10' }),
  month({ period: '2026-11' }),
];

const nothing = { bookings: 0, sales: 0, taxable: 0, tax: 0, exempt: 0, toConfirm: 0 };

/** Open the report of October without any sales. */
function openOctober(answerLists: () => void = answerStatements, path = '/bookings?view=revenue') {
  const period = { firstDay: '2026-10-01', lastDay: '2026-10-31' };
  const sums = { bookings: 0, revenue: 0, refunded: 0, charges: 0, cancellations: 0, tax: 0 };
  const groups = { byMonth: [], bySize: [], byVenue: [], byEvent: [], byPhrase: [] };
  answer('get', '/api/reports/revenue', {
    ...period,
    ...sums,
    ...groups,
    expectedRevenue: 0,
    expectedTax: 0,
  });
  answer('get', '/api/reports/tax', { ...nothing, ...period, byPlace: [], byMonth: [] });
  answerLists();
  return open(`${path}${path.includes('?') ? '&' : '?'}from=2026-10-01&to=2026-10-31`);
}

describe('the months of the books', () => {
  beforeEach(() => {
    signIn();
    answer('get', '/api/trial-balance', {
      on: '2026-10-31',
      currency: 'USD',
      accounts: [],
      otherCurrencies: [],
    });
    answer('get', '/api/booking-rules', bookingRules());
  });

  it('closes the last finished month after asking', async () => {
    answer('get', '/api/periods', months);
    const calls = answer('post', '/api/periods/2026-10/close', month({ state: 'closed' }));
    const { user } = openOctober();
    const close = await screen.findByRole('button', { name: 'Close Oct 2026' });
    const list = close.closest('ul');
    expect([...(list?.children ?? [])].map((row) => row.textContent)).toEqual([
      'Nov 2026',
      'Oct 2026Close Oct 2026',
      'Sep 2026ClosedOct 5, 2026, AdaReopen',
    ]);
    await user.click(close);
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Close Month' }));
    await waitFor(() => expect(calls.bodies).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('closes the open months before it as well, the oldest first', async () => {
    answer('get', '/api/periods', [month({ period: '2026-09' }), ...months.slice(1)]);
    const first = answer('post', '/api/periods/2026-09/close', month({ state: 'closed' }));
    const second = answer('post', '/api/periods/2026-10/close', month({ state: 'closed' }));
    const { user } = openOctober();
    await user.click(await screen.findByRole('button', { name: 'Close Oct 2026' }));
    expect(screen.getByText(/^Sep 2026 is closed with it\./)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close Months' }));
    await waitFor(() => expect([first.bodies.length, second.bodies.length]).toEqual([1, 1]));
  });

  it('reopens the last closed month only with a reason', async () => {
    answer('get', '/api/periods', months);
    const calls = answer('post', '/api/periods/2026-09/reopen', month({ reason: 'Wrong price' }));
    const { user } = openOctober();
    await user.click(await screen.findByRole('button', { name: 'Reopen' }));
    await user.click(screen.getByRole('button', { name: 'Reopen Month' }));
    expect(screen.getByText('Say why the month is reopened')).toBeTruthy();
    await user.type(screen.getByLabelText('Reason'), 'Wrong price');
    await user.click(screen.getByRole('button', { name: 'Reopen Month' }));
    await waitFor(() => expect(calls.bodies).toEqual([{ reason: 'Wrong price' }]));
  });

  it('saves the month-closing setting', async () => {
    answer('get', '/api/periods', months);
    const calls = answer('patch', '/api/booking-rules', { ...bookingRules(), closeMonthAfterDays: 10 });
    const { user } = openOctober();
    await user.selectOptions(await screen.findByLabelText('Close Months'), '10 days after month end');
    await waitFor(() => expect(calls.bodies).toEqual([{ closeMonthAfterDays: 10 }]));
  });

  it('tells which month has to be closed first', async () => {
    answer('get', '/api/periods', months);
    fail('post', '/api/periods/2026-10/close', 409, 'Close September 2026 first.');
    const { user } = openOctober();
    await user.click(await screen.findByRole('button', { name: 'Close Oct 2026' }));
    await user.click(screen.getByRole('button', { name: 'Close Month' }));
    expect(await screen.findByText(/Close September 2026 first/)).toBeTruthy();
  });
});

describe('the accounts of the books', () => {
  beforeEach(() => signIn());

  it('lead to the page that pushes them to bookkeeping software', async () => {
    answer('get', '/api/trial-balance', {
      on: '2026-10-31',
      currency: 'USD',
      accounts: [],
      otherCurrencies: [],
    });
    answer('get', '/api/periods', []);
    openOctober();
    const link = await screen.findByRole('link', { name: 'Open Bookkeeping' });
    expect(link.getAttribute('href')).toBe('/settings?tab=bookkeeping');
  });

  const balance = sample<Balance>({ account: 'cash', label: 'Cash', number: null, debit: 0, credit: 0 });

  it('offers the ledger and the balances of the period as files', async () => {
    answer('get', '/api/periods', []);
    answer('get', '/api/trial-balance', {
      on: '2026-10-31',
      currency: 'USD',
      accounts: [balance()],
      otherCurrencies: [],
    });
    openOctober();
    const address = async (name: string) =>
      (await screen.findByRole('link', { name })).getAttribute('href') ?? '';
    const days = 'from=2026-10-01&to=2026-10-31';
    expect(await address('Ledger of This Period for Excel')).toBe(`/api/ledger.xlsx?${days}`);
    expect(await address('Ledger as CSV')).toBe(`/api/ledger.csv?${days}`);
    expect(await address('Balances for Excel')).toBe('/api/trial-balance.xlsx?on=2026-10-31');
    expect(await address('Balances as CSV')).toBe('/api/trial-balance.csv?on=2026-10-31');
  });

  it('shows the balances at the end of the period, and saves account numbers', async () => {
    answer('get', '/api/trial-balance', {
      on: '2026-10-31',
      currency: 'USD',
      accounts: [
        balance({ debit: 120.5 }),
        balance({ account: 'customer_deposits', label: 'Customer deposits', number: '2100', credit: 120.5 }),
        balance({ account: 'bank', label: 'Bank' }),
      ],
      otherCurrencies: [
        { currency: 'EUR', accounts: [balance({ account: 'bank', label: 'Bank', debit: 90 })] },
      ],
    });
    const account = { account: 'cash', label: 'Cash', type: 'Current asset', code: 'MD101', number: null };
    answer('get', '/api/ledger/accounts', { accounts: [account] });
    const calls = answer('put', '/api/ledger/accounts', { accounts: [account] });
    answer('get', '/api/periods', []);
    const { user } = openOctober();
    const table = await screen.findByRole('region', { name: 'Account balances' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'AccountDebitCredit',
      'Cash$120.50',
      'Customer deposits 2100$120.50',
      'Bank, payouts in EUR€90.00',
    ]);
    await user.click(screen.getByRole('button', { name: 'Account Numbers' }));
    await user.type(await screen.findByLabelText('Cash'), '1000');
    await user.click(screen.getByRole('button', { name: 'Save Numbers' }));
    await waitFor(() => expect(calls.bodies).toEqual([{ accounts: [{ account: 'cash', number: '1000' }] }]));
  });
});

describe('the lists behind the balances', () => {
  beforeEach(() => {
    answer('get', '/api/periods', []);
    answer('get', '/api/trial-balance', {
      on: '2026-10-31',
      currency: 'USD',
      accounts: [],
      otherCurrencies: [],
    });
  });

  const item = { bookingId: 7, number: 12, customer: 'Grace Hopper', amount: 150, since: '2026-09-15' };
  const lists = () =>
    answerStatements(
      {
        total: 150,
        ages: { ...noAges, days60: 150 },
        items: [{ ...item, ages: { ...noAges, days60: 150 } }],
      },
      { total: 40, deposits: [{ bookingId: 8, number: 13, customer: 'Mary', amount: 40 }] },
      { payments: 2, gross: 190, months: [{ month: '2026-10', payments: 2, gross: 190 }] },
    );
  const rowsOf = async (name: string) =>
    within(await screen.findByRole('region', { name }))
      .getAllByRole('row')
      .map((row) => row.textContent);

  it('show what is owed and held for each booking, and card payments by month', async () => {
    signIn();
    openOctober(lists);
    expect(await rowsOf('Open items')).toEqual([
      'BookingAmount',
      '#12 Grace HopperSince Sep 15, 2026$150.00',
      'Total$150.00',
    ]);
    expect(screen.getByText('31–60 days').nextSibling?.textContent).toBe('$150.00');
    expect(screen.getByRole('link', { name: '#12 Grace Hopper' }).getAttribute('href')).toBe(
      '/bookings?id=7',
    );
    expect(await rowsOf('Deposits held')).toEqual(['BookingAmount', '#13 Mary$40.00', 'Total$40.00']);
    expect(await rowsOf('Card payments by month')).toEqual([
      'MonthPaymentsGross',
      'Oct 20262$190.00',
      'Total2$190.00',
    ]);
    expect(screen.getByRole('link', { name: 'Open Items as CSV' }).getAttribute('href')).toBe(
      '/api/reports/open-items.csv?on=2026-10-31',
    );
    expect(screen.getByRole('link', { name: 'Card Payments in 2026 as CSV' }).getAttribute('href')).toBe(
      '/api/reports/card-payments.csv?year=2026',
    );
  });

  it('name bookings to an accountant without links to them', async () => {
    signIn(accountant);
    openOctober(lists, '/reports');
    expect(await screen.findByText('#12 Grace Hopper')).toBeTruthy();
    expect(screen.queryByRole('link', { name: '#12 Grace Hopper' })).toBeNull();
  });

  it('say so if nothing is owed or held', async () => {
    signIn();
    openOctober();
    expect(await screen.findByText('Customers owe nothing.')).toBeTruthy();
    expect(screen.getByText('No deposits are held.')).toBeTruthy();
    expect(screen.getByText('No card payments in this year.')).toBeTruthy();
  });
});

describe('the list of invoices', () => {
  const invoice = sample<IssuedInvoice>({
    bookingId: 5,
    bookingNumber: 12,
    customer: 'Ada Lovelace',
    number: 'INV-2026-0002',
    kind: 'invoice',
    issuedAt: '2026-10-04T23:30:00-04:00',
    total: 108.25,
    currency: 'USD',
    replaced: [],
  });
  const replaced = [
    { number: 'INV-2026-0001', kind: 'invoice' as const, issuedAt: '2026-10-01T12:00:00-04:00' },
  ];

  beforeEach(() => {
    answer('get', '/api/trial-balance', {
      on: '2026-10-31',
      currency: 'USD',
      accounts: [],
      otherCurrencies: [],
    });
    answer('get', '/api/booking-rules', bookingRules());
    answer('get', '/api/periods', months);
  });

  function openInvoices(items: IssuedInvoice[], nextCursor: string | null = null, path?: string) {
    return openOctober(() => {
      answerStatements();
      answer('get', '/api/invoices', { items, nextCursor });
    }, path);
  }

  it('links each invoice and those it replaced, and loads more', async () => {
    signIn();
    const first = invoice({ kind: 'credit_note', number: 'CN-2026-0001', replaced });
    const { user } = openInvoices([first], 'older');
    const table = await screen.findByRole('region', { name: 'Invoices' });
    const link = (name: string) => within(table).getByRole('link', { name }).getAttribute('href');
    expect(link('CN-2026-0001')).toBe('/api/bookings/5/invoice.pdf');
    expect(link('INV-2026-0001')).toBe('/api/bookings/5/invoices/INV-2026-0001.pdf');
    expect(link('#12 Ada Lovelace')).toContain('5');
    expect(table.textContent).toContain('Credit note, Oct 4, 2026');
    expect(table.textContent).toContain('$108.25');
    answer('get', '/api/invoices', { items: [invoice({ bookingId: 6, total: null })], nextCursor: null });
    await user.click(screen.getByRole('button', { name: 'Show More' }));
    expect(await within(table).findByText('On the invoice')).toBeTruthy();
  });

  it('says so without invoices', async () => {
    signIn();
    openInvoices([]);
    expect(await screen.findByText('No invoices yet.')).toBeTruthy();
  });

  it('names bookings without a link for an accountant', async () => {
    signIn(accountant);
    openInvoices([invoice()], null, '/reports');
    const table = await screen.findByRole('region', { name: 'Invoices' });
    expect(within(table).queryByRole('link', { name: /Ada/ })).toBeNull();
    expect(within(table).getByRole('link', { name: 'INV-2026-0002' })).toBeTruthy();
  });
});

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Bookkeeping, BooksPush } from '@/api/bookkeeping';
import { open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { answer, fail, signIn } from '@/testing/server';

const books = sample<Bookkeeping>({
  system: null,
  connected: false,
  needsReconnect: false,
  companyName: null,
  currency: null,
  accounts: {},
  missing: [],
  mode: 'daily',
  available: ['quickbooks', 'xero'],
});
const connected = {
  system: 'xero',
  connected: true,
  companyName: 'Harbour Letters',
  currency: 'USD',
} as const;
const push = sample<BooksPush>({
  id: 1,
  system: 'xero',
  day: '2026-10-05',
  correction: 0,
  kind: 'journal',
  text: null,
  customer: null,
  bookingId: null,
  changedAtPartner: false,
  reference: 'MD1-20261005',
  state: 'pushed',
  reason: null,
  partnerId: 'p1',
  pushedAt: '2026-10-06T12:00:00+00:00',
  total: 120.5,
  lines: [],
});

const show = (search = '') => open(`/settings?tab=bookkeeping${search}`);

beforeEach(() => {
  signIn();
  answer('get', '/api/books/pushes', { items: [], nextCursor: null });
});

describe('bookkeeping software', () => {
  it('is not offered if the site has no client for it', async () => {
    answer('get', '/api/books', books({ available: [] }));
    show();
    expect(await screen.findByText(/aren't set up on this site/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Connect/ })).toBeNull();
  });

  it('shows why connecting failed', async () => {
    answer('get', '/api/books', books());
    fail('post', '/api/books/connect', 409, 'Disconnect QuickBooks first.');
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Connect Xero' }));
    expect(await screen.findByText('Disconnect QuickBooks first.')).toBeTruthy();
  });

  it('shows the result after the return from the partner', async () => {
    answer('get', '/api/books', books());
    show('&books=consent_declined');
    expect(await screen.findByText('You canceled the connection. Nothing was changed.')).toBeTruthy();
  });

  it('asks to connect again if the partner ended the connection', async () => {
    answer('get', '/api/books', books({ ...connected, connected: false, needsReconnect: true }));
    show();
    expect(await screen.findByText('Xero no longer accepts the connection')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Connect Xero Again' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Push Month' })).toBeNull();
  });

  it('saves the suggested and the chosen accounts', async () => {
    answer('get', '/api/books', books({ ...connected, missing: ['cash', 'bank'] }));
    const kind = { code: null, number: null };
    answer('get', '/api/ledger/accounts', {
      accounts: [
        { account: 'cash', label: 'Cash', type: 'Current asset', ...kind, code: 'MD101' },
        { account: 'bank', label: 'Bank', type: 'Current asset', ...kind, code: 'MD102' },
        { account: 'discounts', label: 'Discounts', type: 'Revenue', ...kind, code: 'MD403' },
      ],
    });
    answer('get', '/api/books/accounts', {
      accounts: [
        {
          id: 'a',
          code: '612',
          name: 'Cash on Hand',
          type: 'Current',
          takesJournals: true,
          takesMoney: false,
        },
        {
          id: 'b',
          code: '614',
          name: 'Payout Clearing',
          type: 'Current',
          takesJournals: true,
          takesMoney: false,
        },
      ],
      suggested: { cash: 'a' },
    });
    const calls = answer('patch', '/api/books', books({ ...connected }));
    const { user } = show();
    expect(await screen.findByText('2 accounts that your books use are not chosen yet.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Choose Accounts' }));
    await user.selectOptions(await screen.findByLabelText('Bank'), '614 Payout Clearing (Current)');
    expect(screen.queryByLabelText('Discounts')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save Accounts' }));
    await waitFor(() => expect(calls.bodies).toEqual([{ accounts: { cash: 'a', bank: 'b' } }]));
  });
});

describe('single documents', () => {
  it('can be chosen in place of daily totals', async () => {
    answer('get', '/api/books', books(connected));
    const calls = answer('patch', '/api/books', books({ ...connected, mode: 'documents' }));
    const { user } = show();
    await user.selectOptions(await screen.findByLabelText('What to Push'), 'Single documents');
    await waitFor(() => expect(calls.bodies).toEqual([{ mode: 'documents' }]));
  });

  it('are listed with their customer and changes made in the software', async () => {
    answer('get', '/api/books', books({ ...connected, mode: 'documents' }));
    const invoice = push({
      kind: 'invoice',
      text: 'Booking #12',
      customer: 'Grace Hopper',
      changedAtPartner: true,
    });
    answer('get', '/api/books/pushes', { items: [invoice], nextCursor: null });
    show();
    expect(await screen.findByText('Booking #12, Grace Hopper, Xero MD1-20261005')).toBeTruthy();
    expect(screen.getByText('Changed in Xero')).toBeTruthy();
    const row = screen.getByText('Changed in Xero').closest('li');
    expect(row?.textContent).toContain('Invoice');
  });

  it('offer accounts for payments to the accounts that hold money', async () => {
    answer('get', '/api/books', books({ ...connected, mode: 'documents', missing: ['cash', 'discounts'] }));
    const kind = { number: null, code: 'MD' };
    answer('get', '/api/ledger/accounts', {
      accounts: [
        { account: 'cash', label: 'Cash', type: 'Current asset', ...kind },
        { account: 'discounts', label: 'Discounts', type: 'Revenue', ...kind },
      ],
    });
    const row = { code: null, type: 'Bank' };
    answer('get', '/api/books/accounts', {
      accounts: [
        { id: 'a', name: 'Cash Drawer', ...row, takesJournals: false, takesMoney: true },
        { id: 'b', name: 'Sales', ...row, takesJournals: true, takesMoney: false },
      ],
      suggested: {},
    });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Choose Accounts' }));
    const names = (label: string) =>
      [...(screen.getByLabelText(label) as HTMLSelectElement).options].map(({ text }) => text);
    await screen.findByLabelText('Cash');
    expect(names('Cash')).toEqual(['Choose an account', 'Cash Drawer (Bank)']);
    expect(names('Discounts')).toEqual(['Choose an account', 'Sales (Bank)']);
  });
});

describe('journals', () => {
  it('are listed with the reason, and a rejected one is tried again', async () => {
    answer('get', '/api/books', books(connected));
    const rejected = push({ id: 2, state: 'failed', reason: 'The period is locked.', correction: 1 });
    answer('get', '/api/books/pushes', { items: [rejected, push({})], nextCursor: null });
    const calls = answer('post', '/api/books/pushes/2/retry', { items: [], nextCursor: null });
    const { user } = show();
    expect(await screen.findByText('The period is locked.')).toBeTruthy();
    expect(screen.getByText('Correction 1')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Try Again' })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(calls.bodies).toHaveLength(1));
  });

  it('say which step is missing before the first push', async () => {
    answer('get', '/api/books', books(connected));
    fail('post', '/api/books/push', 409, 'First choose an account for each account your books use.');
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Push Month' }));
    expect(await screen.findByText(/^First choose an account for each account/)).toBeTruthy();
  });
});

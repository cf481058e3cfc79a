import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Booking } from '@/api/types';
import { booking, details } from '@/testing/bookings';
import { open } from '@/testing/render';
import { answer, fail, server, signIn, venue } from '@/testing/server';
import { enterInto } from '@/testing/typing';

/** Mock the list endpoint and record its requests. */
function pages(...answers: Booking[][]): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get('http://localhost:3000/api/bookings', ({ request }) => {
      const query = new URL(request.url).searchParams;
      // Skip the notification bell's own request.
      if (query.get('limit') === '200') return HttpResponse.json({ items: [], nextCursor: null });
      asked.push(query);
      if (!query.has('limit')) return HttpResponse.json(answers.flat());
      const page = Number(query.get('cursor') ?? 0);
      const nextCursor = page + 1 < answers.length ? String(page + 1) : null;
      return HttpResponse.json({ items: answers[page] ?? [], nextCursor });
    }),
  );
  return asked;
}

async function openMenu(user: ReturnType<typeof open>['user'], number: number): Promise<string[]> {
  await user.click(
    await screen.findByRole('button', { name: new RegExp(`^Actions for booking #${number} `) }),
  );
  const items = await screen.findAllByRole('menuitem');
  return items.map((item) => item.textContent ?? '');
}

describe('the bookings screen', () => {
  beforeEach(() => signIn());

  it('shows the columns of the specification', async () => {
    pages([
      booking({ totalPrice: 1234.5 }),
      booking({ id: 8, customerName: 'Tom', venueName: null, venueAddress: null }),
      booking({ id: 9, customerName: 'Ada', venueName: null, venueAddress: '9 Elm Street' }),
    ]);
    open('/bookings');
    const table = await screen.findByRole('table');
    const heads = within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent);
    expect(heads.slice(1)).toEqual([
      'Customer',
      'Message',
      'Event Date',
      'Pickup',
      'Venue',
      'Status',
      'Total',
      'Paid',
      'Created',
      'Actions',
    ]);
    const row = within(screen.getByRole('row', { name: /Jane Miller/ }));
    for (const text of ['"LOVE" (4ft)', 'Jun 1, 2027', 'The Foundry', 'Pending', '$1,234.50']) {
      expect(row.getByText(text)).toBeTruthy();
    }
    expect(within(screen.getByRole('row', { name: /Tom/ })).getByText('N/A')).toBeTruthy();
    expect(within(screen.getByRole('row', { name: /Ada/ })).getByText('9 Elm Street')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create New Booking' }).getAttribute('href')).toBe('/booking');
    expect(screen.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe('/settings?tab=import');
  });

  it('requests the filters of the URL and keeps the URL current', async () => {
    const asked = pages([booking()]);
    const { user, address } = open('/bookings?status=pending&date=2027-06-01');
    await screen.findByRole('table');
    expect(screen.getByRole('tab', { name: 'Pending' }).getAttribute('aria-selected')).toBe('true');
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      status: 'pending',
      date: '2027-06-01',
      limit: '50',
    });
    await user.click(screen.getByRole('button', { name: 'Clear date' }));
    await enterInto(user, screen.getByPlaceholderText('Search bookings...'), '50%');
    await waitFor(() => expect(address()).toBe('/bookings?status=pending&q=50%25'));
    await user.click(screen.getByRole('tab', { name: 'All' }));
    expect(address()).toBe('/bookings?q=50%25');
    await waitFor(() => expect(asked.at(-1)?.get('q')).toBe('50%'));
    expect(asked.at(-1)?.has('status')).toBe(false);
  });

  it('offers the actions allowed by the status', async () => {
    pages([
      booking({ id: 1 }),
      booking({ id: 2, status: 'confirmed' }),
      booking({ id: 3, status: 'completed' }),
      booking({ id: 4, status: 'canceled' }),
    ]);
    const { user } = open('/bookings');
    expect(await openMenu(user, 21)).toEqual(['View Details', 'Confirm Booking', 'Cancel Booking']);
    await user.keyboard('{Escape}');
    expect(await openMenu(user, 22)).toEqual(['View Details', 'Cancel Booking', 'Mark as Completed']);
    await user.keyboard('{Escape}');
    expect(await openMenu(user, 23)).toEqual(['View Details', 'Reopen Booking']);
    await user.keyboard('{Escape}');
    expect(await openMenu(user, 24)).toEqual(['View Details', 'Reopen Booking']);
  });

  it('confirms from the row menu and restores the focus', async () => {
    pages([booking()]);
    const { user } = open('/bookings');
    await openMenu(user, 3);
    const sent = answer('patch', '/api/bookings/7/status', details({ status: 'confirmed' }));
    pages([booking({ status: 'confirmed' })]);
    await user.click(screen.getByRole('menuitem', { name: 'Confirm Booking' }));
    expect(await screen.findByText('Booking confirmed')).toBeTruthy();
    expect(sent.bodies).toEqual([{ status: 'confirmed' }]);
    expect(
      await within(screen.getByRole('row', { name: /Jane Miller/ })).findByText('Confirmed'),
    ).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toContain('Actions for booking #3');
  });

  it('shows the server’s refusal', async () => {
    pages([booking()]);
    const { user } = open('/bookings');
    await openMenu(user, 3);
    const message = "A canceled booking can't be changed to confirmed.";
    fail('patch', '/api/bookings/7/status', 409, message, { code: 'invalid_transition' });
    await user.click(screen.getByRole('menuitem', { name: 'Confirm Booking' }));
    expect(await screen.findByText('Failed to update booking')).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
  });

  it('marks bookings that need attention', async () => {
    pages([
      booking({ possibleDuplicate: true, overbookReason: 'borrowed', holdExpiresAt: '2020-01-01T00:00:00Z' }),
      booking({ id: 8, status: 'canceled', possibleDuplicate: true }),
    ]);
    open('/bookings');
    expect(await screen.findAllByText('Possible duplicate')).toHaveLength(1);
    expect(screen.getByText('Overbooked')).toBeTruthy();
    expect(screen.getByText('Hold expired')).toBeTruthy();
  });

  it('hides past bookings by default and shows them on request', async () => {
    const asked = pages([booking(), booking({ id: 8, customerName: 'Tom', status: 'confirmed' })]);
    const { user, address } = open('/bookings');
    const heads = (await screen.findAllByRole('heading', { level: 2 })).map((head) => head.textContent);
    expect(heads).toEqual(['Needs Your Reply', 'Today and Later']);
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ scope: 'open', sort: 'requestsFirst', limit: '50' });
    await user.click(screen.getByRole('button', { name: 'Show All Dates' }));
    expect(address()).toBe('/bookings?days=all');
    await waitFor(() => expect(asked.at(-1)?.has('scope')).toBe(false));
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  });

  it('toggles a column between ascending, descending and default order', async () => {
    const asked = pages([booking(), booking({ id: 8, customerName: 'Tom' })]);
    const { user, address } = open('/bookings');
    await screen.findByRole('table');
    const direction = () => screen.getByRole('columnheader', { name: 'Paid' }).getAttribute('aria-sort');
    for (const [sort, shown] of [
      ['balance', 'ascending'],
      ['-balance', 'descending'],
    ]) {
      await user.click(screen.getByRole('button', { name: 'Paid' }));
      await waitFor(() => expect(asked.at(-1)?.get('sort')).toBe(sort));
      expect(direction()).toBe(shown);
    }
    await user.click(screen.getByRole('button', { name: 'Paid' }));
    await waitFor(() => expect(address()).toBe('/bookings'));
    expect(direction()).toBe('none');
  });

  it('filters by dates, venue and payment and stores filters in the URL', async () => {
    const asked = pages([booking()]);
    answer('get', '/api/venues', [venue({ id: 4, name: 'The Foundry', city: 'Austin' })]);
    const { user, address } = open('/bookings');
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await screen.findByRole('option', { name: 'The Foundry, Austin' });
    await user.selectOptions(screen.getByLabelText('Venue'), '4');
    await user.selectOptions(screen.getByLabelText('Payment'), 'Balance due');
    // The option names the days that it counts.
    expect(screen.getByRole('option', { name: /^Bookings This Week \(.+ – .+\)$/ })).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Dates'), 'week');
    expect(address()).toBe('/bookings?venue=4&paid=unpaid%2Cpartly&figure=week');
    await waitFor(() =>
      expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({
        figure: 'week',
        venueId: '4',
        paid: 'unpaid,partly',
        limit: '50',
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(address()).toBe('/bookings');
  });

  it('shows the number of bookings on each tab', async () => {
    pages([booking()]);
    answer('get', '/api/bookings/counts', {
      all: 1205,
      pending: 1,
      confirmed: 4,
      completed: 1200,
      canceled: 0,
    });
    open('/bookings');
    await waitFor(() =>
      expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
        'All1,205',
        'Pending1',
        'Confirmed4',
        'Completed1,200',
        'Canceled0',
      ]),
    );
    expect(screen.getByRole('tab', { name: 'Pending' })).toBeTruthy();
  });

  it('shows 10,000+ when the count is capped', async () => {
    pages([booking()]);
    const counts = { all: 10_004, pending: 0, confirmed: 4, completed: 10_000, canceled: 0 };
    answer('get', '/api/bookings/counts', counts);
    open('/bookings');
    await waitFor(() =>
      expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
        'All10,000+',
        'Pending0',
        'Confirmed4',
        'Completed10,000+',
        'Canceled0',
      ]),
    );
  });

  it('opens a booking by clicking its row, except on controls', async () => {
    pages([booking()]);
    answer('get', '/api/bookings/7', details());
    const { user, address } = open('/bookings');
    const row = within(await screen.findByRole('row', { name: /Jane Miller/ }));
    await user.click(row.getByRole('checkbox'));
    await user.click(row.getByRole('button'));
    await user.keyboard('{Escape}');
    expect(address()).toBe('/bookings');
    await user.click(row.getByText('$150.00'));
    expect(address()).toBe('/bookings?id=7');
  });

  it('shows payment status', async () => {
    pages([
      booking({ id: 1, totalPrice: 100, balanceDue: 100 }),
      booking({ id: 2, totalPrice: 100, balanceDue: 38.5 }),
      booking({ id: 3, totalPrice: 100, balanceDue: 0 }),
      booking({ id: 4, totalPrice: 100, balanceDue: 0, status: 'canceled' }),
      booking({ id: 5, totalPrice: 100, balanceDue: 0, disputed: 100 }),
      booking({ id: 6, totalPrice: 100, balanceDue: 0, lost: 100 }),
      booking({ id: 7, totalPrice: 100, balanceDue: 80, lost: 20, reduced: 20 }),
      booking({ id: 12, totalPrice: 100, balanceDue: 100, returnedDebit: 100 }),
      booking({ id: 8, totalPrice: 100, balanceDue: 80, received: 20, disputed: 20 }),
      booking({ id: 9, totalPrice: 100, balanceDue: 0, reduced: 100 }),
      booking({ id: 10, totalPrice: 100, balanceDue: 0, received: 90, reduced: 10 }),
    ]);
    open('/bookings');
    await screen.findByRole('table');
    const paid = screen.getAllByRole('row').flatMap((row) => {
      const cells = within(row).queryAllByRole('cell');
      const lines = cells[8]?.querySelectorAll('span') ?? [];
      return cells.length > 8 ? [[...lines].map(({ textContent }) => textContent).join(', ')] : [];
    });
    expect(paid).toEqual([
      ...['Unpaid', '$38.50 due', 'Paid', 'Disputed', 'Dispute lost', 'Dispute lost, $80.00 due'],
      'Returned by the bank, $100.00 due',
      ...['Disputed, $80.00 due', 'Refunded', 'Paid', '–'],
    ]);
  });

  it('loads further pages', async () => {
    const asked = pages([booking()], [booking({ id: 8, customerName: 'Tom' })]);
    const { user } = open('/bookings');
    await user.click(await screen.findByRole('button', { name: 'Load More' }));
    expect(await screen.findByText('Tom')).toBeTruthy();
    expect(screen.getByText('Jane Miller')).toBeTruthy();
    expect(asked.at(-1)?.get('cursor')).toBe('1');
    expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
  });

  it('shows an empty state without matches', async () => {
    pages([]);
    open('/bookings?q=zzz');
    expect(await screen.findByText('No bookings found matching your criteria.')).toBeTruthy();
  });

  it('shows a load error and retries', async () => {
    fail('get', '/api/bookings', 503, 'The service is not available right now.');
    const { user } = open('/bookings');
    expect(await screen.findByText("We couldn't load your bookings")).toBeTruthy();
    expect(screen.getByText('The service is not available right now.')).toBeTruthy();
    pages([booking()]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Jane Miller')).toBeTruthy();
  });

  it('cancels several bookings with a reason, lists failures and undoes the rest', async () => {
    pages([
      booking({ id: 1 }),
      booking({ id: 2, status: 'completed' }),
      booking({ id: 3, status: 'confirmed' }),
    ]);
    const { user } = open('/bookings');
    await user.click(await screen.findByLabelText('Select all bookings'));
    expect(screen.getByText('3 bookings selected')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Confirm 1' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Export' }).getAttribute('href')).toBe(
      '/api/reports/bookings.csv?ids=1,2,3',
    );
    await user.click(screen.getByRole('button', { name: 'Cancel 2' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Cancel 2 bookings?' }));
    await enterInto(user, question.getByLabelText('Reason (Optional)'), 'Flood');
    const outcome = {
      number: 21,
      customerName: 'Jane',
      status: 'canceled',
      done: true,
      code: null,
      message: null,
    };
    const sent = answer('post', '/api/bookings/bulk', {
      outcomes: [
        { ...outcome, id: 1 },
        { ...outcome, id: 3, number: 23, done: false, status: 'completed', message: 'Not any more.' },
      ],
    });
    await user.click(question.getByRole('button', { name: 'Cancel 2 bookings' }));
    expect(await screen.findByText('1 booking canceled')).toBeTruthy();
    expect(sent.bodies).toEqual([
      { action: 'cancel', ids: [1, 3], notify: true, reason: 'Flood', undoSeconds: 15 },
    ]);
    expect(screen.getByText("1 booking couldn't be canceled")).toBeTruthy();
    expect(screen.getByText('#23 Jane').parentElement?.textContent).toBe('#23 Jane: Not any more.');
    const undone = answer('post', '/api/bookings/bulk', {
      outcomes: [{ ...outcome, id: 1, status: 'pending' }],
    });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeTruthy();
    expect(undone.bodies).toEqual([{ action: 'reopen', ids: [1] }]);
  });

  it('marks several bookings as paid', async () => {
    pages([
      booking({ id: 1, status: 'confirmed', balanceDue: 50 }),
      booking({ id: 2, status: 'completed', balanceDue: 0 }),
      booking({ id: 3, balanceDue: 50 }),
    ]);
    const { user } = open('/bookings');
    await user.click(await screen.findByLabelText('Select all bookings'));
    await user.click(screen.getByRole('button', { name: 'Mark Paid 1' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Mark Paid 1 booking?' }));
    expect(question.queryByLabelText('Email each customer')).toBeNull();
    const sent = answer('post', '/api/bookings/bulk', {
      outcomes: [
        {
          id: 1,
          number: 21,
          customerName: 'Jane',
          status: 'confirmed',
          done: true,
          code: null,
          message: null,
        },
      ],
    });
    await user.click(question.getByRole('button', { name: 'Mark Paid 1 booking' }));
    expect(await screen.findByText('1 booking marked as paid')).toBeTruthy();
    expect(sent.bodies).toEqual([{ action: 'mark_paid', ids: [1] }]);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('prints several job sheets once all are loaded', async () => {
    const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    pages([booking({ id: 1 }), booking({ id: 2 })]);
    for (const id of [1, 2]) {
      answer('get', `/api/bookings/${id}`, details({ id }));
      answer('get', `/api/bookings/${id}/customer`, {
        link: null,
        crewNotes: null,
        changeRequests: [],
        cancellation: null,
        acceptedTerms: null,
      });
    }
    const { user } = open('/bookings');
    await user.click(await screen.findByLabelText('Select all bookings'));
    await user.click(screen.getByRole('button', { name: 'Print' }));
    await waitFor(() => expect(printed).toHaveBeenCalledTimes(1));
  });
});

import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { Resolution } from '@/api/goods';
import type { PricedBooking } from '@/api/types';
import { booking as fullBooking, rental } from '@/testing/bookings';
import { faults, loadAgain, open } from '@/testing/render';
import { answer, dashboard, fail, server, signIn } from '@/testing/server';
import { bookingRules, workLocation } from '@/testing/settings';
import { enterInto, retype } from '@/testing/typing';

function booking(id: number, deliveryDate: string, status: PricedBooking['status']): PricedBooking {
  return {
    id,
    deliveryDate,
    status,
    customerName: `Customer ${id}`,
    message: 'LOVE',
    size: '4ft',
    venueName: null,
  } as PricedBooking;
}

const busy = dashboard({
  bookingsThisWeek: 4,
  bookingsThisMonth: 9,
  pendingQuotes: 7,
  monthlyRevenue: 850.5,
  yearToDateRevenue: 12_720,
  averageBookingCost: 271,
  totalBookingsYearToDate: 47,
  projectedExtraBookings: 9,
  projectedTotalBookings: 56,
  projectedYearEndRevenue: 15_159,
  upcoming: [booking(1, '2026-12-31T20:00:00-05:00', 'pending')],
  checklist: { prices: true, timeZone: true, letters: true, venue: true, booking: true },
});

function openWith(figures = busy) {
  signIn();
  answer('get', '/api/dashboard', figures);
  return open('/dashboard');
}

/** A resolution for one missing E in 4 ft. */
function way(part: Partial<Resolution>): Resolution {
  return {
    kind: 'borrow',
    letter: 'E',
    size: '4ft',
    finish: 'standard',
    itemId: null,
    name: null,
    count: 1,
    otherSize: null,
    otherFinish: null,
    free: null,
    firstDay: null,
    lastDay: null,
    bookingId: null,
    number: null,
    customerName: null,
    phone: null,
    email: null,
    ...part,
  };
}

describe('the dashboard', () => {
  it.each([
    ['Bookings This Week', '4', '/bookings?figure=week'],
    ['Bookings This Month', '9', '/bookings?figure=month'],
    ['Pending Quotes', '7', '/bookings?status=pending'],
    ['Monthly Revenue', '$850.50', '/bookings?view=revenue&from=2026-11-01&to=2026-11-30'],
    ['Year-to-Date Revenue', '$12,720', '/bookings?view=revenue'],
    ['Avg. Booking Cost', '$271', '/bookings?status=completed&from=2026-01-01&to=2026-12-31'],
    ['Total Bookings YTD', '47', '/bookings?status=completed&from=2026-01-01&to=2026-12-31'],
  ])('shows %s and links to the counted bookings', async (label, figure, href) => {
    openWith();
    const card = (await screen.findByText(label)).closest('li') as HTMLElement;
    expect(within(card).getByText(figure)).toBeTruthy();
    expect(within(card).queryByRole('link')?.getAttribute('href') ?? null).toBe(href);
  });

  it('shows the projection for the end of the year', async () => {
    openWith();
    const bookings = await screen.findByRole('progressbar', { name: 'Projected Total Bookings' });
    expect(bookings.getAttribute('aria-valuetext')).toBe('47 of 56');
    expect(screen.getByText('47 so far + 9 projected')).toBeTruthy();
    const revenue = screen.getByRole('progressbar', { name: 'Projected Year-End Revenue' });
    expect(revenue.getAttribute('aria-valuetext')).toBe('$12,720 of $15,159');
    expect(screen.getByText('$12,720 so far + $2,439 projected')).toBeTruthy();
  });

  it('starts with today’s stops and pending requests', async () => {
    signIn();
    answer('get', '/api/dashboard', { ...busy, today: '2027-06-02' });
    answer('get', '/api/bookings/calendar', [
      rental({ id: 1, deliveryDate: '2027-06-01T08:00:00-04:00', pickupDate: '2027-06-02T20:00:00-04:00' }),
      rental({
        id: 2,
        risk: true,
        deliveryDate: '2027-06-02T09:00:00-04:00',
        pickupDate: '2027-06-04T10:00:00-04:00',
      }),
      rental({ id: 3, deliveryDate: '2027-06-01T09:00:00-04:00', pickupDate: '2027-06-04T10:00:00-04:00' }),
    ]);
    open('/dashboard');
    expect(await screen.findByText('2 stops')).toBeTruthy();
    const links = screen.getAllByRole('link');
    const places = [
      screen.getByRole('link', { name: '7 requests need your reply' }),
      screen.getByRole('link', { name: /^Deliver “LOVE”.*Short/ }),
      screen.getByRole('link', { name: /^Pick up “LOVE”/ }),
      screen.getByRole('link', { name: /^Bookings This Week/ }),
    ];
    expect(places.slice(0, 3).map((link) => link.getAttribute('href'))).toEqual([
      '/bookings?status=pending',
      '/bookings?id=2',
      '/bookings?id=1',
    ]);
    expect(places.map((link) => links.indexOf(link))).toEqual(
      places.map((link) => links.indexOf(link)).sort((a, b) => a - b),
    );
  });

  it('lists unfinished bookings and emails their customers again', async () => {
    answer('get', '/api/leads', [
      {
        bookingId: 31,
        number: 12,
        leadId: null,
        customerName: 'Priya Shah',
        customerEmail: 'priya@example.com',
        customerPhone: '(512) 555-0142',
        message: 'PRIYA & SAM',
        deliveryDate: '2026-12-12T08:00:00-05:00',
        total: 410,
        stage: 'lapsed',
        at: '2026-11-21T12:00:00-05:00',
        emailsLeft: 3,
        nextEmailAt: null,
      },
    ]);
    const sent = vi.fn();
    server.use(
      http.post('http://localhost:3000/api/leads/31/send-again', () => {
        sent();
        return HttpResponse.json({ email: { state: 'sent', until: null } }, { status: 202 });
      }),
    );
    const { user } = openWith();

    const row = (await screen.findByText('“PRIYA & SAM”', { exact: false })).closest('li') as HTMLElement;
    expect(row.textContent).toContain('Priya Shah');
    expect(row.textContent).toContain('$410.00');
    expect(row.textContent).toContain('Letters released, not paid');
    expect(within(row).getByRole('link', { name: '(512) 555-0142' }).getAttribute('href')).toBe(
      'tel:5125550142',
    );
    await user.click(within(row).getByRole('button', { name: 'Send Again' }));
    expect(await screen.findByText('Sending email')).toBeTruthy();
    expect(sent).toHaveBeenCalledOnce();
  });

  it('lists visitors who only saw a price, without a link or a second email', async () => {
    answer('get', '/api/leads', [
      {
        bookingId: null,
        number: null,
        leadId: 5,
        customerName: '',
        customerEmail: 'ada@example.com',
        customerPhone: null,
        message: 'MARRY ME',
        deliveryDate: '2026-12-12',
        total: 425,
        stage: 'priced',
        at: '2026-11-21T12:00:00-05:00',
        emailsLeft: 0,
        nextEmailAt: null,
      },
    ]);
    openWith();

    const row = (await screen.findByText('“MARRY ME”')).closest('li') as HTMLElement;
    expect(row.textContent).toContain('Saw a price, not sent');
    expect(within(row).getAllByRole('link')).toHaveLength(1);
    expect(within(row).queryByRole('button', { name: 'Send Again' })).toBeNull();
  });

  it.each([
    [0, null, 'You emailed this customer three times. Call or text instead.'],
    [2, '2099-01-01T14:15:00-05:00', 'You can send another email at 2:15 PM.'],
  ])(
    'shows why a customer with %i emails left cannot be emailed now',
    async (emailsLeft, nextEmailAt, reason) => {
      answer('get', '/api/leads', [
        {
          bookingId: 31,
          number: 12,
          leadId: null,
          customerName: 'Priya Shah',
          customerEmail: 'priya@example.com',
          customerPhone: null,
          message: 'PRIYA & SAM',
          deliveryDate: '2026-12-12T08:00:00-05:00',
          total: 410,
          stage: 'held',
          at: '2026-11-21T12:00:00-05:00',
          emailsLeft,
          nextEmailAt,
        },
      ]);
      openWith();

      const button = (await screen.findByRole('button', { name: 'Send Again' })) as HTMLButtonElement;
      expect(button.disabled).toBe(true);
      expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
        reason,
      );
    },
  );

  it('shows overdue payments and payments due this week', async () => {
    signIn();
    answer('get', '/api/dashboard', busy);
    const row = {
      bookingId: 9,
      number: 29,
      customerName: 'Ann',
      message: 'EEL',
      due: '2027-06-01',
      amount: 50,
    };
    answer('get', '/api/reports/due', {
      overdue: [row, { ...row, bookingId: 10, number: 30, amount: 25.5 }],
      thisWeek: [{ ...row, due: '2027-06-05', amount: 200 }],
    });
    open('/dashboard');
    const overdue = within(await screen.findByRole('region', { name: 'Overdue' }));
    expect(overdue.getByText('$75.50')).toBeTruthy();
    expect(overdue.getAllByText('Ann, since Jun 1, 2027')).toHaveLength(2);
    const soon = within(screen.getByRole('region', { name: 'Due this week' }));
    expect(soon.getByText('Ann, on Jun 5, 2027')).toBeTruthy();
  });

  it('lists overdue goods with a button to complete, and bookings at risk', async () => {
    signIn();
    answer('get', '/api/dashboard', busy);
    answer('get', '/api/bookings', {
      items: [
        fullBooking({ status: 'confirmed', goods: 'overdue', overdueSince: '2027-06-03T00:00:00-04:00' }),
      ],
      nextCursor: null,
    });
    answer('get', '/api/at-risk', [
      {
        bookingId: 9,
        number: 29,
        customerName: 'Ann',
        message: 'EEL',
        deliveryDate: '2027-06-04T08:00:00-04:00',
        shortages: [{ letter: 'E', size: '4ft', finish: 'standard', needed: 2, free: 1, day: '2027-06-04' }],
        options: [
          {
            id: 'finish|E',
            kind: 'finish',
            text: 'Use 1 × E (RGB): 2 available.',
            result: 'EEL (4ft, E in RGB)',
            draft: null,
          },
          {
            id: 'call',
            kind: 'call',
            text: 'Contact the customer: +1 718 555 0100.',
            result: null,
            draft: { subject: 'EEL', text: 'Hello Ann', phone: '+1 718 555 0100', email: null },
          },
        ],
        resolutions: [
          way({ kind: 'finish', otherSize: '4ft', otherFinish: 'rgb', free: 2 }),
          way({ kind: 'swap', firstDay: '2027-06-04', bookingId: 8, number: 28, customerName: 'Bo' }),
        ],
      },
    ]);
    const sent = answer('patch', '/api/bookings/7/status', {});
    const { user } = open('/dashboard');
    expect(await screen.findByText('Not Back Yet')).toBeTruthy();
    expect(screen.getByText('Jane Miller, due Jun 2, 2027')).toBeTruthy();
    expect(await screen.findByText('Short of 1 × E (4ft)')).toBeTruthy();
    expect(screen.getByRole('link', { name: '“EEL” #29' }).getAttribute('href')).toBe('/bookings?id=9');
    expect(await screen.findAllByText(/Use 1 × E/)).toHaveLength(1);
    expect(
      screen.getByText(
        /Pick up earlier: booking #28 \(Bo\) also needs 1 × E \(4ft\), but only on Jun 4, 2027/,
      ),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open #28' }).getAttribute('href')).toBe('/bookings?id=8');
    expect(screen.getByRole('link', { name: 'Text' }).getAttribute('href')).toBe(
      'sms:+17185550100?body=Hello%20Ann',
    );
    const said = answer('patch', '/api/bookings/7/return', {
      expectedBack: null,
      goods: 'overdue',
      atRisk: [],
    });
    await user.click(screen.getByRole('button', { name: 'Set Return Date' }));
    const form = within(await screen.findByRole('form', { name: 'Return of #3' }));
    const day = form.getByLabelText('Expected back');
    await retype(user, day, '06/05/2099');
    await user.type(form.getByLabelText('Time (Optional)'), '5{Enter}');
    expect(form.getByText('Enter 5:00 AM or 5:00 PM')).toBeTruthy();
    expect(said.bodies).toEqual([]);
    await enterInto(user, form.getByLabelText('Time (Optional)'), ' pm');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Return time saved')).toBeTruthy();
    expect(said.bodies).toEqual([{ expectedBack: '2099-06-05T17:00' }]);
    await user.click(screen.getByRole('button', { name: 'All Back' }));
    expect(await screen.findByText('The pieces of #3 that were out are marked as returned.')).toBeTruthy();
    expect(sent.bodies).toEqual([{ status: 'completed' }]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('#3 is marked as not back yet.')).toBeTruthy();
    expect(sent.bodies).toEqual([{ status: 'completed' }, { status: 'confirmed', reopen: true }]);
  });

  it('shows upcoming bookings in the operator’s time zone', async () => {
    openWith();
    expect(await screen.findByText('Dec 31, 2026')).toBeTruthy();
    expect(screen.getByText('Pending')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View all' }).getAttribute('href')).toBe('/bookings');
    expect(screen.getByRole('link', { name: /^Customer 1/ }).getAttribute('href')).toBe('/bookings?id=1');
    expect(screen.getByText('“LOVE” (4ft)')).toBeTruthy();
  });

  it('links each of fourteen days to its bookings', async () => {
    const days = dashboard().days.map((day, index) =>
      index === 1 ? { ...day, deliveries: 2, pickups: 1 } : index === 2 ? { ...day, pickups: 3 } : day,
    );
    openWith({ ...busy, days });
    const today = await screen.findByRole('link', {
      name: 'Today, Friday, November 20, 2026: nothing planned',
    });
    expect(today.getAttribute('href')).toBe('/day?date=2026-11-20');
    const saturday = screen.getByRole('link', {
      name: 'Saturday, November 21, 2026: 2 deliveries, 1 pickup',
    });
    expect(saturday.getAttribute('href')).toBe('/day?date=2026-11-21');
    const sunday = screen.getByRole('link', { name: 'Sunday, November 22, 2026: 3 pickups' });
    expect(sunday.getAttribute('href')).toBe('/day?date=2026-11-22');
    expect(screen.getAllByRole('link', { name: /2026: / })).toHaveLength(14);
  });

  it('offers each month’s values to screen readers and as a table', async () => {
    const months = dashboard().months.map((month) =>
      month.month === 3
        ? { month: 3, revenue: 815, bookings: 3, lastYearRevenue: 640.5, lastYearBookings: 2 }
        : month,
    );
    const { user } = openWith({ ...busy, months });
    const march = await screen.findByRole('row', { name: /^March/ });
    expect(
      within(march)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['$815', '$640.50', '3', '2']);
    const bars = screen.getByRole('button', { name: 'Revenue' });
    expect(bars.getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Table' }));
    expect(screen.getByRole('button', { name: 'Table' }).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getAllByRole('row', { name: /^March/ })).toHaveLength(1);
  });

  it('names a rental by message and size, or by its items', async () => {
    const items = { ...booking(2, '2026-12-31', 'confirmed'), message: '2 × Balloon Arch', size: '' };
    openWith({ ...busy, upcoming: [...busy.upcoming, items] });
    expect(await screen.findByText('“LOVE” (4ft)')).toBeTruthy();
    expect(screen.getByText('2 × Balloon Arch')).toBeTruthy();
  });

  it('is accessible to screen readers', async () => {
    openWith();
    await screen.findByText('Upcoming Bookings');
    expect(await faults()).toEqual([]);
  });

  it('asks a new business first where it works, then for its prices', async () => {
    const { user } = openWith(dashboard());
    answer('get', '/api/location', workLocation({ country: 'DE', timeZone: 'Europe/Berlin' }));
    const first = await screen.findByText(
      'Germany: EUR, centimeters, dates such as 31.12.2027, and 24-hour time. Time zone: Europe / Berlin.',
    );
    const steps = screen.getAllByRole('listitem').filter((item) => item.textContent.includes('To do:'));
    expect(steps[0]?.contains(first)).toBe(true);
    expect(steps[1]?.textContent).toContain(
      'quoted $15.00 for a 2ft letter, $25.00 for a 4ft letter per day',
    );
    const kept = answer('put', '/api/location', workLocation({ confirmed: true }));
    const checklist = { prices: false, timeZone: true, letters: false, venue: false, booking: false };
    answer('get', '/api/dashboard', dashboard({ checklist }));
    await user.click(screen.getByRole('button', { name: 'That’s Right' }));
    expect(await screen.findByText('1 of 5 done')).toBeTruthy();
    expect(kept.bodies).toEqual([
      {
        timeZone: 'Europe/Berlin',
        currency: 'EUR',
        dateFormat: 'DD.MM.YYYY',
        timeFormat: '24h',
        measures: 'metric',
      },
    ]);
  });

  it('guides a new business through its steps', async () => {
    const checklist = { prices: true, timeZone: true, letters: true, venue: false, booking: false };
    openWith(dashboard({ checklist }));
    expect(await screen.findByText('3 of 5 done')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add a Venue' }).getAttribute('href')).toBe('/venues?new');
    expect(screen.getByText('No upcoming bookings')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create a Booking' }).getAttribute('href')).toBe('/booking');
    expect(screen.getByText('All answered')).toBeTruthy();
  });

  it('folds the open steps after the first booking; hiding them can be undone', async () => {
    const folded = { ...busy, checklist: { ...busy.checklist, venue: false } };
    const { user } = openWith(folded);
    expect(await screen.findByText('4 of 5 done')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Add a Venue' })).toBeNull();
    const sent = answer('patch', '/api/booking-rules', bookingRules());
    answer('get', '/api/dashboard', { ...folded, setupHidden: true });
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    expect(await screen.findByText('Setup steps hidden')).toBeTruthy();
    expect(screen.queryByText('4 of 5 done')).toBeNull();
    answer('get', '/api/dashboard', folded);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('4 of 5 done')).toBeTruthy();
    expect(sent.bodies).toEqual([{ setupHidden: true }, { setupHidden: false }]);
    await user.click(screen.getByRole('button', { name: 'Show Steps' }));
    expect(await screen.findByRole('link', { name: 'Add a Venue' })).toBeTruthy();
  });

  it('shows why the steps could not be hidden', async () => {
    const { user } = openWith({ ...busy, checklist: { ...busy.checklist, venue: false } });
    fail('patch', '/api/booking-rules', 503, 'Please try again later.');
    await user.click(await screen.findByRole('button', { name: 'Hide' }));
    expect(await screen.findByText('Please try again later.')).toBeTruthy();
    expect(screen.queryByText('Setup steps hidden')).toBeNull();
  });

  it('hides the checklist once a business has started', async () => {
    openWith();
    expect(await screen.findByText('Your booking form')).toBeTruthy();
    expect(screen.queryByText(/of 5 done/)).toBeNull();
  });

  it('shows a spinner and never loads the whole bookings list', async () => {
    signIn();
    const asked: string[] = [];
    server.events.on('request:start', ({ request }) => asked.push(request.url));
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    server.use(
      http.get('http://localhost:3000/api/dashboard', async () => {
        await gate;
        return HttpResponse.json(busy);
      }),
    );
    open('/dashboard');
    expect(await screen.findByRole('status')).toBeTruthy();
    expect(screen.queryByText('Pending Quotes')).toBeNull();
    go();
    expect(await screen.findByText('Pending Quotes')).toBeTruthy();
    // Skip the notification bell's own request for pending bookings.
    expect(asked.filter((url) => /bookings(?!.*limit=|\/calendar)/.test(url))).toEqual([]);
    server.events.removeAllListeners();
  });

  it.each(['/api/at-risk', '/api/bookings/calendar', '/api/reports/due', '/api/leads', '/api/email-status'])(
    'appears as a whole, even if %s is slow or fails',
    async (path) => {
      signIn();
      answer('get', '/api/dashboard', busy);
      let go = () => {};
      const gate = new Promise<void>((resolve) => {
        go = resolve;
      });
      const asked = vi.fn();
      server.use(
        http.get(`http://localhost:3000${path}`, async () => {
          asked();
          await gate;
          return HttpResponse.json({ detail: 'Try again.', code: 'busy' }, { status: 503 });
        }),
      );
      open('/dashboard');
      await vi.waitFor(() => expect(asked).toHaveBeenCalled());
      expect(await screen.findByRole('status')).toBeTruthy();
      expect(screen.queryByText('Pending Quotes')).toBeNull();
      go();
      expect(await screen.findByText('Pending Quotes')).toBeTruthy();
    },
  );

  it('shows a load error and retries', async () => {
    signIn();
    await loadAgain('/dashboard', '/api/dashboard', busy);
    expect(await screen.findByText('Pending Quotes')).toBeTruthy();
  });

  it('refreshes the statistics when the user returns', async () => {
    const { user } = openWith();
    await screen.findByText('Waiting for your reply');
    await user.click(screen.getByRole('link', { name: 'Venues' }));
    await screen.findByText('No venues found');
    answer('get', '/api/dashboard', { ...busy, pendingQuotes: 0 });
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    expect(await screen.findByText('All answered')).toBeTruthy();
  });

  it('redirects users who may not see statistics to the bookings', async () => {
    signIn();
    fail('get', '/api/dashboard', 403, 'Only those who run it may see this.');
    open('/dashboard');
    expect(await screen.findByText('Only those who run it may see this.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View Bookings' }).getAttribute('href')).toBe('/bookings');
  });
});

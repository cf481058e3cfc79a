import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openDetails } from '@/testing/booking-dialog';
import { booking, details, estimate, offerAnswered } from '@/testing/bookings';
import { sentQuote } from '@/testing/quotes';
import { open } from '@/testing/render';
import { ada, answer, crew, fail, signIn, venue } from '@/testing/server';
import { enterInto } from '@/testing/typing';

/** A site check report without findings. */
const checked = {
  widthInches: 118,
  heightInches: 48,
  watts: 1600,
  weightPounds: 160,
  circuits: [{ amps: 15, watts: 1200, letters: ['L', 'O', 'V'] }],
  cords: [{ circuit: 0, feet: 50 }],
  fits: false,
  lines: [],
  withoutPower: ['E'],
  standsMph: 13,
  estimated: ['V'],
  site: { wallWidthInches: 100, circuits: [15] },
};

describe('the details of a booking', () => {
  it('show all facts in the business’s time zone', async () => {
    const { dialog } = await openDetails(
      details({
        totalPrice: 120,
        balanceDue: 120,
        operatorNotes: 'VIP',
        notes: '<i>Gate 4</i>',
        deliveryTimeGiven: true,
      }),
    );
    // The tests run in Auckland, where this evening is already the next day.
    expect(dialog.getByText('Created Nov 19, 2026')).toBeTruthy();
    for (const text of [
      'Jane Miller',
      'jane@example.com',
      '+1 718 555 0100',
      '"LOVE" (4ft)',
      'Jun 1, 2027 8:00 AM',
      // No pickup time was set.
      'Jun 2, 2027',
      'The Foundry',
      'Total Price',
      'Deposit Paid',
      'Balance Due',
      '<i>Gate 4</i>',
      'Team only',
      'VIP',
      'Requested by Jane Miller',
      '−$30.00',
      'Calculated price $150.00',
    ]) {
      expect(dialog.getByText(text)).toBeTruthy();
    }
    for (const [name, href] of [
      ['jane@example.com', 'mailto:jane@example.com'],
      ['+1 718 555 0100', 'tel:+17185550100'],
      ['Text +1 718 555 0100', 'sms:+17185550100'],
      [/42-38 9th St/, /^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=42-38%209th%20St/],
    ] as const) {
      const leads = dialog.getByRole('link', { name }).getAttribute('href');
      if (typeof href === 'string') expect(leads).toBe(href);
      else expect(leads).toMatch(href);
    }
    expect(dialog.getAllByText('$120.00')).toHaveLength(1);
    expect(dialog.getByRole('img', { name: 'LOVE' })).toBeTruthy();
  });

  it('show staff the job without prices', async () => {
    signIn(crew);
    const { breakdown, totalPrice, deposit, depositPaid, balanceDue, venueSurcharge, ...rest } = details({
      status: 'confirmed',
      deliveryDate: '2020-05-01T08:00:00-04:00',
      pickupDate: '2020-05-02T10:00:00-04:00',
    });
    const { overbookReason, quoteId, ...crewBooking } = rest;
    answer('get', '/api/bookings', { items: [crewBooking], nextCursor: null });
    answer('get', '/api/bookings/7', crewBooking);
    answer('get', '/api/venues', [venue()]);
    open('/bookings?id=7');
    const dialog = within(await screen.findByRole('dialog', { name: 'Booking #3' }));
    expect(await dialog.findByText('History')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Mark as Completed' })).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Cancel Booking' })).toBeNull();
    for (const text of ['Payment', 'Documents', 'Emails', 'Overbooked']) {
      expect(dialog.queryByText(text)).toBeNull();
    }
    window.dispatchEvent(new Event('beforeprint'));
    const sheet = within(await screen.findByRole('article', { name: 'Job sheet of booking #3' }));
    expect(sheet.queryByText('Price')).toBeNull();
    expect(sheet.queryByText(/Reason for overbooking/)).toBeNull();
  });

  it.each(['confirmed', 'completed'] as const)(
    'offer staff nothing before the pickup day of a %s rental',
    async (status) => {
      signIn(crew);
      answer('get', '/api/bookings', { items: [], nextCursor: null });
      answer('get', '/api/bookings/7', details({ status, pickupDate: '2099-05-02T10:00:00-04:00' }));
      answer('get', '/api/venues', [venue()]);
      open('/bookings?id=7');
      const dialog = within(await screen.findByRole('dialog', { name: 'Booking #3' }));
      expect(await dialog.findByText('History')).toBeTruthy();
      expect(dialog.queryByRole('button', { name: /Mark as Completed|Reopen/ })).toBeNull();
    },
  );

  it('link the quote and list its lines', async () => {
    answer(
      'get',
      '/api/quotes/5',
      sentQuote({ id: 5, status: 'accepted', extraLines: [{ text: 'Generator', amount: 80 }] }),
    );
    const booking = details({ quoteId: 5, source: 'operator' });
    const created = booking.history.map((entry) => ({ ...entry, changes: { quoteId: [null, 5] } }));
    const { dialog } = await openDetails({
      ...booking,
      breakdown: { ...booking.breakdown, extras: 80, discount: 23, discountPercent: 10 },
      history: created,
    });
    expect((await dialog.findByRole('link', { name: 'Q-2026-0007' })).getAttribute('href')).toBe(
      '/quotes?id=5',
    );
    expect(dialog.getByText('Generator')).toBeTruthy();
    expect(dialog.queryByText('Extra lines')).toBeNull();
    expect(dialog.getByText('Discount (10%)')).toBeTruthy();
    expect(dialog.getByText('Booked from a quote by Jane Miller')).toBeTruthy();
    expect(dialog.queryByText(/quoteId/)).toBeNull();
  });

  it('list the shortages of a request sent despite unavailable letters', async () => {
    const short = { letter: 'E', size: '4ft', finish: 'standard', needed: 2, free: 1 };
    const { dialog } = await openDetails(details({ held: false, shortages: [short] }));
    expect(
      dialog.getByText(/when the customer sent the request. E \(4ft\): 2 needed, 1 available/),
    ).toBeTruthy();
  });

  it('check the sign against the venue on request', async () => {
    const { user, dialog } = await openDetails(details());
    const sent = answer('post', '/api/site-check', {
      ...checked,
      findings: [
        { kind: 'width', over: 18 },
        { kind: 'power', over: 400 },
        { kind: 'wind', over: 14 },
      ],
    });
    await user.click(dialog.getByRole('button', { name: 'Check the Site' }));
    expect(await dialog.findByText('1 ft 6 in too wide for the wall')).toBeTruthy();
    expect(dialog.getByText('May tip: 14 mph over the wind limit without weights')).toBeTruthy();
    expect(dialog.getByText('1200 W on 15 A, 50 ft cord')).toBeTruthy();
    expect(dialog.getByText(/400 watts more than the circuits can supply: no room for E/)).toBeTruthy();
    expect(dialog.getByText('9 ft 10 in')).toBeTruthy();
    expect(sent.bodies).toHaveLength(1);
  });

  it('use meters in the site check for metric businesses', async () => {
    const { user, dialog } = await openDetails(details(), { ...ada, measures: 'metric' });
    answer('post', '/api/site-check', {
      ...checked,
      findings: [
        { kind: 'width', over: 18 },
        { kind: 'cord', over: 4 },
      ],
    });
    await user.click(dialog.getByRole('button', { name: 'Check the Site' }));
    expect(await dialog.findByText('46 cm too wide for the wall')).toBeTruthy();
    expect(dialog.getByText('1.2 m beyond the longest cord')).toBeTruthy();
    for (const text of ['3.00 m', '1.22 m', '73 kg', '1200 W on 15 A, 15.2 m cord']) {
      expect(dialog.getByText(text)).toBeTruthy();
    }
  });

  it('duplicate the booking on other dates and open the copy', async () => {
    offerAnswered();
    answer('post', '/api/estimate', estimate());
    const { user, dialog, address } = await openDetails(details({ status: 'completed' }));
    await user.click(dialog.getByRole('button', { name: 'Duplicate' }));
    const form = within(await screen.findByRole('dialog', { name: 'Duplicate Booking #3' }));
    await user.click(form.getByRole('button', { name: 'Create Booking' }));
    expect(form.getByText('Enter the delivery date')).toBeTruthy();
    await enterInto(user, form.getByLabelText('New Delivery Date'), '07/01/2027');
    await enterInto(user, form.getByLabelText('New Pickup Date'), '07/02/2027');
    expect(await form.findByText('All letters are available on these dates')).toBeTruthy();
    const sent = answer('post', '/api/bookings/7/duplicate', booking({ id: 9 }), 201);
    answer('get', '/api/bookings/9', details({ id: 9 }));
    await user.click(form.getByRole('button', { name: 'Create Booking' }));
    expect(await screen.findByRole('dialog', { name: 'Booking #29' })).toBeTruthy();
    expect(address()).toBe('/bookings?id=9');
    expect(sent.bodies).toEqual([
      { deliveryDate: '2027-07-01', pickupDate: '2027-07-02', asRequest: false, notify: false },
    ]);
  });

  it('duplicate the booking for another customer', async () => {
    offerAnswered();
    answer('post', '/api/estimate', estimate());
    const { user, dialog } = await openDetails(details({ status: 'completed' }));
    await user.click(dialog.getByRole('button', { name: 'Duplicate' }));
    const form = within(await screen.findByRole('dialog', { name: 'Duplicate Booking #3' }));
    await user.selectOptions(form.getByLabelText('For'), 'Another Customer');
    await enterInto(user, form.getByLabelText('New Delivery Date'), '07/01/2027');
    await enterInto(user, form.getByLabelText('New Pickup Date'), '07/02/2027');
    expect(await form.findByText('All letters are available on these dates')).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Create Booking' }));
    expect(form.getByText('Enter the customer’s name')).toBeTruthy();
    expect(form.getByText('Enter an email address or a phone number')).toBeTruthy();
    await enterInto(user, form.getByLabelText('Customer Name'), 'Grace Hopper');
    await enterInto(user, form.getByLabelText('Customer Phone'), '512 555 0100');
    const sent = answer('post', '/api/bookings/7/duplicate', booking({ id: 9 }), 201);
    answer('get', '/api/bookings/9', details({ id: 9 }));
    await user.click(form.getByRole('button', { name: 'Create Booking' }));
    expect(await screen.findByRole('dialog', { name: 'Booking #29' })).toBeTruthy();
    expect(sent.bodies).toEqual([
      {
        ...{ deliveryDate: '2027-07-01', pickupDate: '2027-07-02', asRequest: false, notify: false },
        ...{ customerName: 'Grace Hopper', customerEmail: null, customerPhone: '512 555 0100' },
      },
    ]);
  });

  it('report a missing booking', async () => {
    signIn();
    answer('get', '/api/bookings', { items: [], nextCursor: null });
    fail('get', '/api/bookings/99', 404, 'This booking does not exist.');
    const { user, address } = open('/bookings?id=99');
    expect(await screen.findByText('This booking does not exist.')).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(address()).toBe('/bookings'));
  });
});

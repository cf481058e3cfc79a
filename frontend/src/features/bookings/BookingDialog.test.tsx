import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BookingDetails } from '@/api/types';
import { booking, details, estimate, offerAnswered } from '@/testing/bookings';
import { sentQuote } from '@/testing/quotes';
import { open } from '@/testing/render';
import { ada, answer, crew, signIn, venue } from '@/testing/server';

async function openDetails(found: BookingDetails, who = ada) {
  signIn(who);
  answer('get', '/api/bookings', { items: [booking(found)], nextCursor: null });
  answer('get', '/api/venues', [venue()]);
  answer('get', `/api/bookings/${found.id}`, found);
  const page = open(`/bookings?id=${found.id}`);
  const element = await screen.findByRole('dialog', { name: `Booking #${found.number}` });
  const dialog = within(element);
  await dialog.findByText('History');
  return {
    ...page,
    dialog,
    buttons: () => dialog.getAllByRole('button').map((button) => button.textContent),
  };
}

describe('the details of a booking', () => {
  it("tell everything, in the operator's own time", async () => {
    const { dialog } = await openDetails(
      details({
        totalPrice: 120,
        balanceDue: 120,
        operatorNotes: 'VIP',
        notes: '<i>Gate 4</i>',
        deliveryTimeGiven: true,
      }),
    );
    // The tests run in Auckland, where this evening is the next day.
    expect(dialog.getByText('Created Nov 19, 2026')).toBeTruthy();
    for (const text of [
      'Jane Miller',
      'jane@example.com',
      '+1 718 555 0100',
      '"LOVE" (4ft)',
      'Jun 1, 2027 8:00 AM',
      // Nobody gave a time for the pickup.
      'Jun 2, 2027',
      'The Foundry',
      'Total Price',
      'Deposit Paid',
      'Balance Due',
      '<i>Gate 4</i>',
      'VIP',
      'Requested by Jane Miller',
      '−$30.00',
      'Computed price $150.00',
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

  it('show staff the work, without anything about money', async () => {
    signIn(crew);
    const { breakdown, totalPrice, deposit, depositPaid, balanceDue, venueSurcharge, ...rest } = details({
      status: 'confirmed',
    });
    const { overbookReason, quoteId, ...told } = rest;
    answer('get', '/api/bookings', { items: [told], nextCursor: null });
    answer('get', '/api/bookings/7', told);
    answer('get', '/api/venues', [venue()]);
    open('/bookings?id=7');
    const dialog = within(await screen.findByRole('dialog', { name: 'Booking #3' }));
    expect(await dialog.findByText('History')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Mark as Completed' })).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Cancel Booking' })).toBeNull();
    for (const text of ['Payment', 'Documents', 'Emails', 'Over stock']) {
      expect(dialog.queryByText(text)).toBeNull();
    }
    window.dispatchEvent(new Event('beforeprint'));
    const sheet = within(await screen.findByRole('article', { name: 'Job sheet of booking #3' }));
    expect(sheet.queryByText('Price')).toBeNull();
    expect(sheet.queryByText(/Letters from elsewhere/)).toBeNull();
  });

  it('name the quote that it came from, and its lines', async () => {
    answer(
      'get',
      '/api/quotes/5',
      sentQuote({ id: 5, status: 'accepted', extraLines: [{ text: 'Generator', amount: 80 }] }),
    );
    const found = details({ quoteId: 5, source: 'operator' });
    const created = found.history.map((entry) => ({ ...entry, changes: { quoteId: [null, 5] } }));
    const { dialog } = await openDetails({
      ...found,
      breakdown: { ...found.breakdown, extras: 80, discount: 23, discountPercent: 10 },
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

  it.each([
    ['pending', ['Cancel Booking', 'Confirm Booking']],
    ['confirmed', ['Mark as Completed', 'Cancel Booking']],
    ['completed', ['Close']],
    ['canceled', ['Close']],
  ] as const)('end with the buttons of a %s booking', async (status, buttons) => {
    const page = await openDetails(details({ status }));
    expect(page.buttons().slice(-buttons.length)).toEqual(buttons);
  });

  it('ask before canceling, stay open and show the new state', async () => {
    const { user, dialog, buttons } = await openDetails(details());
    await user.click(dialog.getByRole('button', { name: 'Cancel Booking' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('Cancel booking #3?')).toBeTruthy();
    const sent = answer('patch', '/api/bookings/7/status', details({ status: 'canceled' }));
    await user.click(question.getByRole('button', { name: 'Cancel Booking' }));
    expect(await screen.findByText('Booking canceled')).toBeTruthy();
    expect(sent.bodies).toEqual([{ status: 'canceled', notify: true, undoSeconds: 15 }]);
    expect(await dialog.findByText('Canceled')).toBeTruthy();
    expect(buttons().at(-1)).toBe('Close');
  });

  it('cancel with the fee of the terms, and refund the rest in the same step', async () => {
    const { user, dialog } = await openDetails(
      details({ status: 'confirmed', totalPrice: 250, received: 200, balanceDue: 50 }),
    );
    answer('get', '/api/bookings/7/cancellation', {
      fee: 125,
      refund: 75,
      tier: { daysBefore: 7, keepPercent: 50 },
    });
    await user.click(dialog.getByRole('button', { name: 'Cancel Booking' }));
    const question = within(await screen.findByRole('alertdialog'));
    const fee = await question.findByLabelText('Cancellation Fee (USD)');
    expect(fee).toHaveProperty('value', '125.00');
    expect(question.getByText(/^\$125\.00 by the terms of this booking/)).toBeTruthy();
    expect(question.getByRole('button', { name: 'Cancel and Refund $75.00' })).toBeTruthy();
    await user.clear(fee);
    await user.type(fee, '251');
    await user.click(question.getByRole('button', { name: 'Cancel Booking' }));
    expect(question.getByText('Please enter an amount from 0 to $250.00')).toBeTruthy();
    await user.clear(fee);
    await user.type(fee, '50');
    expect(question.getByLabelText('Refund $150.00 of the $200.00 received')).toBeTruthy();
    const sent = answer('patch', '/api/bookings/7/status', details({ status: 'canceled' }));
    await user.click(question.getByRole('button', { name: 'Cancel and Refund $150.00' }));
    expect(await screen.findByText('Booking canceled')).toBeTruthy();
    expect(sent.bodies).toEqual([
      { status: 'canceled', notify: true, undoSeconds: 15, fee: 50, refund: true },
    ]);
    expect(screen.queryByRole('button', { name: 'Undo', hidden: true })).toBeNull();
  });

  it('take back a declined request as a request, by key as well', async () => {
    const { user, dialog } = await openDetails(details());
    await user.click(dialog.getByRole('button', { name: 'Cancel Booking' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.type(question.getByLabelText('Reason (Optional)'), ' No truck ');
    await user.click(question.getByLabelText('Email Jane Miller that it is canceled'));
    const canceled = answer('patch', '/api/bookings/7/status', details({ status: 'canceled' }));
    await user.click(question.getByRole('button', { name: 'Cancel Booking' }));
    expect(await screen.findByRole('button', { name: 'Undo', hidden: true })).toBeTruthy();
    expect(canceled.bodies).toEqual([
      { status: 'canceled', notify: false, reason: 'No truck', undoSeconds: 15 },
    ]);
    const undone = answer('patch', '/api/bookings/7/status', details());
    await user.keyboard('{Control>}z{/Control}');
    expect(await dialog.findByText('Pending')).toBeTruthy();
    expect(undone.bodies).toEqual([{ status: 'pending', reopen: true }]);
  });

  it('complete early only after a question that names the day, and can undo it', async () => {
    const { user, dialog } = await openDetails(details({ status: 'confirmed' }));
    await user.click(dialog.getByRole('button', { name: 'Mark as Completed' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Complete booking #3 early?' }));
    expect(question.getByText(/^Pickup is on Jun 2, 2027\./)).toBeTruthy();
    const sent = answer('patch', '/api/bookings/7/status', details({ status: 'completed' }));
    await user.click(question.getByRole('button', { name: 'Complete Early' }));
    expect(await dialog.findByText('Completed')).toBeTruthy();
    expect(sent.bodies).toEqual([{ status: 'completed', early: true }]);
    const undone = answer('patch', '/api/bookings/7/status', details({ status: 'confirmed' }));
    screen.getByRole('button', { name: 'Undo', hidden: true }).click();
    expect(await dialog.findByText('Confirmed')).toBeTruthy();
    expect(undone.bodies).toEqual([{ status: 'confirmed', reopen: true }]);
  });

  it('reopen a canceled booking, over the stock when its letters are gone', async () => {
    const { user, dialog } = await openDetails(details({ status: 'canceled' }));
    await user.click(dialog.getByRole('button', { name: 'Reopen Booking' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Reopen booking #3?' }));
    const shortages = [{ letter: 'E', needed: 1, day: '2027-06-01', free: 0 }];
    const gone = { message: 'E is not free.', code: 'not_enough_letters', shortages };
    answer('patch', '/api/bookings/7/status', gone, 409);
    await user.click(question.getByRole('button', { name: 'Reopen Booking' }));
    const over = within(await screen.findByRole('dialog', { name: 'Not enough letters' }));
    const sent = answer('patch', '/api/bookings/7/status', details({ status: 'confirmed' }));
    await user.type(over.getByLabelText('Where do the missing letters come from?'), 'Lent{Enter}');
    expect(await dialog.findByText('Confirmed')).toBeTruthy();
    expect(sent.bodies).toEqual([
      { status: 'confirmed', notify: true, overbookReason: 'Lent', reopen: true },
    ]);
  });

  it('say what a request that was sent anyway was short of', async () => {
    const short = { letter: 'E', size: '4ft', finish: 'standard', needed: 2, free: 1 };
    const { dialog } = await openDetails(details({ held: false, shortages: [short] }));
    expect(dialog.getByText(/the customer asked anyway. E \(4ft\): 2 needed, 1 free/)).toBeTruthy();
  });

  it('hold the sign against its venue when asked to', async () => {
    const { user, dialog } = await openDetails(details());
    const sent = answer('post', '/api/site-check', {
      widthInches: 118,
      heightInches: 48,
      watts: 1600,
      weightPounds: 160,
      circuits: [{ amps: 15, watts: 1200, letters: ['L', 'O', 'V'] }],
      cords: [{ circuit: 0, feet: 50 }],
      fits: false,
      findings: [
        { kind: 'width', over: 18 },
        { kind: 'power', over: 400 },
      ],
      lines: [],
      withoutPower: ['E'],
      standsMph: 13,
      estimated: ['V'],
      site: { wallWidthInches: 100, circuits: [15] },
    });
    await user.click(dialog.getByRole('button', { name: 'Check the Site' }));
    expect(await dialog.findByText('1 ft 6 in too wide for the wall')).toBeTruthy();
    expect(dialog.getByText('1200 W on 15 A, 50 ft cord')).toBeTruthy();
    expect(dialog.getByText(/400 watts more than the circuits can take: no room for E/)).toBeTruthy();
    expect(dialog.getByText('9 ft 10 in')).toBeTruthy();
    expect(sent.bodies).toHaveLength(1);
  });

  it('hold it against the venue in meters, where the business measures in them', async () => {
    const { user, dialog } = await openDetails(details(), { ...ada, measures: 'metric' });
    answer('post', '/api/site-check', {
      widthInches: 118,
      heightInches: 48,
      watts: 1600,
      weightPounds: 160,
      circuits: [{ amps: 15, watts: 1200, letters: ['L', 'O', 'V', 'E'] }],
      cords: [{ circuit: 0, feet: 50 }],
      fits: false,
      findings: [
        { kind: 'width', over: 18 },
        { kind: 'cord', over: 4 },
      ],
      lines: [],
      withoutPower: [],
      standsMph: 13,
      estimated: [],
      site: { wallWidthInches: 100, circuits: [15] },
    });
    await user.click(dialog.getByRole('button', { name: 'Check the Site' }));
    expect(await dialog.findByText('46 cm too wide for the wall')).toBeTruthy();
    expect(dialog.getByText('1.2 m beyond the longest cord')).toBeTruthy();
    for (const text of ['3.00 m', '1.22 m', '73 kg', '1200 W on 15 A, 15.2 m cord']) {
      expect(dialog.getByText(text)).toBeTruthy();
    }
  });

  it('offer to book over the stock when a lapsed request no longer fits', async () => {
    const { user, dialog } = await openDetails(details({ holdExpiresAt: '2020-01-01T00:00:00Z' }));
    answer(
      'patch',
      '/api/bookings/7/status',
      {
        message: 'Not enough letters on June 1, 2027: E is not free.',
        code: 'not_enough_letters',
        shortages: [{ letter: 'E', needed: 1, day: '2027-06-01', free: 0 }],
      },
      409,
    );
    await user.click(dialog.getByRole('button', { name: 'Confirm Booking' }));
    const question = within(await screen.findByRole('dialog', { name: 'Not enough letters' }));
    expect(question.getByText('1 × E needed, 0 free on Jun 1, 2027')).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Book Over the Stock' }));
    expect(question.getByText('State a reason, for example: borrowed from a colleague')).toBeTruthy();
    const sent = answer(
      'patch',
      '/api/bookings/7/status',
      details({ status: 'confirmed', overbookReason: 'Borrowed' }),
    );
    await user.type(question.getByLabelText('Where do the missing letters come from?'), ' Borrowed {Enter}');
    expect(await dialog.findByText('Confirmed')).toBeTruthy();
    expect(sent.bodies).toEqual([{ status: 'confirmed', overbookReason: 'Borrowed' }]);
    expect(dialog.getByText('Over stock')).toBeTruthy();
  });

  it('tell before a request is confirmed whether its letters are free', async () => {
    const short = [{ letter: 'E', needed: 1, day: '2027-06-01', free: 0 }];
    const asked = answer('post', '/api/estimate', estimate({ available: false, shortages: short }));
    const { dialog } = await openDetails(details());
    expect(await dialog.findByText('1 × E needed, 0 free on Jun 1, 2027')).toBeTruthy();
    expect(asked.bodies).toMatchObject([{ bookingId: 7, message: 'LOVE', size: '4ft' }]);
  });

  it('book the same again on other days, and open what was made', async () => {
    offerAnswered();
    answer('post', '/api/estimate', estimate());
    const { user, dialog, address } = await openDetails(details({ status: 'completed' }));
    await user.click(dialog.getByRole('button', { name: 'Duplicate' }));
    const form = within(await screen.findByRole('dialog', { name: 'Duplicate Booking #3' }));
    await user.click(form.getByRole('button', { name: 'Book Again' }));
    expect(form.getByText('Enter the delivery date')).toBeTruthy();
    await user.type(form.getByLabelText('New Delivery Date'), '07/01/2027');
    await user.type(form.getByLabelText('New Pickup Date'), '07/02/2027');
    expect(await form.findByText('All letters are free on these dates')).toBeTruthy();
    const sent = answer('post', '/api/bookings/7/duplicate', booking({ id: 9 }), 201);
    answer('get', '/api/bookings/9', details({ id: 9 }));
    await user.click(form.getByRole('button', { name: 'Book Again' }));
    expect(await screen.findByRole('dialog', { name: 'Booking #29' })).toBeTruthy();
    expect(address()).toBe('/bookings?id=9');
    expect(sent.bodies).toEqual([
      { deliveryDate: '2027-07-01', pickupDate: '2027-07-02', asRequest: false, notify: false },
    ]);
  });

  it('say so when there is no such booking', async () => {
    signIn();
    answer('get', '/api/bookings', { items: [], nextCursor: null });
    answer('get', '/api/bookings/99', { message: 'This booking does not exist.', code: 'not_found' }, 404);
    const { user, address } = open('/bookings?id=99');
    expect(await screen.findByText('This booking does not exist.')).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(address()).toBe('/bookings'));
  });
});

describe('editing a booking', () => {
  async function openEdit(found = details()) {
    const page = await openDetails(found);
    offerAnswered();
    answer('post', '/api/estimate', estimate());
    await page.user.click(page.dialog.getByRole('button', { name: 'Edit' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Booking #3' }));
    await form.findByLabelText('Customer Name');
    return { ...page, form };
  }

  it('sends what was changed and shows it', async () => {
    const { user, dialog, form } = await openEdit();
    const message = await form.findByLabelText('Message');
    const asked = answer('post', '/api/estimate', estimate());
    await user.clear(message);
    await user.type(message, 'BABY');
    await waitFor(() => expect(asked.bodies.at(-1)).toMatchObject({ bookingId: 7, message: 'BABY' }));
    const sent = answer('patch', '/api/bookings/7', details({ message: 'BABY' }));
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Booking updated')).toBeTruthy();
    expect(sent.bodies).toEqual([{ message: 'BABY', expectedRevision: 1 }]);
    expect(await dialog.findByText('"BABY" (4ft)')).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Edit Booking #3' })).toBeNull();
  });

  it('changes damage waiver and tip, which are in the price at once', async () => {
    const found = details();
    const page = await openDetails({ ...found, breakdown: { ...found.breakdown, damageWaiver: 15, tip: 5 } });
    offerAnswered({ tips: { suggestions: [10], taxable: false } });
    const asked = answer('post', '/api/estimate', estimate());
    await page.user.click(page.dialog.getByRole('button', { name: 'Edit' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Booking #3' }));
    const waiver = await form.findByRole('switch', { name: 'Damage Waiver' });
    expect(waiver.getAttribute('aria-checked')).toBe('true');
    const tip = form.getByLabelText('Tip');
    expect((tip as HTMLInputElement).value).toBe('5.00');
    await page.user.click(waiver);
    await page.user.clear(tip);
    await page.user.type(tip, '7.555');
    const sent = answer('patch', '/api/bookings/7', details());
    await page.user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await form.findByText('Use at most two decimals')).toBeTruthy();
    expect(sent.bodies).toEqual([]);
    await page.user.clear(tip);
    await page.user.type(tip, '7.50');
    await waitFor(() => expect(asked.bodies.at(-1)).toMatchObject({ damageWaiver: false, tip: 7.5 }));
    await page.user.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(sent.bodies).toEqual([{ damageWaiver: false, tip: 7.5, expectedRevision: 1 }]),
    );
  });

  it('notifies the customer only when that is chosen, after a preview', async () => {
    const { user, form } = await openEdit();
    expect(form.queryByText('Notify the customer?')).toBeNull();
    await user.type(await form.findByLabelText('Message'), 'S');
    const shown = answer('post', '/api/bookings/7/edit-preview', {
      to: 'jane@example.com',
      subject: 'Changed: LOVES',
      fromName: 'Bright Nights',
      text: 'Message was: LOVE',
      html: '<html><head></head><body>Message was: LOVE</body></html>',
      totalBefore: 150,
      totalAfter: 175,
      mailServer: true,
    });
    await user.click(form.getByRole('button', { name: 'Preview Email' }));
    expect(await form.findByTitle('Preview: Changed: LOVES')).toBeTruthy();
    expect(shown.bodies).toEqual([{ message: 'LOVES' }]);
    await user.click(form.getByLabelText('Email Jane Miller what has changed'));
    await user.click(form.getByLabelText('Ask them to agree to the change'));
    // The email is another one now, so the preview is not shown for it.
    expect(form.queryByTitle('Preview: Changed: LOVES')).toBeNull();
    const sent = answer('patch', '/api/bookings/7', details({ message: 'LOVES' }));
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(sent.bodies).toEqual([
        { message: 'LOVES', notify: true, askAgreement: true, expectedRevision: 1 },
      ]),
    );
  });

  it("puts the server's sentences at their fields, and loses nothing", async () => {
    const { user, form } = await openEdit();
    await user.type(form.getByLabelText('Your Notes (Optional)'), 'VIP');
    const fields = { customerEmail: 'Please enter a valid email address' };
    answer('patch', '/api/bookings/7', { message: fields.customerEmail, code: 'invalid', fields }, 422);
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await form.findByText(fields.customerEmail)).toBeTruthy();
    expect(form.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Email')));
    expect((form.getByLabelText('Your Notes (Optional)') as HTMLTextAreaElement).value).toBe('VIP');
  });

  it('needs a reason for letters that are short', async () => {
    const { user, form } = await openEdit();
    answer(
      'post',
      '/api/estimate',
      estimate({
        available: false,
        shortages: [{ letter: 'E', needed: 1, day: '2027-06-01', free: 0 }],
        alternatives: [
          {
            kind: 'size',
            size: '2ft',
            sizeLabel: '2ft',
            deliveryDate: '2027-06-01',
            pickupDate: '2027-06-02',
            total: 110,
          },
        ],
      }),
    );
    await user.type(await form.findByLabelText('Message'), 'E');
    const reason = await form.findByLabelText('Where do the missing letters come from?');
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(form.getByText('State a reason, for example: borrowed from a colleague')).toBeTruthy();
    await user.type(reason, 'Borrowed');
    const sent = answer(
      'patch',
      '/api/bookings/7',
      details({ message: 'LOVEE', overbookReason: 'Borrowed' }),
    );
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(sent.bodies).toMatchObject([{ message: 'LOVEE', overbookReason: 'Borrowed' }]),
    );
  });

  it('does not overwrite unseen what somebody else changed meanwhile', async () => {
    const { user, form } = await openEdit();
    await user.type(form.getByLabelText('Your Notes (Optional)'), 'Ramp');
    const stale = {
      message: 'This booking has been changed since you opened it.',
      code: 'changed_meanwhile',
    };
    answer('patch', '/api/bookings/7', { ...stale, revision: 4 }, 409);
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await form.findByText(/^Save again to put your changes on top of theirs/)).toBeTruthy();
    expect(form.getByRole('button', { name: 'Load It Again' })).toBeTruthy();
    expect(form.getByLabelText('Your Notes (Optional)')).toHaveProperty('value', 'Ramp');
    const sent = answer('patch', '/api/bookings/7', details({ operatorNotes: 'Ramp', revision: 5 }));
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(sent.bodies).toEqual([{ operatorNotes: 'Ramp', expectedRevision: 4 }]));
  });

  it('loads the booking again that somebody else has changed', async () => {
    const { user, form } = await openEdit();
    await user.type(form.getByLabelText('Your Notes (Optional)'), 'Ramp');
    const message = 'This booking has been changed since you opened it.';
    answer('patch', '/api/bookings/7', { message, code: 'changed_meanwhile', revision: 4 }, 409);
    answer('get', '/api/bookings/7', details({ operatorNotes: 'Theirs', revision: 4 }));
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    const again = await screen.findByRole('button', { name: 'Load It Again' });
    await waitFor(() => expect(again).toHaveProperty('disabled', false));
    await user.click(again);
    await waitFor(() =>
      expect(screen.getByLabelText('Your Notes (Optional)')).toHaveProperty('value', 'Theirs'),
    );
  });

  it('leaves the rental of a completed booking alone', async () => {
    const { form } = await openEdit(details({ status: 'completed' }));
    expect(form.getByText('A completed booking keeps its letters, dates, venue and price.')).toBeTruthy();
    expect(form.queryByLabelText('Message')).toBeNull();
  });

  it('asks before changes are thrown away', async () => {
    const { user, form } = await openEdit();
    await user.type(form.getByLabelText('Notes (Optional)'), '!');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep Editing' }));
    expect((form.getByLabelText('Notes (Optional)') as HTMLTextAreaElement).value).toContain('!');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Booking #3' })).toBeNull());
  });
});

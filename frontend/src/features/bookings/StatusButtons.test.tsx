import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { letterGone, openDetails } from '@/testing/booking-dialog';
import { details, estimate } from '@/testing/bookings';
import { answer } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

/** Mock the status endpoint with its new state, and record the requests. */
const statusSet = (rest?: Parameters<typeof details>[0]) =>
  answer('patch', '/api/bookings/7/status', details(rest));

/** Open a booking and click one of its buttons that ask for confirmation. */
async function askBack(booking: ReturnType<typeof details>, button: string, name: string | RegExp = /./) {
  const page = await openDetails(booking);
  await page.user.click(page.dialog.getByRole('button', { name: button }));
  return { ...page, question: within(await screen.findByRole('alertdialog', { name })) };
}

describe('the status of a booking', () => {
  it.each([
    ['pending', ['Cancel Booking', 'Confirm Booking']],
    ['confirmed', ['Mark as Completed', 'Cancel Booking']],
    ['completed', ['Close']],
  ] as const)('offers the buttons of a %s booking', async (status, buttons) => {
    const { dialog } = await openDetails(details({ status }));
    const shown = dialog.getAllByRole('button').map((button) => button.textContent);
    expect(shown.slice(-buttons.length)).toEqual(buttons);
  });

  it('explain what answering does to an authorized card', async () => {
    const request = details({ authorized: 50, authorizedUntil: '2099-01-08T12:00:00-05:00' });
    const { dialog, question } = await askBack(request, 'Cancel Booking');
    expect(
      dialog.getByText(/^Card authorized for \$50\.00 until .*2099.*; confirming charges it\.$/),
    ).toBeTruthy();
    expect(question.getByText(/authorization of the customer's card is released/)).toBeTruthy();
  });

  it('changes to canceled after a confirmation, and the dialog stays open with the new status', async () => {
    const { user, dialog, question } = await askBack(details(), 'Cancel Booking');
    expect(question.getByText('Cancel booking #3?')).toBeTruthy();
    const sent = statusSet({ status: 'canceled' });
    await user.click(question.getByRole('button', { name: 'Cancel Booking' }));
    expect(await screen.findByText('Booking canceled')).toBeTruthy();
    expect(sent.bodies).toEqual([{ status: 'canceled', notify: true, undoSeconds: 15 }]);
    expect(await dialog.findByText('Canceled')).toBeTruthy();
    expect(dialog.getAllByRole('button').at(-1)?.textContent).toBe('Close');
  });

  it('cancel with the reason why it was lost, which a second tap removes', async () => {
    const { user, question } = await askBack(details(), 'Cancel Booking');
    const reason = (name: string) => question.getByRole('button', { name });
    await user.click(reason('Price'));
    await user.click(reason('Price'));
    expect(reason('Price').getAttribute('aria-pressed')).toBe('false');
    await user.click(reason('Too Far'));
    const sent = statusSet({ status: 'canceled', lostReason: 'far' });
    await user.click(reason('Cancel Booking'));
    expect(await screen.findByText('Booking canceled')).toBeTruthy();
    expect(sent.bodies).toEqual([{ status: 'canceled', notify: true, lostReason: 'far', undoSeconds: 15 }]);
  });

  it('names borrowed pieces that a cancellation leaves unneeded', async () => {
    const loan = {
      id: 5,
      lender: 'Neon Nights',
      pieces: [],
      text: '1 × O (4 ft)',
      firstDay: '2027-06-04',
      lastDay: '2027-06-05',
      covers: true,
      givenBack: false,
    };
    const { user } = await openDetails(details({ status: 'confirmed', borrowed: [loan] }));
    await user.click(screen.getByRole('button', { name: 'Cancel Booking' }));
    expect(await screen.findByText(/^No longer needed: 1 × O \(4 ft\) from Neon Nights\./)).toBeTruthy();
  });

  it('cancel with a fee and refund the rest in one step', async () => {
    answer('get', '/api/bookings/7/cancellation', {
      fee: 125,
      refund: 75,
      tier: { daysBefore: 7, keepPercent: 50 },
    });
    const confirmed = details({ status: 'confirmed', totalPrice: 250, received: 200, balanceDue: 50 });
    const { user, question } = await askBack(confirmed, 'Cancel Booking');
    const fee = await question.findByLabelText('Cancellation Fee (USD)');
    expect(fee).toHaveProperty('value', '125.00');
    expect(question.getByText(/^\$125\.00 under this booking's terms/)).toBeTruthy();
    expect(question.getByRole('button', { name: 'Cancel and Refund $75.00' })).toBeTruthy();
    await retype(user, fee, '251');
    await user.click(question.getByRole('button', { name: 'Cancel Booking' }));
    expect(question.getByText('Please enter an amount from 0 to $250.00')).toBeTruthy();
    await retype(user, fee, '50');
    expect(question.getByLabelText('Refund $150.00 of the $200.00 received')).toBeTruthy();
    const sent = statusSet({ status: 'canceled' });
    await user.click(question.getByRole('button', { name: 'Cancel and Refund $150.00' }));
    expect(await screen.findByText('Booking canceled')).toBeTruthy();
    expect(sent.bodies).toEqual([
      { status: 'canceled', notify: true, undoSeconds: 15, fee: 50, refund: true },
    ]);
    expect(screen.queryByRole('button', { name: 'Undo', hidden: true })).toBeNull();
  });

  it('undo declining a request, also by keyboard', async () => {
    const { user, dialog, question } = await askBack(details(), 'Cancel Booking');
    await enterInto(user, question.getByLabelText('Reason (Optional)'), ' No truck ');
    await user.click(question.getByLabelText('Email Jane Miller about the cancellation'));
    const canceled = statusSet({ status: 'canceled' });
    await user.click(question.getByRole('button', { name: 'Cancel Booking' }));
    expect(await screen.findByRole('button', { name: 'Undo', hidden: true })).toBeTruthy();
    expect(canceled.bodies).toEqual([
      { status: 'canceled', notify: false, reason: 'No truck', undoSeconds: 15 },
    ]);
    const undone = statusSet();
    await user.keyboard('{Control>}z{/Control}');
    expect(await dialog.findByText('Pending')).toBeTruthy();
    expect(undone.bodies).toEqual([{ status: 'pending', reopen: true }]);
  });

  it('confirm early completion with its day, and can undo it', async () => {
    const { user, dialog, question } = await askBack(
      details({ status: 'confirmed' }),
      'Mark as Completed',
      'Complete booking #3 early?',
    );
    expect(question.getByText(/^Pickup is on Jun 2, 2027\./)).toBeTruthy();
    const sent = statusSet({ status: 'completed' });
    await user.click(question.getByRole('button', { name: 'Complete Early' }));
    expect(await dialog.findByText('Completed')).toBeTruthy();
    expect(sent.bodies).toEqual([{ status: 'completed', early: true }]);
    const undone = statusSet({ status: 'confirmed' });
    screen.getByRole('button', { name: 'Undo', hidden: true }).click();
    expect(await dialog.findByText('Confirmed')).toBeTruthy();
    expect(undone.bodies).toEqual([{ status: 'confirmed', reopen: true }]);
  });

  it('reopen a canceled booking, overbooking if its letters are gone', async () => {
    const { user, dialog, question } = await askBack(
      details({ status: 'canceled' }),
      'Reopen Booking',
      'Reopen booking #3?',
    );
    answer('patch', '/api/bookings/7/status', letterGone, 409);
    await user.click(question.getByRole('button', { name: 'Reopen Booking' }));
    const over = within(await screen.findByRole('dialog', { name: 'Not enough letters' }));
    const sent = statusSet({ status: 'confirmed' });
    await user.type(over.getByLabelText('Where will the missing letters come from?'), 'Lent{Enter}');
    expect(await dialog.findByText('Confirmed')).toBeTruthy();
    expect(sent.bodies).toEqual([
      { status: 'confirmed', notify: true, overbookReason: 'Lent', reopen: true },
    ]);
  });

  it('offer overbooking when a lapsed request no longer fits', async () => {
    const { user, dialog } = await openDetails(details({ holdExpiresAt: '2020-01-01T00:00:00Z' }));
    answer('patch', '/api/bookings/7/status', letterGone, 409);
    await user.click(dialog.getByRole('button', { name: 'Confirm Booking' }));
    const question = within(await screen.findByRole('dialog', { name: 'Not enough letters' }));
    expect(question.getByText('1 × E needed, 0 available on Jun 1, 2027')).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Overbook' }));
    expect(question.getByText('Enter a reason, for example: borrowed from a colleague')).toBeTruthy();
    const sent = statusSet({ status: 'confirmed', overbookReason: 'Borrowed' });
    await user.type(
      question.getByLabelText('Where will the missing letters come from?'),
      ' Borrowed {Enter}',
    );
    expect(await dialog.findByText('Confirmed')).toBeTruthy();
    expect(sent.bodies).toEqual([{ status: 'confirmed', overbookReason: 'Borrowed' }]);
    expect(dialog.getByText('Overbooked')).toBeTruthy();
  });

  it('show that a request never held letters instead of an expired hold', async () => {
    const createdAt = '2020-01-01T00:00:00Z';
    const { dialog } = await openDetails(details({ createdAt, holdExpiresAt: createdAt }));
    expect(
      dialog.getByText(
        'Not held: no letters are reserved until you confirm. Confirming checks availability.',
      ),
    ).toBeTruthy();
    expect(dialog.queryByText('Hold expired')).toBeNull();
  });

  it('show availability before a request is confirmed', async () => {
    const { shortages } = letterGone;
    const estimates = answer('post', '/api/estimate', estimate({ available: false, shortages }));
    const { lines } = details();
    const cool = lines.map((line) => ({ ...line, finish: 'cool' })) as typeof lines;
    const { dialog } = await openDetails(
      details({ lines: cool, rented: [{ text: 'LOVE', detail: null, finish: 'Cool White' }] }),
    );
    expect(dialog.getByText('Cool White')).toBeTruthy();
    expect(await dialog.findByText('1 × E needed, 0 available on Jun 1, 2027')).toBeTruthy();
    const requested = { kind: 'letters', text: 'LOVE', size: '4ft', finish: 'cool' };
    expect(estimates.bodies).toMatchObject([{ bookingId: 7, lines: [requested] }]);
  });

  it('estimate substituted letters as booked', async () => {
    const estimates = answer('post', '/api/estimate', estimate({ available: true, shortages: [] }));
    const { lines } = details();
    const turned = lines.map((line) => ({ ...line, turned: ['O'] })) as typeof lines;
    const { dialog } = await openDetails(details({ lines: turned }));
    expect(await dialog.findByText('All letters are available on these dates')).toBeTruthy();
    expect(estimates.bodies).toMatchObject([{ lines: [{ text: 'LOVE', turned: ['O'] }] }]);
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { BookingMoney, MoneyEntry } from '@/api/booking-money';
import { details } from '@/testing/bookings';
import { entry, money } from '@/testing/money';
import { open } from '@/testing/render';
import { answer, fail, refuse, server, signIn } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

const PAYMENTS = '/api/bookings/:id/payments';

function openBooking(body: BookingMoney | { message: string; code: string }, status = 200) {
  signIn();
  answer('get', '/api/bookings/:id', details({ id: 5, status: 'confirmed', history: [] }));
  answer('get', PAYMENTS, body, status);
  return open('/bookings?id=5');
}

/** The value next to a label in the card. */
const figure = (region: ReturnType<typeof within>, name: string) =>
  region.queryByText(name, { selector: 'dt' })?.closest('div')?.querySelector('dd')?.textContent ?? null;
const figures = (region: ReturnType<typeof within>, ...names: string[]) =>
  names.map((name) => figure(region, name));

const section = async () => within(await screen.findByRole('region', { name: 'Payment' }));

it('records cash once despite repeated clicks, and shows the balance due', async () => {
  const { user } = openBooking(money());
  const region = await section();
  expect(await region.findByText('Nothing paid yet')).toBeTruthy();
  expect(figures(region, 'Deposit Paid', 'Received', 'Refunded', 'Balance Due')).toEqual([
    '$0.00',
    '$0.00',
    null,
    '$250.00',
  ]);

  await user.click(region.getByRole('button', { name: 'Record a Payment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Record a Payment' }));
  const amount = dialog.getByLabelText('Amount (USD)') as HTMLInputElement;
  expect(amount.value).toBe('50.00');
  await user.selectOptions(dialog.getByLabelText('How was it paid?'), 'Venmo');
  await user.clear(amount);
  await user.click(dialog.getByRole('button', { name: 'Record Payment' }));
  expect(dialog.getByText('Please enter an amount, for example 120.50')).toBeTruthy();

  const refused = fail('post', PAYMENTS, 409, 'Only $200.00 is due on this booking.', {
    code: 'overpaid',
    due: 200,
  });
  await enterInto(user, amount, '19.99');
  await user.click(dialog.getByRole('button', { name: 'Record Payment' }));
  expect(await dialog.findByText('Only $200.00 is due on this booking.')).toBeTruthy();
  expect(refused.bodies).toEqual([
    { methodName: 'Venmo', amount: 19.99, receivedOn: null, note: null, sendReceipt: true },
  ]);

  const cash = entry({
    kind: 'other',
    methodName: 'Venmo',
    amount: 19.99,
    refundable: 19.99,
    canVoid: true,
    card: null,
    by: 'Ada',
  });
  const partly = { received: 19.99, depositPaid: 19.99, balanceDue: 230.01, state: 'partly_paid' as const };
  answer('post', PAYMENTS, money({ ...partly, entries: [cash] }), 201);
  await user.dblClick(dialog.getByRole('button', { name: 'Record Payment' }));
  expect(await region.findByText('Partly paid')).toBeTruthy();
  expect(figures(region, 'Deposit Paid', 'Received', 'Balance Due')).toEqual(['$19.99', '$19.99', '$230.01']);
  expect(screen.queryByRole('dialog', { name: 'Record a Payment' })).toBeNull();
  expect(region.getByRole('button', { name: 'Void: Venmo, $19.99' })).toBeTruthy();
});

it('is not paid in full while the bank may still reverse a payment', async () => {
  const entries = [entry({ id: 1, amount: 250, dispute: 'disputed', refundable: 0 })];
  openBooking(
    money({ received: 250, balanceDue: 0, depositDue: 0, disputed: 250, state: 'disputed', entries }),
  );
  const region = await section();
  await waitFor(() => expect(region.getByRole('status').textContent).toBe('Disputed'));
  expect(region.queryByText('Paid in full')).toBeNull();
});

it('offers the evidence for a disputed payment', async () => {
  const dispute = {
    state: 'disputed' as const,
    reason: 'fraudulent',
    amount: 250,
    fee: 0,
    feeCurrency: 'USD',
    answerBy: '2027-06-08T12:00:00-04:00',
    page: 'https://stripe.example/pay',
  };
  const entries = [entry({ id: 12, amount: 250, dispute: 'disputed', refundable: 0, disputes: [dispute] })];
  openBooking(money({ received: 250, balanceDue: 0, depositDue: 0, disputed: 250, entries }));
  const link = await (await section()).findByRole('link', { name: 'Download Evidence' });
  expect(link.getAttribute('href')).toMatch(/\/dispute-pack\.pdf\?payment=12$/);
});

it('shows an amount withdrawn by the bank without requesting it again', async () => {
  const entries = [entry({ id: 1, amount: 250, dispute: 'lost', refundable: 0 })];
  openBooking(money({ received: 0, balanceDue: 0, depositDue: 0, lost: 250, state: 'lost', entries }));
  const region = await section();
  await waitFor(() => expect(region.getByRole('status').textContent).toBe('Dispute lost'));
  expect(region.queryByText(/^Losing the dispute/)).toBeNull();
  expect(figures(region, 'Received', 'Lost in a Dispute', 'Balance Due')).toEqual([
    '$250.00',
    '−$250.00',
    '$0.00',
  ]);
});

it('shows a bank debit on its way with the day by which it arrives, and a returned one as due again', async () => {
  const card = { kind: 'us_bank_account', brand: 'First Bank', last4: '6789' };
  const waiting = entry({
    id: 2,
    amount: 100,
    card,
    state: 'processing',
    refundable: 0,
    expectedOn: '2027-03-09',
  });
  const returned = entry({ id: 1, amount: 250, card, dispute: 'returned', refundable: 0 });
  openBooking(money({ returnedDebit: 250, processing: 100, balanceDue: 150, entries: [waiting, returned] }));
  const region = await section();
  expect(await region.findByText('On its way')).toBeTruthy();
  expect(region.getByText(/, expected by /)).toBeTruthy();
  expect(region.getAllByText('Bank account First Bank ···· 6789')).toHaveLength(2);
  expect(region.getByText('Returned by the bank')).toBeTruthy();
  expect(figures(region, 'Received', 'Returned by the Bank', 'Balance Due')).toEqual([
    '$250.00',
    '−$250.00',
    '$150.00',
  ]);
});

it('shows the cost of a lost dispute including its fee', async () => {
  const entries = [entry({ id: 1, amount: 50, dispute: 'lost', refundable: 0 })];
  const lost = { lost: 50, lostFee: 15, lostCost: 65 };
  openBooking(money({ received: 0, balanceDue: 200, ...lost, state: 'unpaid', entries }));
  const region = await section();
  expect(
    await region.findByText(
      'The lost dispute cost you $65.00: $50.00 was returned, and Stripe’s fee was $15.00.',
    ),
  ).toBeTruthy();
});

it('is partly paid if the bank reversed a part and a balance is due', async () => {
  const entries = [entry({ id: 1, amount: 50, dispute: 'lost', refundable: 0 })];
  const none = { deposit: 0, depositDue: 0 };
  openBooking(money({ received: 0, balanceDue: 200, lost: 50, ...none, state: 'unpaid', entries }));
  const region = await section();
  await waitFor(() => expect(region.getByRole('status').textContent).toBe('Dispute lost'));
  expect(region.queryByText('Nothing paid yet')).toBeNull();
  expect(figures(region, 'Deposit Paid', 'Received', 'Balance Due')).toEqual([
    'Not due again',
    '$50.00',
    '$200.00',
  ]);
});

it.each([
  ['unpaid', 250],
  ['nothing_owed', 0],
] as const)('shows the refunded amount with the status %s', async (state, balanceDue) => {
  const entries = [entry({ id: 2, entry: 'refund', state: 'returned', refundable: 0 }), entry({ id: 1 })];
  openBooking(money({ received: 0, refunded: 50, balanceDue, state, entries }));
  const region = await section();
  await waitFor(() => expect(region.getByRole('status').textContent).toBe('Refunded'));
  expect(region.queryByText('Nothing paid yet')).toBeNull();
});

it('refunds a part after confirming the amount, and shows the progress', async () => {
  const entries = [
    entry({ id: 4, entry: 'refund', state: 'failed', refundable: 0, failure: 'The account is closed.' }),
    entry({ id: 3, state: 'open', refundable: 0, failure: 'Your card was declined.' }),
    entry({ id: 2, dispute: 'disputed', refundable: 0 }),
    entry({ id: 1 }),
  ];
  const { user } = openBooking(
    money({ received: 300, balanceDue: 0, overpaid: 50, state: 'to_return', entries }),
  );
  const region = await section();
  expect(await region.findByText('Refund due')).toBeTruthy();
  expect(figures(region, 'Received', 'Refund Due', 'Balance Due')).toEqual(['$300.00', '$50.00', '$0.00']);
  for (const text of ['Failed', 'Declined', 'Disputed', 'Received', 'Your card was declined.']) {
    expect(region.getAllByText(text).length).toBeGreaterThan(0);
  }
  expect(region.queryByRole('button', { name: 'Record a Payment' })).toBeNull();

  await user.click(region.getByRole('button', { name: /^Refund: Card Visa/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Refund: Card/ }));
  const amount = dialog.getByLabelText('Amount (USD)');
  await retype(user, amount, '50.01');
  await user.click(dialog.getByRole('button', { name: 'Refund $50.01' }));
  expect(dialog.getByText('Please enter an amount up to $50.00')).toBeTruthy();
  const sent = answer(
    'post',
    `${PAYMENTS}/:payment/refund`,
    money({ received: 280, refunded: 20, overpaid: 30, entries }),
  );
  await retype(user, amount, '20');
  await user.click(dialog.getByRole('button', { name: 'Refund $20.00' }));
  await waitFor(() => expect(figure(region, 'Refunded')).toBe('−$20.00'));
  expect(figure(region, 'Received')).toBe('$300.00');
  expect(sent.bodies).toEqual([{ amount: 20, note: null, byHand: false, meaning: 'reduce' }]);
});

it('names the charge that a refund is for', async () => {
  const charge = { id: 5, name: 'E', state: 'charged', amount: 180, tax: 18, kind: 'repair', count: 1 };
  answer('get', '/api/bookings/5/charges', { charged: 198, charges: [charge] });
  const entries = [entry({ id: 1, amount: 448, refundable: 448 })];
  const { user } = openBooking(money({ charges: 198, received: 448, balanceDue: 0, entries }));
  const region = await section();
  await user.click(await region.findByRole('button', { name: /^Refund: Card Visa/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Refund: Card/ }));
  await user.selectOptions(await dialog.findByLabelText('What It’s For'), 'E: $198.00');
  await retype(user, dialog.getByLabelText('Amount (USD)'), '99');
  const sent = answer('post', `${PAYMENTS}/:payment/refund`, money({ charges: 198, received: 349, entries }));
  await user.click(dialog.getByRole('button', { name: 'Refund $99.00' }));
  await waitFor(() =>
    expect(sent.bodies).toEqual([{ amount: 99, note: null, byHand: false, meaning: 'reduce', chargeId: 5 }]),
  );
});

it('uses a new key after the provider rejected a refund', async () => {
  const { user } = openBooking(money({ received: 50, balanceDue: 200, entries: [entry({ id: 1 })] }));
  const region = await section();
  await user.click(await region.findByRole('button', { name: /^Refund: Card Visa/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Refund: Card/ }));
  const keys: (string | null)[] = [];
  server.use(
    http.post(`http://localhost:3000${PAYMENTS}/:payment/refund`, ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      const code = ['provider_away', 'provider_refused', 'provider_refused'][keys.length - 1];
      return HttpResponse.json({ message: `Answer ${keys.length}`, code }, { status: 502 });
    }),
  );
  for (const message of ['Answer 1', 'Answer 2', 'Answer 3']) {
    await user.click(dialog.getByRole('button', { name: /^Refund \$/ }));
    expect(await dialog.findByText(message)).toBeTruthy();
  }
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[1]);
});

it('shows the refund due for a canceled booking, and refunds it', async () => {
  const entries = [
    entry({ id: 2, amount: 170, refundable: 170 }),
    entry({ id: 1, kind: 'cash', amount: 80, refundable: 80, card: null, by: 'Ada' }),
  ];
  const canceled = {
    total: 250,
    cancelFee: 50,
    balanceDue: 0,
    deposit: 0,
    depositDue: 0,
    state: 'to_return' as const,
  };
  const { user } = openBooking(money({ ...canceled, received: 250, overpaid: 200, entries }));
  const region = await section();
  await region.findByText('Refund due');
  expect(figures(region, 'Cancellation Fee', 'Received', 'Balance Due', 'Deposit Paid')).toEqual([
    '$50.00',
    '$250.00',
    '$0.00',
    null,
  ]);
  expect(region.getByText('Refund due: $200.00')).toBeTruthy();
  expect(region.queryByRole('button', { name: 'Record a Payment' })).toBeNull();

  await user.click(region.getByRole('button', { name: 'Record Refund' }));
  const cash = within(await screen.findByRole('dialog', { name: 'Refund: Cash' }));
  const back = answer(
    'post',
    `${PAYMENTS}/:payment/refund`,
    money({ ...canceled, received: 170, overpaid: 120, entries: [entries[0] as MoneyEntry] }),
  );
  await user.click(cash.getByRole('button', { name: 'Refund $80.00' }));
  expect(await region.findByText('Refund due: $120.00')).toBeTruthy();
  expect(back.bodies).toEqual([{ amount: 80, note: null, byHand: false, meaning: 'reduce' }]);

  await user.click(region.getByRole('button', { name: 'Refund' }));
  const card = within(await screen.findByRole('dialog', { name: /^Refund: Card/ }));
  expect((card.getByLabelText('Amount (USD)') as HTMLInputElement).value).toBe('120.00');
  await user.click(card.getByRole('switch', { name: 'I’ll refund it another way' }));
  expect(card.getByText(/^Return the money yourself/)).toBeTruthy();
  const rest = answer(
    'post',
    `${PAYMENTS}/:payment/refund`,
    money({ ...canceled, state: 'paid', received: 50, refunded: 200, overpaid: 0, entries }),
  );
  await user.click(card.getByRole('button', { name: 'Refund $120.00' }));
  await waitFor(() => expect(region.queryByText(/^Refund due/)).toBeNull());
  expect(region.getByText('Fee paid')).toBeTruthy();
  expect(region.queryByText('Paid in full')).toBeNull();
  expect(rest.bodies).toEqual([{ amount: 120, note: null, byHand: true, meaning: 'reduce' }]);
});

it('voids a payment entered by mistake after a confirmation', async () => {
  const cash = entry({ kind: 'cash', canVoid: true, card: null, by: 'Ada' });
  const { user } = openBooking(money({ received: 50, balanceDue: 200, entries: [cash] }));
  const region = await section();
  await user.click(await region.findByRole('button', { name: 'Void: Cash, $50.00' }));
  answer(
    'post',
    `${PAYMENTS}/1/void`,
    money({ entries: [{ ...cash, state: 'void', refundable: 0, canVoid: false }] }),
  );
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Void' }));
  expect(await region.findByText('Voided')).toBeTruthy();
});

it('is empty for a booking canceled before any payment', async () => {
  openBooking(money({ cancelFee: 0, deposit: 0, depositDue: 0, balanceDue: 0, state: 'nothing_owed' }));
  const region = await section();
  expect(await region.findByText('Nothing owed')).toBeTruthy();
  expect(region.queryByText(/paid in full/i)).toBeNull();
  expect(region.queryByRole('button', { name: 'Record a Payment' })).toBeNull();
});

it('shows no deposit if none is required, whatever was paid', async () => {
  openBooking(money({ deposit: 0, depositDue: 0, received: 250, balanceDue: 0, state: 'paid' }));
  const region = await section();
  expect(await region.findByText('Paid in full')).toBeTruthy();
  expect(figures(region, 'Deposit Paid', 'Received', 'Balance Due')).toEqual([
    'Not required',
    '$250.00',
    '$0.00',
  ]);
});

it('is hidden from users who may not see money', async () => {
  openBooking({ message: "You don't have permission to do this.", code: 'forbidden' }, 403);
  await screen.findByText('History');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull());
});

it('requests part of the balance with a note', async () => {
  const { user } = openBooking(money({ depositDue: 0 }));
  const region = await section();
  await user.click(await region.findByRole('button', { name: 'Request Payment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Request Payment' }));
  const amount = dialog.getByLabelText('Amount (USD)') as HTMLInputElement;
  expect(amount.value).toBe('250.00');
  await retype(user, amount, '251');
  await user.click(dialog.getByRole('button', { name: 'Send Request' }));
  expect(dialog.getByText('Please enter an amount up to $250.00')).toBeTruthy();
  await retype(user, amount, '120.5');
  await enterInto(user, dialog.getByLabelText('Note (Optional)'), 'Thank you!');
  refuse('post', '/api/bookings/:id/payment-request', {
    customerEmail: 'This booking has no email address. Add one first.',
  });
  await user.click(dialog.getByRole('button', { name: 'Send Request' }));
  expect(await dialog.findByText(/This booking has no email address/)).toBeTruthy();
  const sent = answer('post', '/api/bookings/:id/payment-request', money(), 202);
  await user.click(dialog.getByRole('button', { name: 'Send Request' }));
  expect(await screen.findByText('Payment of $120.50 requested')).toBeTruthy();
  expect(sent.bodies).toEqual([{ amount: 120.5, note: 'Thank you!' }]);
});

it('splits the balance among several people, and removes a share', async () => {
  const SHARES = '/api/bookings/:id/shares';
  const mom = {
    id: 3,
    name: 'Mom',
    amount: 125,
    state: 'open' as const,
    link: 'https://desk.example/s/mom',
  };
  const shares = { currency: 'USD', smallest: 0.5, shares: [], left: 250 };
  answer('get', SHARES, shares);
  const { user } = openBooking(money());
  await user.click(await (await section()).findByRole('button', { name: 'Split Payment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Split Payment' }));
  expect(await dialog.findByText('$250.00 left to split.')).toBeTruthy();
  await enterInto(user, dialog.getByLabelText(/^Amount/), '300');
  await user.click(dialog.getByRole('button', { name: 'Create Link' }));
  expect(dialog.getByText('Enter who pays')).toBeTruthy();
  expect(dialog.getByText('Please enter an amount from $0.50 to $250.00')).toBeTruthy();

  const created = answer('post', SHARES, { ...shares, shares: [mom], left: 125 }, 201);
  await enterInto(user, dialog.getByLabelText(/^Who Pays/), 'Mom');
  await retype(user, dialog.getByLabelText(/^Amount/), '125');
  await user.click(dialog.getByRole('button', { name: 'Create Link' }));
  expect(await dialog.findByText('Not paid yet')).toBeTruthy();
  expect(created.bodies).toEqual([{ name: 'Mom', amount: 125 }]);
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('https://desk.example/s/mom'));

  await user.click(dialog.getByRole('button', { name: 'Remove Mom' }));
  const confirmation = within(await screen.findByRole('alertdialog', { name: "Remove Mom's share?" }));
  answer('delete', `${SHARES}/:share`, shares);
  await user.click(confirmation.getByRole('button', { name: 'Remove Share' }));
  await waitFor(() => expect(dialog.queryByText('Not paid yet')).toBeNull());
});

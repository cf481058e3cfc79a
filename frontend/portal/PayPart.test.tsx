import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { components } from '@/api/schema';
import type { CustomersBooking } from '@/paying/calls';
import { customersBooking, nothingDue } from '@/testing/customer-pages';
import { fakeProvider } from '@/testing/provider';
import { answer, fail } from '@/testing/server';
import { retype } from '@/testing/typing';
import { BookingPage } from './BookingPage';

const path = '/api/public/bookings/token';
const provider = fakeProvider();

beforeEach(provider.install);
afterEach(() => vi.unstubAllGlobals());

const NOTHING = { ...nothingDue, card: true };
const DUE = { ...NOTHING, deposit: 50, balance: 250 };
const PAID: CustomersBooking['payments'] = [
  {
    entry: 'payment',
    kind: 'card',
    methodName: null,
    state: 'received',
    amount: 50,
    wentBack: 0,
    card: { kind: 'card', brand: 'visa', last4: '4242' },
    payer: null,
    receivedOn: null,
    expectedOn: null,
    isDueAgain: false,
    at: '2027-03-03T10:00:00-05:00',
  },
];

const ACCOUNT = { kind: 'us_bank_account', brand: 'First Bank', last4: '6789' };
const ON_ITS_WAY: CustomersBooking['payments'] = PAID.map((one) => ({
  ...one,
  state: 'processing',
  card: ACCOUNT,
  expectedOn: '2027-03-09',
}));

function booking(rest: Partial<CustomersBooking> = {}): CustomersBooking {
  return customersBooking({ paying: DUE, ...rest });
}

const paid = booking({
  received: 50,
  balanceDue: 200,
  paying: { ...DUE, deposit: 0, balance: 200 },
  payments: PAID,
});

const lookedAt = (page: CustomersBooking, one: LookedAt | null = null) => ({ ...page, lookedAt: one });
type LookedAt = components['schemas']['LookedAtOut'];

function openPage(page: CustomersBooking, returned: string | null = null) {
  answer('get', path, page);
  answer('get', '/api/payment-setup', {
    publishableKey: 'pk_test_1',
    scriptUrl: null,
    demo: false,
    currency: 'USD',
  });
  render(<BookingPage token="token" returned={returned} />);
  return userEvent.setup();
}

const payButton = async () => {
  const button = (await screen.findByRole('button', { name: 'Pay $50.00' })) as HTMLButtonElement;
  await waitFor(() => expect(button.disabled).toBe(false));
  return button;
};

describe('paying on the page', () => {
  it('handles a declined card, then pays once on a double click and shows the remaining balance', async () => {
    const payCalls = answer('post', `${path}/pay`, {
      clientSecret: 'pi_1_secret_1',
      amount: 50,
      currency: 'USD',
    });
    answer('post', `${path}/pay/look`, lookedAt(paid));
    const user = openPage(booking());
    await user.click(await screen.findByRole('button', { name: 'Pay Deposit of $50.00' }));
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Pay by card' }));
    const pay = await payButton();
    expect(payCalls.bodies).toEqual([{ part: 'deposit', amount: 50 }]);
    provider.confirmPayment.mockResolvedValueOnce({ error: { message: 'Your card was declined.' } });
    await user.click(pay);
    expect((await screen.findByRole('alert')).textContent).toBe('Your card was declined.');
    await waitFor(() => expect(document.activeElement?.closest('form')).toBeTruthy());

    provider.confirmPayment.mockClear();
    provider.confirmPayment.mockResolvedValueOnce({ paymentIntent: { status: 'succeeded' } });
    await user.dblClick(pay);
    expect(await screen.findByText('Thank you! $50.00 has been paid.')).toBeTruthy();
    expect(provider.confirmPayment).toHaveBeenCalledTimes(1);
    expect(screen.getByText(/Paid, card ···· 4242/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Pay Balance of $200.00' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Payment' }));
  });

  it('thanks for a payment until the booking is canceled', async () => {
    answer('post', `${path}/pay`, { clientSecret: 'pi_1_secret_1', amount: 50, currency: 'USD' });
    answer('post', `${path}/pay/look`, lookedAt(paid));
    const user = openPage(booking());
    await user.click(await screen.findByRole('button', { name: 'Pay Deposit of $50.00' }));
    const pay = await payButton();
    provider.confirmPayment.mockResolvedValueOnce({ paymentIntent: { status: 'succeeded' } });
    await user.click(pay);
    expect(await screen.findByText('Thank you! $50.00 has been paid.')).toBeTruthy();
    answer('post', `${path}/cancel`, { ...paid, status: 'canceled', paying: { ...NOTHING, returning: 50 } });
    await user.click(screen.getByRole('button', { name: 'Cancel This Booking' }));
    await user.click(screen.getByRole('button', { name: 'Cancel Booking' }));
    expect(await screen.findByText(/^\$50.00 is being refunded/)).toBeTruthy();
    expect(screen.queryByText(/^Thank you!/)).toBeNull();
  });

  it('offers no split of the payment of a canceled booking', async () => {
    const shared = { ...DUE, deposit: 0, shares: 1 };
    answer('get', `${path}/shares`, {
      currency: 'USD',
      shares: [{ id: 1, name: 'Mom', amount: 50, state: 'open', link: 'https://desk.example/s/mom' }],
      left: 200,
      smallest: 0.5,
    });
    const user = openPage(booking({ paying: shared }));
    expect(await screen.findByText('Not paid yet')).toBeTruthy();
    answer('post', `${path}/cancel`, booking({ status: 'canceled', paying: { ...NOTHING, shares: 1 } }));
    await user.click(screen.getByRole('button', { name: 'Cancel This Booking' }));
    await user.click(screen.getByRole('button', { name: 'Cancel Booking' }));
    expect(await screen.findByRole('heading', { name: 'This booking is canceled' })).toBeTruthy();
    expect(screen.queryByText('Not paid yet')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Create Link' })).toBeNull();
  });

  it('reloads the booking if the card form was closed by the server', async () => {
    answer('post', `${path}/pay`, { clientSecret: 'pi_1_secret_1', amount: 50, currency: 'USD' });
    const gone = booking({ status: 'canceled', balanceDue: 0, paying: { ...NOTHING } });
    answer('post', `${path}/pay/look`, lookedAt(gone));
    const user = openPage(booking());
    await user.click(await screen.findByRole('button', { name: 'Pay Deposit of $50.00' }));
    const pay = await payButton();
    const message = "This PaymentIntent's status is canceled, so it cannot be confirmed.";
    const error = { code: 'payment_intent_unexpected_state', message: message };
    provider.confirmPayment.mockResolvedValueOnce({ error });
    await user.click(pay);
    expect(await screen.findByRole('heading', { name: 'This booking is canceled' })).toBeTruthy();
    expect(screen.getByText(/^Nothing will be delivered, and nothing was charged\./)).toBeTruthy();
    expect(screen.queryByText(message)).toBeNull();
  });

  it('announces a refund, not a thank-you, if the booking was canceled before the payment arrived', async () => {
    answer('post', `${path}/pay`, { clientSecret: 'pi_1_secret_1', amount: 50, currency: 'USD' });
    const late = { status: 'canceled', received: 50, balanceDue: 0 } as const;
    answer(
      'post',
      `${path}/pay/look`,
      lookedAt(booking({ ...late, payments: PAID, paying: { ...NOTHING, toReturn: 50 } })),
    );
    const user = openPage(booking());
    await user.click(await screen.findByRole('button', { name: 'Pay Deposit of $50.00' }));
    const pay = await payButton();
    provider.confirmPayment.mockResolvedValueOnce({ paymentIntent: { status: 'succeeded' } });
    await user.click(pay);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This booking was canceled before your payment arrived. $50.00 will be refunded to your card.',
    );
    expect(screen.queryByText(/Thank you/)).toBeNull();
    expect(screen.queryByText(/they get in touch/)).toBeNull();
  });

  it('pays an amount that the customer chooses, up to the balance', async () => {
    const payCalls = answer('post', `${path}/pay`, { clientSecret: 's', amount: 120.5, currency: 'USD' });
    const user = openPage(booking());
    await user.click(await screen.findByRole('button', { name: 'Pay a different amount' }));
    const amount = screen.getByLabelText('Amount (USD)');
    expect(document.activeElement).toBe(amount);
    await user.type(amount, '250.01{Enter}');
    expect(await screen.findByText('Enter an amount from $0.50 to $250.00')).toBeTruthy();
    await retype(user, amount, '120,50');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Partial payment: $120.50')).toBeTruthy();
    expect(payCalls.bodies).toEqual([{ part: 'chosen', amount: 120.5 }]);
  });

  it('offers the requested amount while at least that much is due', async () => {
    history.replaceState(null, '', '/b/token?pay=120.50&of=250.00');
    const payCalls = answer('post', `${path}/pay`, { clientSecret: 's', amount: 120.5, currency: 'USD' });
    const user = openPage(booking());
    await user.click(await screen.findByRole('button', { name: 'Pay $120.50' }));
    expect(await screen.findByText('Partial payment: $120.50')).toBeTruthy();
    expect(payCalls.bodies).toEqual([{ part: 'chosen', amount: 120.5 }]);
    cleanup();
    openPage(paid);
    expect(await screen.findByRole('button', { name: 'Pay Balance of $200.00' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Pay $120.50' })).toBeNull();
    history.replaceState(null, '', '/');
  });

  it('offers no custom amount if the payment confirms the booking', async () => {
    openPage(booking({ status: 'pending', paying: { ...DUE, payBy: '2027-03-01T10:30:00-05:00' } }));
    expect(await screen.findByRole('button', { name: 'Pay Deposit of $50.00' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Pay a different amount' })).toBeNull();
  });

  it('reloads the booking if it was already paid in another window', async () => {
    fail('post', `${path}/pay`, 409, 'This has been paid already. Thank you!', { code: 'already_paid' });
    answer('post', `${path}/pay/look`, lookedAt(paid));
    const user = openPage(booking());
    await user.click(await screen.findByRole('button', { name: 'Pay Deposit of $50.00' }));
    expect(await screen.findByText('Already paid, thank you.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Pay Balance of $200.00' })).toBeTruthy();
  });

  it('offers a retry if the payment provider is unavailable', async () => {
    fail('post', `${path}/pay`, 503, 'The payment provider is busy.', { code: 'provider_busy' });
    const user = openPage(booking());
    await user.click(await screen.findByRole('button', { name: 'Pay Deposit of $50.00' }));
    expect(await screen.findByText('The payment provider is busy.')).toBeTruthy();
    answer('post', `${path}/pay`, { clientSecret: 'pi_1_secret_1', amount: 50, currency: 'USD' });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await payButton()).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Not Now' }));
    expect(screen.getByRole('button', { name: 'Pay Deposit of $50.00' })).toBeTruthy();
  });

  it('reports a payment that was not completed at the bank', async () => {
    const lookCalls = answer(
      'post',
      `${path}/pay/look`,
      lookedAt(booking(), { state: 'unpaid', amount: 50 }),
    );
    openPage(booking(), 'pi_1');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This payment was not completed, and nothing was charged.',
    );
    expect(lookCalls.bodies).toHaveLength(1);
  });

  it('thanks for a payment whose webhook arrived before the customer returned', async () => {
    answer('post', `${path}/pay/look`, lookedAt(paid, { state: 'paid', amount: 50 }));
    openPage(paid, 'pi_1');
    expect(await screen.findByText('Thank you! $50.00 has been paid.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    [booking({ paying: { ...DUE, card: false } }), '$250.00 is due. Please pay Glow & Co. directly'],
    [
      booking({ paying: { ...DUE, card: false, howToPay: 'Zelle to 555-0142.\nThank you!' } }),
      'Zelle to 555-0142. Thank you!',
    ],
    [
      booking({
        payments: [
          { ...(PAID[0] as (typeof PAID)[number]), kind: 'other', methodName: 'Cash App', card: null },
        ],
        paying: { ...NOTHING },
      }),
      'Paid, Cash App',
    ],
    [
      booking({ paying: NOTHING, payments: PAID.map((one) => ({ ...one, wentBack: 50 })) }),
      'The bank reversed this payment.',
    ],
    [
      booking({ paying: NOTHING, payments: PAID.map((one) => ({ ...one, wentBack: 20 })) }),
      'The bank returned $20.00 of this payment.',
    ],
    [
      booking({ paying: NOTHING, payments: PAID.map((one) => ({ ...one, wentBack: 50 })) }),
      'Nothing is due.',
    ],
    [
      booking({
        paying: NOTHING,
        payments: PAID.flatMap((one) => [one, { ...one, entry: 'refund', state: 'returned' }]),
      }),
      'Nothing is due.',
    ],
    [
      booking({
        received: 0,
        balanceDue: 0,
        paying: { ...NOTHING, processing: 50 },
        payments: ON_ITS_WAY,
      }),
      'On its way, bank account ···· 6789',
    ],
    [booking({ paying: { ...NOTHING, processing: 50 }, payments: ON_ITS_WAY }), ', expected by'],
    [
      booking({
        paying: NOTHING,
        payments: PAID.map((one) => ({ ...one, card: ACCOUNT, wentBack: 50, isDueAgain: true })),
      }),
      'The bank reversed this payment. It is due again.',
    ],
    [booking({ paying: { ...NOTHING } }), 'Paid in full.'],
    [
      booking({ status: 'pending', paying: { ...NOTHING } }),
      'Once your booking is confirmed, you can pay here.',
    ],
    [
      booking({ status: 'canceled', paying: { ...NOTHING, returning: 50 } }),
      '$50.00 is being refunded to the card you paid with.',
    ],
    [
      booking({ status: 'canceled', balanceDue: 0, paying: { ...NOTHING, toReturn: 30 } }),
      'Glow & Co. will refund $30.00 to you directly',
    ],
    [
      booking({ status: 'canceled', balanceDue: 50, paying: { ...NOTHING } }),
      '$50.00 of the cancellation fee is due. Please pay Glow & Co. directly.',
    ],
    [
      booking({
        paying: { ...NOTHING, processing: 250 },
        payments: PAID.map((one) => ({ ...one, state: 'processing' as const })),
      }),
      'processing',
    ],
  ])('shows payments, refunds and the next step: %#', async (page, text) => {
    openPage(page);
    expect(await screen.findByText(text, { exact: false })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });
});

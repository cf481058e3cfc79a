import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeProvider } from '@/testing/provider';
import { answer, fail } from '@/testing/server';
import { BookingListPage } from './BookingListPage';
import type { BookingList } from './list-calls';

const path = '/api/public/booking-lists/session';
const provider = fakeProvider();

beforeEach(() => {
  provider.install();
  localStorage.setItem('marqueedesk.bookings.token', 'session');
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

type Listed = BookingList['bookings'][number];

const listed = (number: number, rest: Partial<Listed> = {}): Listed => ({
  number,
  status: 'confirmed',
  state: 'confirmed',
  message: `SIGN ${number}`,
  sign: [],
  letterCount: 5,
  deliveryDay: '2027-06-01',
  pickupDay: '2027-06-02',
  isOver: false,
  venueName: null,
  total: 250,
  due: 250,
  deposit: 0,
  byCard: true,
  pageUrl: `https://letters.example/b/${number}`,
  ...rest,
});

const listOf = (...bookings: Listed[]): BookingList =>
  ({
    company: { name: 'Letter Lights', phone: null, email: null, website: null, logoUrl: null },
    currency: 'USD',
    timeZone: 'America/Chicago',
    customerEmail: 'pat@planner.example',
    openUntil: '2027-05-01T10:00:00-05:00',
    due: bookings.reduce((sum, { due }) => sum + due, 0),
    bookings,
  }) as unknown as BookingList;

function openPage(list: BookingList, returned: string | null = null) {
  answer('get', path, list);
  answer('get', '/api/payment-setup', {
    publishableKey: 'pk_test_1',
    scriptUrl: null,
    demo: false,
    currency: 'USD',
  });
  render(<BookingListPage token="token" returned={returned} />);
  return userEvent.setup();
}

const formOf = (...numbers: number[]) => ({
  account: 'acct_1',
  currency: 'USD',
  amount: 250 * numbers.length,
  payments: numbers.map((number) => ({ number, clientSecret: `pi_${number}_secret_1`, amount: 250 })),
});

const paidWith = (method: string) => ({ paymentIntent: { status: 'succeeded', payment_method: method } });

async function press(user: ReturnType<typeof userEvent.setup>, name: string) {
  const button = (await screen.findByRole('button', { name })) as HTMLButtonElement;
  await waitFor(() => expect(button.disabled).toBe(false));
  await user.click(button);
}

describe('paying several bookings', () => {
  it('pays all ticked bookings with the card typed once', async () => {
    const user = openPage(listOf(listed(1), listed(2), listed(3)));
    const opened = answer('post', `${path}/pay`, formOf(1, 3));
    provider.confirmPayment.mockReset();
    provider.confirmPayment.mockResolvedValue(paidWith('pm_1'));

    await user.click(await screen.findByRole('checkbox', { name: /SIGN 2/ }));
    await press(user, 'Pay $500.00');
    answer('post', `${path}/pay/look`, {
      ...listOf(listed(1, { due: 0 }), listed(2), listed(3, { due: 0 })),
      lookedAt: null,
    });
    const form = await screen.findByRole('region', { name: 'Pay by card' });
    await within(form).findByText(/one payment per booking/);
    await press(user, 'Pay $500.00');

    expect(await screen.findByText('Thank you! $500.00 has been paid.')).toBeTruthy();
    expect(opened.bodies.at(-1)).toEqual({
      bookings: [
        { number: 1, part: 'balance', amount: 250 },
        { number: 3, part: 'balance', amount: 250 },
      ],
    });
    expect(provider.confirmPayment).toHaveBeenCalledTimes(2);
    expect(provider.confirmPayment.mock.calls[1]?.[0]).toMatchObject({
      clientSecret: 'pi_3_secret_1',
      confirmParams: { payment_method: 'pm_1' },
    });
  });

  it('names the bookings that could not be charged', async () => {
    const user = openPage(listOf(listed(1), listed(2)));
    answer('post', `${path}/pay`, formOf(1, 2));
    provider.confirmPayment.mockReset();
    provider.confirmPayment
      .mockResolvedValueOnce(paidWith('pm_1'))
      .mockResolvedValueOnce({ error: { code: 'card_declined', message: 'Declined.' } });
    await press(user, 'Pay $500.00');
    answer('post', `${path}/pay/look`, { ...listOf(listed(1, { due: 0 }), listed(2)), lookedAt: null });
    await screen.findByRole('region', { name: 'Pay by card' });
    await press(user, 'Pay $500.00');

    expect((await screen.findByRole('alert')).textContent).toContain(
      '$250.00 has been paid. #2 could not be charged and is still due.',
    );
  });

  it('pays the deposit of a booking instead of its total', async () => {
    const user = openPage(listOf(listed(1, { deposit: 50 }), listed(2)));

    await user.selectOptions(await screen.findByLabelText('Amount for #1'), 'deposit');

    expect(screen.getByRole('button', { name: 'Pay $300.00' })).toBeTruthy();
  });

  it('shows which booking cannot be paid, and the updated list', async () => {
    const user = openPage(listOf(listed(1), listed(2)));
    fail('post', `${path}/pay`, 409, 'Booking #2: The amount due has changed.', { code: 'amount_changed' });
    answer('post', `${path}/pay/look`, { ...listOf(listed(1), listed(2, { due: 100 })), lookedAt: null });

    await press(user, 'Pay $500.00');

    expect((await screen.findByRole('alert')).textContent).toContain('Booking #2');
    expect(await screen.findByRole('button', { name: 'Pay $350.00' })).toBeTruthy();
  });

  it('links to the page of a booking that is paid there', async () => {
    openPage(listOf(listed(1), listed(2), listed(3, { byCard: false })));

    const link = await screen.findByRole('link', { name: 'Pay $250.00 for “SIGN 3”' });

    expect(link.getAttribute('href')).toBe('https://letters.example/b/3');
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  });

  it('offers no choice for a single booking', async () => {
    openPage(listOf(listed(1), listed(2, { due: 0 })));

    expect(await screen.findByRole('link', { name: 'Pay $250.00 for “SIGN 1”' })).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('pays at most ten at once', async () => {
    const user = openPage(listOf(...Array.from({ length: 11 }, (_, index) => listed(index + 1))));
    const button = (await screen.findByRole('button', { name: 'Pay $2,750.00' })) as HTMLButtonElement;
    expect(button.disabled).toBe(true);

    await user.click(screen.getByRole('checkbox', { name: /SIGN 11/ }));

    expect((screen.getByRole('button', { name: 'Pay $2,500.00' }) as HTMLButtonElement).disabled).toBe(false);
  });

  it('shows the payment that the customer returned with from their bank', async () => {
    answer('post', `${path}/pay/look?paymentIntent=pi_1`, {
      ...listOf(listed(1, { due: 0 }), listed(2)),
      lookedAt: { state: 'paid', amount: 250 },
    });
    openPage(listOf(listed(1, { due: 0 }), listed(2)), 'pi_1');

    expect(await screen.findByText('Thank you! $250.00 has been paid.')).toBeTruthy();
  });
});

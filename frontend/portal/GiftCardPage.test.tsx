import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { glow, writing } from '@/testing/customer-pages';
import { fakeProvider } from '@/testing/provider';
import { sample } from '@/testing/sample';
import { answer, fail } from '@/testing/server';
import { enterInto } from '@/testing/typing';
import { GiftCardPage } from './GiftCardPage';
import type { GiftCardShop, Purchase } from './gift-card-calls';

const path = '/api/public/gift-cards/key';
const provider = fakeProvider();

beforeEach(provider.install);
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

const shop = sample<GiftCardShop>({
  ...writing,
  timeZone: 'America/New_York',
  company: glow,
  amounts: [50, 100],
  ownAmount: true,
  least: 20,
  most: 300,
  validThrough: null,
  today: '2027-06-01',
  lastDay: '2028-06-01',
});
const purchase = sample<Purchase>({
  state: 'paid',
  amount: 50,
  currency: 'USD',
  to: 'Ana',
  sentTo: 'ana@example.com',
  sendOn: null,
  expiresOn: null,
  ending: 'C4HN',
  code: '7KQM-2XPA-9RTW-C4HN',
});

function openPage(begun: string | null = null) {
  answer('get', path, shop());
  answer('get', '/api/payment-setup', { publishableKey: 'pk_test', demo: false, scriptUrl: null });
  render(<GiftCardPage shopKey="key" begun={begun} />);
  return userEvent.setup();
}

const formOpens = () =>
  answer('post', `${path}/purchases`, {
    purchase: 'secret-of-purchase',
    clientSecret: 'secret',
    account: 'acct_1',
    amount: 50,
    currency: 'USD',
  });

describe('the gift card page', () => {
  it('sells a gift card, and shows its code', async () => {
    const user = openPage();
    const bought = formOpens();
    await user.click(await screen.findByLabelText('Other amount'));
    await enterInto(user, screen.getByLabelText('Amount (USD)'), '75.50');
    await enterInto(user, screen.getByLabelText('Recipient’s Name'), 'Ana');
    await enterInto(user, screen.getByLabelText('Recipient’s Email (Optional)'), 'ana@example.com');
    await enterInto(user, screen.getByLabelText('Your Name'), 'Ben');
    await enterInto(user, screen.getByLabelText('Your Email'), 'ben@example.com');
    await user.click(screen.getByRole('button', { name: 'Continue: $75.50' }));
    const pay = await screen.findByRole('button', { name: 'Pay $50.00' });
    expect(location.pathname).toBe('/gift/key/secret-of-purchase');
    expect(bought.bodies).toEqual([
      {
        amount: 75.5,
        to: 'Ana',
        toEmail: 'ana@example.com',
        message: null,
        sendOn: null,
        buyer: 'Ben',
        buyerEmail: 'ben@example.com',
      },
    ]);
    provider.confirmPayment.mockResolvedValueOnce({ paymentIntent: { status: 'succeeded' } });
    const looks = answer('post', `${path}/purchases/look`, purchase());
    await waitFor(() => expect(pay.hasAttribute('disabled')).toBe(false));
    await user.click(pay);
    expect(await screen.findByText('7KQM-2XPA-9RTW-C4HN')).toBeTruthy();
    expect(screen.getByText(/emailing the gift card to ana@example\.com/)).toBeTruthy();
    expect(looks.bodies).toEqual([{ purchase: 'secret-of-purchase' }]);
  });

  it('shows missing and invalid fields before sending anything', async () => {
    const user = openPage();
    const bought = formOpens();
    await user.click(await screen.findByLabelText('Other amount'));
    await enterInto(user, screen.getByLabelText('Amount (USD)'), '19');
    await user.click(screen.getByRole('button', { name: 'Continue: $19.00' }));
    expect(screen.getByText('Enter an amount from $20.00 to $300.00')).toBeTruthy();
    expect(screen.getByText('Enter who the gift card is for')).toBeTruthy();
    expect(screen.getByText('Enter your name')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.id).toBe('own-amount'));
    expect(bought.bodies).toEqual([]);
  });

  it('keeps the entered values if the server rejects them', async () => {
    const user = openPage();
    await enterInto(user, await screen.findByLabelText('Recipient’s Name'), 'Ana');
    await enterInto(user, screen.getByLabelText('Your Name'), 'Ben');
    await enterInto(user, screen.getByLabelText('Your Email'), 'ben@example.com');
    fail('post', `${path}/purchases`, 429, 'Too many attempts. Please wait a little and try again.');
    await user.click(screen.getByRole('button', { name: 'Continue: $50.00' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts');
    expect(screen.getByLabelText('Recipient’s Name')).toHaveProperty('value', 'Ana');
  });

  it('shows the outcome after the customer returns from the bank', async () => {
    answer('post', `${path}/purchases/look`, purchase({ code: null }));
    openPage('secret-of-purchase');
    expect(await screen.findByText(/The code ends in C4HN/)).toBeTruthy();
  });

  it('offers the form again if the payment was not completed', async () => {
    answer('post', `${path}/purchases/look`, purchase({ state: 'unpaid', code: null }));
    openPage('secret-of-purchase');
    expect((await screen.findByRole('alert')).textContent).toContain('nothing was charged');
    expect(screen.getByLabelText('Your Name')).toBeTruthy();
  });

  it('shows a notice if the business sells no gift cards', async () => {
    fail('get', path, 404, 'This business doesn’t sell gift cards online.');
    render(<GiftCardPage shopKey="key" begun={null} />);
    expect(await screen.findByRole('heading', { name: 'Gift cards are not available here' })).toBeTruthy();
  });
});

import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { glow, love, writing } from '@/testing/customer-pages';
import { fakeProvider } from '@/testing/provider';
import { sample } from '@/testing/sample';
import { answer, fail, server } from '@/testing/server';
import { enterInto } from '@/testing/typing';
import type { PayersShare } from './calls';
import { SharePage } from './SharePage';

const path = '/api/public/shares/token';
const provider = fakeProvider();

beforeEach(provider.install);
afterEach(() => vi.unstubAllGlobals());

const share = sample<PayersShare>({
  ...writing,
  timeZone: 'America/New_York',
  company: glow,
  customerName: 'Priya',
  message: 'LOVE',
  letterCount: 4,
  sign: love.sign,
  deliveryDay: '2027-06-01',
  name: 'Mom',
  amount: 125,
  state: 'open',
});

function openPage(rest: Partial<PayersShare> = {}, returned: string | null = null) {
  answer('get', path, share(rest));
  render(<SharePage token="token" returned={returned} />);
  return userEvent.setup();
}

/** Respond to the call that opens the card form, and record its request. */
function formOpens() {
  answer('get', '/api/payment-setup', { publishableKey: 'pk_test', demo: false, scriptUrl: null });
  return answer('post', `${path}/pay`, {
    clientSecret: 'secret',
    account: null,
    amount: 125,
    currency: 'USD',
  });
}

describe('a share of a booking', () => {
  it('shows the sign and the delivery day, and charges the share to a card', async () => {
    const user = openPage();
    expect(await screen.findByRole('heading', { name: 'Mom, your share is $125.00' })).toBeTruthy();
    expect(screen.getByText('Priya asked you to pay your share by card.')).toBeTruthy();
    expect(screen.getByText('For Tuesday, June 1, 2027')).toBeTruthy();
    const payCalls = formOpens();
    answer('post', `${path}/pay/look`, { ...share({ state: 'paid' }), lookedAt: null });
    await user.click(screen.getByRole('button', { name: 'Pay $125.00' }));
    expect(await screen.findByText('Your share: $125.00')).toBeTruthy();
    expect(payCalls.bodies).toEqual([{ amount: 125, email: null }]);
    provider.confirmPayment.mockResolvedValueOnce({ paymentIntent: { status: 'succeeded' } });
    const pay = (await screen.findByRole('button', { name: 'Pay $125.00' })) as HTMLButtonElement;
    await waitFor(() => expect(pay.disabled).toBe(false));
    await user.click(pay);
    const title = await screen.findByRole('heading', { name: 'Thank you, Mom!' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('sends the receipt to the typed email, and keeps an invalid one in its field', async () => {
    const user = openPage();
    const payCalls = formOpens();
    const email = (await screen.findByLabelText('Your Email (Optional)')) as HTMLInputElement;
    await enterInto(user, email, 'mom');
    await user.click(screen.getByRole('button', { name: 'Pay $125.00' }));
    expect(screen.getByText(/^Enter an email address/)).toBeTruthy();
    expect(email.value).toBe('mom');
    expect(payCalls.bodies).toEqual([]);

    await enterInto(user, email, '@example.com');
    await user.click(screen.getByRole('button', { name: 'Pay $125.00' }));

    expect(await screen.findByText('Your share: $125.00')).toBeTruthy();
    expect(payCalls.bodies).toEqual([{ amount: 125, email: 'mom@example.com' }]);
  });

  it('shows the current amount if the page was out of date', async () => {
    const user = openPage();
    fail(
      'post',
      `${path}/pay`,
      409,
      'The open amount has changed since you opened this page. Check it again.',
      { code: 'amount_changed', amount: 50 },
    );
    answer('get', '/api/payment-setup', { publishableKey: 'pk_test', demo: false, scriptUrl: null });
    const pay = await screen.findByRole('button', { name: 'Pay $125.00' });
    answer('get', path, share({ amount: 50 }));
    await user.click(pay);
    expect(await screen.findByRole('button', { name: 'Pay $50.00' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('The open amount has changed');
  });

  it('reports that nothing was charged if the payer returns from the bank without having paid', async () => {
    const looks: (string | null)[] = [];
    server.use(
      http.post(`http://localhost:3000${path}/pay/look`, ({ request }) => {
        looks.push(new URL(request.url).searchParams.get('paymentIntent'));
        return HttpResponse.json({ ...share(), lookedAt: { state: 'unpaid', amount: 125 } });
      }),
    );
    openPage({}, 'pi_1');
    expect(await screen.findByText('This payment was not completed, and nothing was charged.')).toBeTruthy();
    expect(looks).toEqual(['pi_1']);
  });

  it.each([
    ['paid', 'Thank you, Mom!', '$125.00 has been paid.'],
    ['processing', 'Thank you, Mom!', '$125.00 is being processed by your bank.'],
    ['closed', 'Nothing to pay', 'Please ask Priya or Glow & Co. if you have questions.'],
  ] as const)('is %s', async (state, title, text) => {
    openPage({ state });
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('reports an unknown link', async () => {
    fail('get', path, 404, 'This link does not lead to a payment.', { code: 'no_share' });
    render(<SharePage token="token" />);
    expect(await screen.findByRole('heading', { name: 'This link is not available' })).toBeTruthy();
  });
});

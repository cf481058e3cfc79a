import { cleanup, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { subscribed } from '@/testing/billing';
import { fakeProvider } from '@/testing/provider';
import { open } from '@/testing/render';
import { answer, fail, server, signedOut, signIn } from '@/testing/server';
import { enterInto } from '@/testing/typing';

const create = '/api/create-payment-intent';
const succeeded = { paymentIntent: { status: 'succeeded', client_secret: 'pi_1_secret_1' } };
const provider = fakeProvider();

beforeEach(provider.install);
afterEach(() => vi.unstubAllGlobals());

/** Sign in, with the provider's keys configured. */
function ready() {
  signIn();
  answer('get', '/api/payment-setup', {
    publishableKey: 'pk_test_1',
    scriptUrl: null,
    demo: false,
    currency: 'USD',
  });
  return answer('post', create, { clientSecret: 'pi_1_secret_1' });
}

describe('the checkout', () => {
  it('uses the amount from the URL and redirects to the dashboard', async () => {
    const requests = ready();
    const { user, address } = open('/checkout?amount=49.5&description=A+year+of+letters');

    expect(await screen.findByText('Preparing payment form...')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Complete Your Payment' })).toBeTruthy();
    expect(screen.getByText('Payment for A year of letters')).toBeTruthy();
    expect(screen.getByText('Total: $49.50')).toBeTruthy();
    expect(screen.getByText(/processed securely by Stripe. We do not store your card details/)).toBeTruthy();
    expect(requests.bodies).toEqual([{ amount: 49.5, description: 'A year of letters' }]);
    expect(provider.mounted()).toBe(1);

    let confirmed: (result: unknown) => void = () => {};
    provider.confirmPayment.mockImplementation(() => new Promise((resolve) => (confirmed = resolve)));
    const pay = await screen.findByRole('button', { name: 'Pay $49.50' });
    await waitFor(() => expect((pay as HTMLButtonElement).disabled).toBe(false));
    await user.dblClick(pay);
    expect(await screen.findByRole('button', { name: 'Processing...' })).toBeTruthy();
    confirmed(succeeded);

    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeTruthy();
    expect(provider.confirmPayment).toHaveBeenCalledTimes(1);
    expect(provider.confirmPayment.mock.lastCall?.[0]).toMatchObject({
      confirmParams: { return_url: 'http://localhost:3000/payment-success' },
      redirect: 'if_required',
    });
    expect(address()).toContain('/checkout');
    await waitFor(() => expect(address()).toBe('/dashboard'));
  });

  it('resumes a payment started in this tab, and ignores one already paid', async () => {
    const keys: (string | null)[] = [];
    ready();
    server.use(
      http.post(`http://localhost:3000${create}`, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return HttpResponse.json({ clientSecret: 'pi_1_secret_1' });
      }),
    );
    provider.retrievePaymentIntent.mockResolvedValue({ paymentIntent: { status: 'requires_action' } });
    open('/checkout?amount=7');
    expect(await screen.findByText('Total: $7.00')).toBeTruthy();
    cleanup();
    open('/checkout?amount=7');
    expect(await screen.findByText('Total: $7.00')).toBeTruthy();
    cleanup();

    // The bank has approved the payment meanwhile, and the browser navigates back here.
    const paid = { id: 'pi_1', status: 'succeeded', amount: 700, currency: 'usd', created: 1795219200 };
    provider.retrievePaymentIntent.mockResolvedValue({ paymentIntent: paid });
    const { address } = open('/checkout?amount=7');
    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeTruthy();
    expect(address()).toBe('/payment-success?payment_intent_client_secret=pi_1_secret_1');
    cleanup();

    open('/checkout?amount=7');
    expect(await screen.findByText('Total: $7.00')).toBeTruthy();
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('shows why a payment failed and lets the user retry', async () => {
    ready();
    const { user } = open('/checkout');
    provider.confirmPayment.mockResolvedValueOnce({ error: { message: 'Your card was declined.' } });
    const pay = () => screen.findByRole('button', { name: 'Pay $99.99' });
    await waitFor(async () => expect(((await pay()) as HTMLButtonElement).disabled).toBe(false));
    await user.click(await pay());
    expect((await screen.findByRole('alert')).textContent).toBe('Payment FailedYour card was declined.');
    await waitFor(() => expect(document.activeElement?.closest('form')).toBeTruthy());
    expect(screen.getAllByText('Payment Failed')).toHaveLength(2);

    provider.confirmPayment.mockRejectedValueOnce(new TypeError('network'));
    await user.click(await pay());
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Payment FailedAn unexpected error occurred.',
    );

    // The response of the previous attempt was lost, but the payment had succeeded.
    provider.confirmPayment.mockResolvedValueOnce({
      error: { message: 'This payment has already succeeded.', payment_intent: { status: 'succeeded' } },
    });
    await user.click(await pay());
    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeTruthy();
  });

  it("loads the subscription's amount due from the server", async () => {
    ready();
    answer('post', '/api/subscription/pay', { clientSecret: 'pi_2_secret_2' });
    answer('get', '/api/subscription', subscribed({ status: 'incomplete' }));
    provider.retrievePaymentIntent.mockResolvedValue({ paymentIntent: { amount: 1999, currency: 'usd' } });
    open('/checkout?for=subscription');

    expect(await screen.findByText('Payment for Studio')).toBeTruthy();
    expect(screen.getByText('Total: $19.99')).toBeTruthy();
  });

  it('saves a card for future payments after a declined attempt', async () => {
    ready();
    const use = '/api/subscription/card/use';
    const own = subscribed({ status: 'trial', currentPeriodEnd: '2026-12-05T12:00:00Z' });
    answer('get', '/api/subscription', own);
    answer('post', '/api/subscription/card', { clientSecret: 'seti_1_secret_1' });
    const { user, address } = open('/checkout?for=card');
    expect(await screen.findByRole('heading', { name: 'Add Your Card' })).toBeTruthy();
    expect(
      screen.getByText('Nothing is charged now. The next payment of $29.00 is on December 5, 2026.'),
    ).toBeTruthy();

    provider.confirmSetup.mockResolvedValueOnce({ error: { message: 'Your card was declined.' } });
    const save = () => screen.findByRole('button', { name: 'Save Card' });
    await waitFor(async () => expect(await save()).toHaveProperty('disabled', false));
    await user.click(await save());
    expect((await screen.findByRole('alert')).textContent).toBe('Card Not SavedYour card was declined.');
    expect(provider.confirmSetup).toHaveBeenCalledTimes(1);
    expect(provider.confirmSetup.mock.lastCall?.[0]).toMatchObject({
      confirmParams: { return_url: 'http://localhost:3000/checkout?for=card' },
      redirect: 'if_required',
    });

    // The card was saved, but our server is unavailable: the next attempt continues from there.
    fail('post', use, 502, 'The provider is away.', { code: 'provider_away' });
    provider.confirmSetup.mockResolvedValueOnce({ setupIntent: { status: 'succeeded' } });
    await user.click(await save());
    expect(await screen.findByText('The provider is away.', { selector: '[role=alert] *' })).toBeTruthy();
    answer('post', use, { ...own, card: { kind: 'card', brand: 'visa', last4: '4242' } });
    provider.confirmSetup.mockResolvedValueOnce({
      error: { message: 'It has succeeded.', setup_intent: { status: 'succeeded' } },
    });
    await user.click(await save());
    expect(await screen.findByText("We'll charge Visa ending in 4242 for Studio from now on.")).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/subscription'));
  });

  it('returns from the bank with the card saved, or shows why it was not', async () => {
    ready();
    answer('get', '/api/subscription', subscribed());
    const requests = answer('post', '/api/subscription/card', { clientSecret: 'seti_1_secret_1' });
    fail('post', '/api/subscription/card/use', 402, 'The bank said no.', { code: 'card_declined' });
    open('/checkout?for=card&setup_intent=seti_1&redirect_status=succeeded');
    expect(await screen.findByText('The bank said no.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Add Your Card' })).toBeTruthy();
    cleanup();

    requests.bodies.length = 0;
    answer('post', '/api/subscription/card/use', subscribed());
    const { address } = open('/checkout?for=card&setup_intent=seti_1&redirect_status=failed');
    await waitFor(() => expect(address()).toBe('/subscription'));
    expect(requests.bodies).toEqual([]);
  });

  it('explains that a plan needs no card', async () => {
    ready();
    answer('get', '/api/subscription', subscribed());
    fail('post', '/api/subscription/card', 409, 'It takes no card.', { code: 'no_card_wanted' });
    open('/checkout?for=card');
    expect(await screen.findByText('It takes no card.')).toBeTruthy();
  });

  it.each([
    [
      'the server refuses',
      { message: 'The amount is too small.', code: 'invalid' },
      422,
      'The amount is too small.',
    ],
    [
      'a field is wrong',
      { message: 'Look again.', code: 'invalid', fields: { amount: 'amount must be at least 0.50' } },
      422,
      'amount must be at least 0.50.',
    ],
    ['the server gives no reason', null, 500, 'Error creating payment intent'],
    [
      'no client secret is answered',
      { clientSecret: null },
      200,
      'Unable to initialize payment form. Please try again later.',
    ],
  ])('shows an error if %s', async (_name, body, status, sentence) => {
    ready();
    answer('post', create, body, status);
    const { user } = open('/checkout');

    expect(await screen.findByText('Payment Setup Failed')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Error' })).toBeTruthy();
    expect(screen.getByText('Unable to process payment')).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go Back' })).toBeTruthy();

    answer('post', create, { clientSecret: 'pi_1_secret_1' });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Complete Your Payment' })).toBeTruthy();
  });

  it('rejects a non-numeric amount without a request', async () => {
    const requests = ready();
    open('/checkout?amount=lots');
    expect(await screen.findByText('The amount to pay must be a number.')).toBeTruthy();
    expect(requests.bodies).toEqual([]);
  });

  it('explains that the keys are missing', async () => {
    ready();
    answer('get', '/api/payment-setup', {
      publishableKey: null,
      scriptUrl: null,
      demo: false,
      currency: 'USD',
    });
    open('/checkout');
    expect(await screen.findByText('Payment Setup Failed')).toBeTruthy();
    expect(screen.getByText(/Please contact the administrator to set up Stripe API keys/)).toBeTruthy();
  });

  it("shows an error if the stand-in's script fails to load", async () => {
    vi.unstubAllGlobals();
    ready();
    answer('get', '/api/payment-setup', {
      publishableKey: 'pk_test_1',
      scriptUrl: 'http://localhost:9/stripe.js',
      demo: true,
      currency: 'USD',
    });
    open('/checkout');
    expect(await screen.findByText('This is a demo, so no real money is charged.')).toBeTruthy();
    const script = await waitFor(() => {
      const script = document.head.querySelector('script[src="http://localhost:9/stripe.js"]');
      expect(script).not.toBeNull();
      return script;
    });
    script?.dispatchEvent(new Event('error'));
    expect(await screen.findByText(/We couldn’t load the payment form/)).toBeTruthy();
    expect(document.head.querySelector('script[src="http://localhost:9/stripe.js"]')).toBeNull();
  });

  it('asks visitors to log in and returns them to the checkout', async () => {
    signedOut();
    const { user, address } = open('/checkout?amount=5');
    expect(await screen.findByRole('heading', { name: 'Authentication Required' })).toBeTruthy();
    expect(screen.getByText('Please log in to access the checkout page.')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Go to Login' }));
    await waitFor(() => expect(address()).toBe('/auth'));

    ready();
    answer('post', '/api/login', (await import('@/testing/server')).ada);
    await enterInto(user, await screen.findByLabelText('Email'), 'ada@brightnights.example');
    await enterInto(user, screen.getByLabelText('Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Total: $5.00')).toBeTruthy();
    expect(address()).toBe('/checkout?amount=5');
  });
});

describe('after a payment', () => {
  const intent = {
    id: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
    amount: 1999,
    currency: 'usd',
    status: 'succeeded',
    created: 1795219200,
  };

  it("shows the payment's status", async () => {
    ready();
    provider.retrievePaymentIntent.mockResolvedValue({ paymentIntent: intent });
    open('/payment-success?payment_intent_client_secret=pi_1_secret_1&redirect_status=succeeded');

    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeTruthy();
    expect(provider.retrievePaymentIntent).toHaveBeenCalledWith('pi_1_secret_1');
    expect(screen.getByText('pi_3MtwBwLkd...')).toBeTruthy();
    expect(screen.getByText('$19.99 USD')).toBeTruthy();
    expect(screen.getByText('Succeeded').className).toContain('good');
    expect(screen.getByText('November 20, 2026')).toBeTruthy();
    expect(screen.getByText(/A receipt was sent to you by email/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/dashboard');
    expect(screen.getByRole('link', { name: 'Need Help?' }).getAttribute('href')).toBe('/settings');
  });

  it.each([
    ['without a payment in the address', '/payment-success'],
    ['without one that it claims', '/payment-success?redirect_status=succeeded'],
    ['that cannot be read', '/payment-success?payment_intent_client_secret=x&redirect_status=succeeded'],
    ['that is said to have failed', '/payment-success?payment_intent_client_secret=x&redirect_status=failed'],
  ])('shows no details of a payment %s', async (_name, path) => {
    ready();
    provider.retrievePaymentIntent.mockResolvedValue({ error: { message: 'No such payment.' } });
    open(path);
    expect(await screen.findByRole('heading', { name: "We couldn't check this payment yet" })).toBeTruthy();
    expect(screen.queryByText('Payment ID')).toBeNull();
    expect(screen.getByRole('link', { name: 'View Your Payments' })).toBeTruthy();
  });

  it('rechecks the payment on request', async () => {
    ready();
    provider.retrievePaymentIntent.mockResolvedValueOnce({ error: { message: 'Try later.' } });
    const { user } = open('/payment-success?payment_intent_client_secret=pi_1_secret_1');
    const again = await screen.findByRole('button', { name: 'Check Again' });
    provider.retrievePaymentIntent.mockResolvedValue({ paymentIntent: intent });
    await user.click(again);
    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeTruthy();
  });

  it.each([
    ['requires_payment_method', 'Payment Failed', 'Not paid'],
    ['requires_action', 'Payment Failed', 'Waiting for your confirmation'],
    ['canceled', 'Payment Failed', 'Canceled'],
    ['processing', 'Payment Processing', 'Processing'],
  ])('does not report success for a payment that is %s', async (status, title, word) => {
    ready();
    provider.retrievePaymentIntent.mockResolvedValue({ paymentIntent: { ...intent, status } });
    open('/payment-success?payment_intent_client_secret=pi_1_secret_1&redirect_status=succeeded');
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText(word)).toBeTruthy();
  });

  it('asks visitors to log in', async () => {
    signedOut();
    open('/payment-success');
    expect(await screen.findByText('Please log in to view payment details.')).toBeTruthy();
  });

  it('shows an error if the user could not be loaded', async () => {
    server.use(http.get('http://localhost:3000/api/user', () => HttpResponse.error()));
    open('/payment-success');
    expect(await screen.findByRole('alert')).toBeTruthy();
  });
});

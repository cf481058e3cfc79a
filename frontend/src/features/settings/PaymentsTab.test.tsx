import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { open } from '@/testing/render';
import { answer, fail, server, signIn } from '@/testing/server';
import { accountStatus } from '@/testing/settings';

const status = '/api/stripe-connect/account-status';

beforeEach(() => signIn());

describe('payments', () => {
  it("shows that the provider's keys are missing", async () => {
    open('/settings?tab=payments');
    expect(await screen.findByRole('heading', { name: 'Stripe Integration Not Available' })).toBeTruthy();
    expect(
      screen.getByText(
        'The Stripe integration is not fully configured. Please contact the administrator to set up Stripe API keys.',
      ),
    ).toBeTruthy();
  });

  it('shows that keys are missing if the error asks for them', async () => {
    fail('get', status, 503, 'No keys.', { code: 'no_keys', needsStripeKey: true });
    open('/settings?tab=payments');
    expect(await screen.findByRole('heading', { name: 'Stripe Integration Not Available' })).toBeTruthy();
  });

  it('can be reloaded after a failure', async () => {
    fail('get', status, 503, 'Away.');
    const { user } = open('/settings?tab=payments');
    expect(await screen.findByText('Error Loading Stripe Status')).toBeTruthy();
    expect(
      screen.getByText('There was an error loading your Stripe Connect status. Please try again later.'),
    ).toBeTruthy();
    answer('get', status, accountStatus);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.queryByText('Error Loading Stripe Status')).toBeNull());
    expect(screen.getByText('Stripe Integration Not Available')).toBeTruthy();
  });

  it('is available only to the owner', async () => {
    fail('get', status, 403, 'Your role does not allow this.');
    open('/settings?tab=payments');
    expect(await screen.findByText('Your role does not allow this.')).toBeTruthy();
  });
});

describe('the connected account', () => {
  const none = { ...accountStatus, needsStripeKey: false };
  const begun = { ...none, hasAccount: true, accountId: 'acct_1MtwBwLkdIwHu7ix' };
  const finished = { ...begun, detailsSubmitted: true, chargesEnabled: true, payoutsEnabled: true };

  it('warns if it has another currency than the prices', async () => {
    answer('get', status, { ...finished, currency: 'EUR', businessCurrency: 'USD', currencyDiffers: true });
    open('/settings?tab=payments');
    expect(
      await screen.findByText('Your prices are in USD, but your Stripe account is in EUR.'),
    ).toBeTruthy();
  });

  it('is created, completed at the provider, and managed there', async () => {
    const platformFee = { percent: 1.5, fixed: 0.3, onRefund: 'keep' };
    answer('get', status, { ...none, country: 'DE', countries: ['CA', 'DE', 'US'], platformFee });
    answer('get', '/api/payment-setup', {
      publishableKey: 'pk',
      scriptUrl: 'http://s/stripe.js',
      demo: true,
      currency: 'USD',
    });
    const created = answer('post', '/api/stripe-connect/create-account', begun);
    const left = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = open('/settings?tab=payments');
    expect(await screen.findByText('This is a demo, so no real money is charged.')).toBeTruthy();

    const connect = await screen.findByRole('button', { name: 'Connect with Stripe' });
    // The country can't be changed later; it defaults to the business's own.
    expect((screen.getByLabelText('Country of your business') as HTMLSelectElement).value).toBe('DE');
    await user.selectOptions(screen.getByLabelText('Country of your business'), 'Canada');
    expect(screen.getByText(/We charge 1.5% \+ \$0.30 of each card payment/)).toBeTruthy();
    answer('get', status, begun);
    await user.click(connect);
    expect(await screen.findByText('Account created')).toBeTruthy();
    expect(created.bodies).toEqual([{ country: 'CA', replace: false }]);

    const complete = await screen.findByRole('button', { name: 'Complete Onboarding' });
    expect(screen.getByText(`…${begun.accountId.slice(-8)}`)).toBeTruthy();
    answer('post', '/api/stripe-connect/account-link', { url: 'https://connect.example/onboarding' });
    await user.click(complete);
    await waitFor(() => expect(left).toHaveBeenCalledWith('https://connect.example/onboarding', '_self'));

    answer('get', status, finished);
    await user.click(screen.getByRole('button', { name: 'Refresh Status' }));
    expect(await screen.findByText('Connected')).toBeTruthy();
    expect(screen.getAllByText('Enabled')).toHaveLength(2);
    answer('get', '/api/stripe-connect/login-link', { url: 'https://connect.example/express' });
    await user.click(screen.getByRole('button', { name: 'Manage Account' }));
    await waitFor(() => expect(left).toHaveBeenLastCalledWith('https://connect.example/express', '_self'));
  });

  it('shows why it could not be created or opened', async () => {
    answer('get', status, none);
    answer('post', '/api/stripe-connect/create-account', null, 500);
    const { user } = open('/settings?tab=payments');
    await user.click(await screen.findByRole('button', { name: 'Connect with Stripe' }));
    expect(await screen.findByText('Error creating account')).toBeTruthy();
    expect(screen.getByText('An error occurred while creating your Stripe account.')).toBeTruthy();

    answer('get', status, begun);
    answer('post', '/api/stripe-connect/create-account', begun);
    await user.click(screen.getByRole('button', { name: 'Connect with Stripe' }));
    answer('post', '/api/stripe-connect/account-link', null, 500);
    await user.click(await screen.findByRole('button', { name: 'Complete Onboarding' }));
    expect(await screen.findByText('An error occurred while generating the onboarding link.')).toBeTruthy();

    answer('get', status, finished);
    await user.click(screen.getByRole('button', { name: 'Refresh Status' }));
    answer('get', '/api/stripe-connect/login-link', null, 500);
    await user.click(await screen.findByRole('button', { name: 'Manage Account' }));
    expect(await screen.findByText('An error occurred while generating the login link.')).toBeTruthy();

    fail('get', '/api/stripe-connect/login-link', 503, 'x', { needsStripeKey: true });
    await user.click(screen.getByRole('button', { name: 'Manage Account' }));
    expect(await screen.findByRole('heading', { name: 'Stripe Integration Not Available' })).toBeTruthy();
  });

  it.each([
    ['complete', finished, 'Onboarding complete!'],
    ['complete', begun, 'Onboarding not finished'],
    ['refresh', begun, 'Onboarding not finished'],
    ['complete', accountStatus, 'Onboarding complete!'],
  ])('reloads the account after ?onboarding=%s', async (came, now, title) => {
    answer('get', status, now);
    const { address } = open(`/settings?tab=payments&onboarding=${came}`);
    expect(await screen.findByText(title)).toBeTruthy();
    expect(address()).toBe('/settings?tab=payments');
  });

  it('offers businesses with an Express account their own account', async () => {
    const express = { ...finished, chargeModel: 'destination', country: 'US' };
    answer('get', status, { ...express, requirements: ['individual.verification.document'] });
    const created = answer('post', '/api/stripe-connect/create-account', begun);
    const { user } = open('/settings?tab=payments');
    expect(await screen.findByText('individual verification document')).toBeTruthy();
    const replace = await screen.findByRole('button', { name: 'Set Up Your Own Account' });
    answer('get', status, { ...express, successor: 'acct_1NewAccount0000' });
    await user.click(replace);
    expect(await screen.findByRole('button', { name: 'Complete Onboarding' })).toBeTruthy();
    expect(created.bodies).toEqual([{ country: 'US', replace: true }]);
    expect(screen.queryByRole('button', { name: 'Set Up Your Own Account' })).toBeNull();
  });

  it('lists payouts with their entries', async () => {
    answer('get', status, finished);
    const at = '2027-06-01T10:00:00+00:00';
    const entry = {
      kind: 'payment',
      amount: 250,
      fee: 2,
      net: 248,
      description: null,
      createdAt: at,
      giftCard: null,
    };
    answer('get', '/api/payouts', [
      {
        id: 'po_1',
        amount: 202,
        currency: 'USD',
        status: 'paid',
        arrivalDate: '2027-06-03',
        failure: null,
        payments: [{ ...entry, booking: { id: 7, number: 3 } }],
        refunds: [
          {
            ...entry,
            kind: 'payment_refund',
            amount: -10,
            fee: 0,
            net: -10,
            booking: null,
            giftCard: { id: 5, ending: 'K7QX' },
          },
        ],
        other: [
          { ...entry, kind: 'adjustment', amount: -20, fee: 15, net: -35, booking: { id: 8, number: 4 } },
          { ...entry, kind: 'stripe_fee', amount: -1, fee: 0, net: -1, booking: null },
        ],
        sums: { payments: 250, refunds: -10, other: -21, fees: 17 },
        difference: 0,
      },
    ]);
    const { user } = open('/settings?tab=payments');
    await user.click(
      await screen.findByRole('button', { name: 'Show the entries of $202.00 on Jun 3, 2027' }),
    );
    expect(screen.getByRole('link', { name: 'booking #3' }).getAttribute('href')).toBe('/bookings?id=7');
    expect(screen.getByText('Dispute for', { exact: false }).textContent).toMatch(/^Dispute for booking #4/);
    expect(screen.getByText('Stripe fee')).toBeTruthy();
    expect(screen.getByText('Refund for the gift card ending in K7QX')).toBeTruthy();
    expect(screen.getByText('Fees').nextElementSibling?.textContent).toBe('−$17.00');
    expect(screen.queryByText('Unexplained')).toBeNull();
  });

  it('lists the payouts of a month with an exact sum', async () => {
    answer('get', status, finished);
    const requests: string[] = [];
    const none = { currency: 'USD', failure: null, payments: [], refunds: [], other: [], difference: 0 };
    const sums = { payments: 0, refunds: 0, other: 0, fees: 0 };
    const payouts = [
      { ...none, id: 'po_3', amount: 0.1, status: 'paid', arrivalDate: '2027-06-03', sums },
      { ...none, id: 'po_2', amount: 0.2, status: 'in_transit', arrivalDate: '2027-06-02', sums },
      { ...none, id: 'po_1', amount: 99, status: 'failed', arrivalDate: '2027-06-01', sums },
    ];
    server.use(
      http.get('http://localhost:3000/api/payouts', ({ request }) => {
        requests.push(new URL(request.url).search);
        return HttpResponse.json(requests.length === 1 ? [] : payouts);
      }),
    );
    const { user } = open('/settings?tab=payments');
    expect(await screen.findByText('No payouts yet.')).toBeTruthy();
    const choice = screen.getByLabelText<HTMLSelectElement>('Arrival');
    const last = choice.options[2]?.value ?? '';
    await user.selectOptions(choice, last);
    expect((await screen.findByText('2 payouts')).nextElementSibling?.textContent).toBe('$0.30');
    expect(requests[1]).toMatch(new RegExp(`^\\?from=${last}-01&to=${last}-(28|29|30|31)$`));
    const csv = screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    expect(csv).toBe(`/api/payouts.csv${requests[1]}`);
  });
});

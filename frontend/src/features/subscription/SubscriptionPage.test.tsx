import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { billing, plan, subscribed } from '@/testing/billing';
import { loadAgain, open } from '@/testing/render';
import { answer, fail, signIn } from '@/testing/server';

const cardOf = async (name: string) => {
  const card = (await screen.findByRole('heading', { level: 3, name })).closest('li');
  if (card === null) throw new Error(`no card of ${name}`);
  return within(card);
};

beforeEach(() => signIn());

describe('the plans', () => {
  it('show price and features, and can be subscribed to with one click', async () => {
    billing();
    const taken = answer('post', '/api/subscription', { ...subscribed(), clientSecret: null }, 201);
    const { user } = open('/subscription');

    expect(await screen.findByRole('heading', { level: 1, name: 'Subscription Plans' })).toBeTruthy();
    expect(screen.getByText('Choose a plan that best fits your business needs')).toBeTruthy();
    const studio = await cardOf('Studio');
    expect(screen.getByRole('heading', { name: 'Choose a Plan' })).toBeTruthy();
    expect(studio.getByText('$29.00')).toBeTruthy();
    expect(studio.getByText('/mo')).toBeTruthy();
    expect(studio.getByText('Quotes and invoices')).toBeTruthy();
    const warehouse = await cardOf('Warehouse');
    expect(warehouse.getByText('Everything')).toBeTruthy();
    expect(warehouse.getByText('/year')).toBeTruthy();
    expect(warehouse.getByText('Includes 14 days free trial')).toBeTruthy();
    expect(screen.queryByText('Payment History')).toBeNull();

    billing(subscribed());
    await user.dblClick(studio.getByRole('button', { name: 'Subscribe' }));

    expect(await screen.findByText('Subscription successful')).toBeTruthy();
    expect(screen.getByText('You have successfully subscribed to the plan.')).toBeTruthy();
    expect(taken.bodies).toEqual([{ planId: 1 }]);
    expect(await screen.findByText('Your Subscription')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Available Plans' })).toBeTruthy();
    const own = (await cardOf('Studio')).getByRole('button', { name: 'Current Plan' });
    const other = (await cardOf('Warehouse')).getByRole('button', { name: 'Change Plan' });
    expect([own, other].map((button) => (button as HTMLButtonElement).disabled)).toEqual([true, false]);
  });

  it('open the card form if a first payment is due', async () => {
    billing();
    const left = vi.spyOn(window, 'open').mockReturnValue(null);
    answer(
      'post',
      '/api/subscription',
      { ...subscribed({ status: 'incomplete' }), clientSecret: 'pi_1_secret_1' },
      201,
    );
    const { user } = open('/subscription');

    await user.click((await cardOf('Studio')).getByRole('button', { name: 'Subscribe' }));

    await waitFor(() => expect(left).toHaveBeenCalledWith('/checkout?for=subscription', '_self'));
    expect(screen.queryByText('Subscription successful')).toBeNull();
  });

  it('show why subscribing failed, and allow another plan', async () => {
    billing();
    fail('post', '/api/subscription', 502, 'The provider is away.', { code: 'provider_away' });
    const { user } = open('/subscription');

    await user.click((await cardOf('Studio')).getByRole('button', { name: 'Subscribe' }));

    expect(await screen.findByText('Subscription failed')).toBeTruthy();
    expect((await screen.findByRole('alert')).textContent).toBe('The provider is away.');
    const again = (await cardOf('Warehouse')).getByRole('button', { name: 'Subscribe' });
    expect((again as HTMLButtonElement).disabled).toBe(false);
  });

  it('show that card payments are unavailable', async () => {
    billing();
    const setup = { publishableKey: null, scriptUrl: null, demo: false, currency: 'USD' };
    answer('get', '/api/payment-setup', setup);
    open('/subscription');

    expect(await screen.findByText(/^Card payments are not set up on this site yet\./)).toBeTruthy();
  });

  it('cannot be subscribed to if inactive', async () => {
    billing();
    answer('get', '/api/subscription/plans', [plan({ isActive: false })]);
    open('/subscription');

    const button = (await cardOf('Studio')).getByRole('button', { name: 'Subscribe' });

    expect((button as HTMLButtonElement).disabled).toBe(true);
  });

  it('show an empty state and a load error', async () => {
    billing();
    await loadAgain(
      '/subscription',
      '/api/subscription/plans',
      [],
      'Error loading subscription plans. Please try again later.',
    );
    expect(await screen.findByText('No subscription plans found')).toBeTruthy();
  });
});

describe('changing plans', () => {
  const shown = {
    planId: 2,
    at: '2026-11-24T12:00:00Z',
    lines: [
      { description: 'Unused time on Studio', amount: -1450 },
      { description: 'Warehouse', amount: 29900 },
    ],
    dueNow: 28450,
    creditUsed: 0,
    credited: 0,
    nextPayment: 29900,
    nextPaymentAt: '2027-11-24T12:00:00Z',
    currency: 'USD',
  };
  const preview = '/api/subscription/change/preview';
  const ask = async (user: ReturnType<typeof open>['user']) => {
    await user.click((await cardOf('Warehouse')).getByRole('button', { name: 'Change Plan' }));
    return within(await screen.findByRole('alertdialog', { name: 'Change to Warehouse' }));
  };

  it('previews the amounts, and charges exactly the previewed amount', async () => {
    billing(subscribed());
    const previews = answer('post', preview, shown);
    const sent = answer('post', '/api/subscription/change', subscribed());
    const { user } = open('/subscription');

    const dialog = await ask(user);
    const amounts = await dialog.findByRole('region', { name: 'Amounts' });
    expect(amounts.textContent).toBe(
      'Unused time on Studio−$14.50Warehouse$299.00Due now$284.50Next payment, November 24, 2027$299.00',
    );
    expect(dialog.getByText(/we'll charge your card \$284\.50 now\.$/)).toBeTruthy();
    await user.dblClick(dialog.getByRole('button', { name: 'Change and Pay $284.50' }));

    expect(await screen.findByText('Plan changed')).toBeTruthy();
    expect(previews.bodies[0]).toEqual({ planId: 2 });
    expect(sent.bodies).toEqual([{ planId: 2, at: shown.at, dueNow: 28450 }]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('shows the credit of a cheaper plan, which pays first', async () => {
    billing(subscribed());
    answer('post', preview, { ...shown, dueNow: 0, creditUsed: 300, credited: 1000, nextPayment: 0 });
    const { user } = open('/subscription');

    const dialog = await ask(user);

    expect((await dialog.findByRole('region', { name: 'Amounts' })).textContent).toContain(
      'Existing credit−$3.00Due now$0.00Credited to your next payments$10.00',
    );
    expect(dialog.getByText(/Nothing is charged now, and \$10\.00 is credited/)).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Change Plan' })).toBeTruthy();
  });

  it('stays open with the reason and new amounts if the change failed', async () => {
    billing(subscribed());
    const previews = answer('post', preview, shown);
    fail('post', '/api/subscription/change', 402, 'Declined.', { code: 'card_declined' });
    const { user } = open('/subscription');

    const dialog = await ask(user);
    await user.click(await dialog.findByRole('button', { name: 'Change and Pay $284.50' }));

    expect((await dialog.findByRole('alert')).textContent).toContain('Declined.');
    await waitFor(() => expect(previews.bodies).toHaveLength(2));
    expect(await dialog.findByRole('button', { name: 'Change and Pay $284.50' })).toBeTruthy();
  });

  it('shows why the amounts could not be loaded, and retries', async () => {
    billing(subscribed());
    fail('post', preview, 409, 'A payment is open.', { code: 'payment_open' });
    const { user } = open('/subscription');

    const dialog = await ask(user);
    expect((await dialog.findByRole('alert')).textContent).toContain('A payment is open.');
    answer('post', preview, shown);
    await user.click(dialog.getByRole('button', { name: 'Try Again' }));

    expect(await dialog.findByRole('button', { name: 'Change and Pay $284.50' })).toBeTruthy();
  });

  it.each([
    [
      'can be taken where the provider does not know the present one',
      { takesCard: false },
      'Change Plan',
      false,
    ],
    ['waits while the present one is canceled', {}, 'Subscribe', true],
  ])('%s', async (_what, more, name, disabled) => {
    billing({ ...subscribed({ cancelAtPeriodEnd: disabled }), ...more });
    open('/subscription');

    const button = (await cardOf('Warehouse')).getByRole('button', { name });

    expect((button as HTMLButtonElement).disabled).toBe(disabled);
  });
});

describe('changing plans during a trial without a card', () => {
  const trialEnd = '2026-12-05T12:00:00Z';
  const trial = () => ({
    ...subscribed({ status: 'trial', trialEnd, currentPeriodEnd: trialEnd }),
    takesCard: false,
  });
  const ask = async (user: ReturnType<typeof open>['user']) => {
    await user.click((await cardOf('Warehouse')).getByRole('button', { name: 'Change Plan' }));
    return within(await screen.findByRole('alertdialog', { name: 'Change to Warehouse' }));
  };

  it('dims other plans, and requires more than one click', async () => {
    billing(trial());
    const sent = answer('post', '/api/subscription', {}, 201);
    const { user } = open('/subscription');

    const dialog = await ask(user);

    expect(
      dialog.getByText(
        'Your free trial of Studio ends immediately. It would otherwise run until December 5, 2026. Warehouse costs $299.00/year, and the first payment is due now.',
      ),
    ).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Keep Plan' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(sent.bodies).toEqual([]);
    const card = screen.getByRole('heading', { level: 3, name: 'Warehouse' }).closest('li');
    expect(card?.className).toContain('bg-sunken');
  });

  it('ends the trial after a confirmation', async () => {
    billing(trial());
    const sent = answer('post', '/api/subscription', { ...subscribed(), clientSecret: null }, 201);
    const { user } = open('/subscription');

    await user.click((await ask(user)).getByRole('button', { name: 'End Trial and Change' }));

    expect(await screen.findByText('Subscription successful')).toBeTruthy();
    expect(sent.bodies).toEqual([{ planId: 2, endsTrial: true }]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('shows in the dialog why the change failed', async () => {
    billing(trial());
    fail('post', '/api/subscription', 503, 'Stripe API keys are missing.', { code: 'no_stripe_keys' });
    const { user } = open('/subscription');

    const dialog = await ask(user);
    await user.click(dialog.getByRole('button', { name: 'End Trial and Change' }));

    expect((await dialog.findByRole('alert')).textContent).toContain('Stripe API keys are missing.');
  });

  it('requires a confirmation for a free plan, too', async () => {
    billing({ ...subscribed(), takesCard: false });
    const sent = answer('post', '/api/subscription', { ...subscribed(), clientSecret: null }, 201);
    const { user } = open('/subscription');

    const dialog = await ask(user);
    expect(
      dialog.getByText(/^Your Studio plan ends immediately\. Warehouse costs \$299\.00\/year\. If you/),
    ).toBeTruthy();
    expect(sent.bodies).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Change Plan' }));

    expect(await screen.findByText('Subscription successful')).toBeTruthy();
    expect(sent.bodies).toEqual([{ planId: 2 }]);
  });
});

describe('the current subscription', () => {
  it.each([
    [2900, 'Next payment$29.00 on December 20, 2026'],
    [1900, 'Next payment$19.00 on December 20, 2026after your credit'],
  ])('shows the next payment of %i cents', async (amount, text) => {
    billing({
      ...subscribed(),
      card: { kind: 'card', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040 },
    });
    answer('get', '/api/subscription/next-payment', { amount, at: '2026-12-21T02:00:00Z' });
    open('/subscription');

    const label = await screen.findByText('Next payment');

    await waitFor(() => expect(label.parentElement?.textContent).toBe(text));
  });

  it('is canceled after a confirmation and resumed without one', async () => {
    billing(subscribed({ trialEnd: '2026-12-05T12:00:00Z' }));
    const sent = answer('post', '/api/subscription/cancel', {});
    const { user } = open('/subscription');
    // In the business's time zone, the period begins on the previous evening.
    expect(await screen.findByText('November 20, 2026')).toBeTruthy();
    expect(screen.getByText('December 20, 2026')).toBeTruthy();
    expect(screen.getByText('December 5, 2026')).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Cancel Subscription' }));
    const dialog = within(screen.getByRole('alertdialog'));
    expect(
      dialog.getByText(
        "Are you sure you want to cancel your subscription? You'll still have access until the end of your current billing period.",
      ),
    ).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Keep Subscription' }));
    expect(sent.bodies).toEqual([]);

    billing(subscribed({ cancelAtPeriodEnd: true }));
    await user.click(screen.getByRole('button', { name: 'Cancel Subscription' }));
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel Subscription' }),
    );
    expect(await screen.findByText('Your subscription has been canceled successfully.')).toBeTruthy();
    expect(
      await screen.findByText('Your subscription will cancel at the end of the current billing period.'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull();

    billing(subscribed());
    await user.click(screen.getByRole('button', { name: 'Resume Subscription' }));
    expect(await screen.findByText('Subscription resumed')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Cancel Subscription' })).toBeTruthy();
    expect(sent.bodies).toEqual([{ cancelAtPeriodEnd: true }, { cancelAtPeriodEnd: false }]);
  });

  it('keeps the dialog open if canceling failed', async () => {
    billing(subscribed());
    fail('post', '/api/subscription/cancel', 502, 'The provider is away.', { code: 'away' });
    const { user } = open('/subscription');

    await user.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
    const dialog = within(screen.getByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Cancel Subscription' }));

    expect(await dialog.findByText('The provider is away.')).toBeTruthy();
    expect(screen.getByText('Failed to cancel subscription')).toBeTruthy();
  });

  it.each([
    ['past_due', 'Past Due', 'Update Card'],
    ['incomplete', 'incomplete', 'Complete Payment'],
  ] as const)('that is %s links to the card form', async (status, word, label) => {
    billing(subscribed({ status }));
    const left = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = open('/subscription');

    await user.click(await screen.findByRole('button', { name: label }));

    expect(left).toHaveBeenCalledWith('/checkout?for=subscription', '_self');
    expect(screen.getByText(word)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull();

    // An unpaid subscription can be ended immediately.
    const sent = answer('post', '/api/subscription/cancel', {});
    await user.click(screen.getByRole('button', { name: 'End Subscription' }));
    const dialog = within(screen.getByRole('alertdialog'));
    expect(dialog.getByText(/Your plan ends now, and you won't owe the payment due/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'End Subscription' }));
    expect(await screen.findByText('Your subscription has been canceled successfully.')).toBeTruthy();
    expect(sent.bodies).toEqual([{ cancelAtPeriodEnd: true }]);
  });

  it('accepts a card during its trial, and shows the next charge', async () => {
    const trialEnd = '2026-12-05T12:00:00Z';
    const trial = subscribed({ status: 'trial', trialEnd, currentPeriodEnd: trialEnd });
    billing(trial);
    const left = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = open('/subscription');
    expect(await screen.findByText(/Add one before December 5, 2026/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add Card' }));
    expect(left).toHaveBeenCalledWith('/checkout?for=card', '_self');
    cleanup();

    billing({ ...trial, card: { kind: 'card', brand: 'visa', last4: '4242' } });
    open('/subscription');
    expect(await screen.findByText('Visa ending in 4242')).toBeTruthy();
    expect(screen.getByText('$29.00 on December 5, 2026')).toBeTruthy();
    expect(screen.queryByText(/No card is on file/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Update Card' })).toBeTruthy();
    cleanup();

    // Nothing is charged, so no amount is requested.
    billing({ ...subscribed(), takesCard: false });
    open('/subscription');
    expect(await screen.findByRole('button', { name: 'Cancel Subscription' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /card$/ })).toBeNull();
  });

  it('requests the first payment when its trial is over', async () => {
    const trialEnd = '2026-11-21T02:00:00Z';
    billing(subscribed({ status: 'past_due', trialEnd }));
    open('/subscription');

    expect(await screen.findByText(/^Your trial is over, and the first payment is due\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Complete Payment' })).toBeTruthy();
    expect((await cardOf('Warehouse')).getByRole('button', { name: 'Subscribe' })).toHaveProperty(
      'disabled',
      true,
    );
  });

  it('can be replaced when its trial is over and cards are unavailable', async () => {
    const period = { currentPeriodEnd: '2026-12-05T02:00:00Z', trialEnd: '2026-12-05T02:00:00Z' };
    billing({ ...subscribed({ status: 'past_due', ...period }), payable: false });
    open('/subscription');

    expect(await screen.findByText(/^Your trial is over\. Choose a plan below/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Update Card' })).toBeNull();
    const again = (await cardOf('Studio')).getByRole('button', { name: 'Subscribe' });
    expect(again).toHaveProperty('disabled', false);
  });

  it('that has ended shows the date, and can be replaced', async () => {
    billing(subscribed({ status: 'canceled', cancelAtPeriodEnd: true, canceledAt: '2026-11-30T20:00:00Z' }));
    open('/subscription');

    expect(await screen.findByText('Subscription canceled on November 30, 2026')).toBeTruthy();
    expect(screen.queryByText(/will cancel at the end/)).toBeNull();
    const button = (await cardOf('Studio')).getByRole('button', { name: 'Subscribe' });
    expect((button as HTMLButtonElement).disabled).toBe(false);
    expect(screen.getByRole('heading', { name: 'Choose a Plan' })).toBeTruthy();
  });

  it('is available only to the owner', async () => {
    billing();
    fail('get', '/api/subscription', 403, 'Your role does not allow this.');
    open('/subscription');

    expect(await screen.findByText('Your role does not allow this.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
  });

  it('can be reloaded after an error, without offering a second one meanwhile', async () => {
    billing();
    fail('get', '/api/subscription', 503, 'Away.');
    const { user } = open('/subscription');
    expect(await screen.findByText('Failed to fetch subscription data')).toBeTruthy();
    const button = (await cardOf('Studio')).getByRole('button', { name: 'Subscribe' });
    expect((button as HTMLButtonElement).disabled).toBe(true);

    billing(subscribed());
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByText('Your Subscription')).toBeTruthy();
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { SubscriptionDetails } from '@/api/admin';
import { root } from '@/testing/admin';
import { payment as plain } from '@/testing/billing';
import { loadAgain, open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { answer, server, signIn } from '@/testing/server';
import { retype } from '@/testing/typing';

const row = {
  id: 7,
  userId: 1,
  planId: 4,
  email: 'ada@brightnights.example',
  username: 'ada',
  companyName: 'Bright Nights',
  planName: 'Studio',
  price: 2900,
  interval: 'monthly' as const,
  status: 'active' as const,
  currentPeriodStart: '2026-11-01T12:00:00Z',
  currentPeriodEnd: '2026-12-01T12:00:00Z',
  trialStart: null,
  trialEnd: null,
  canceledAt: null,
  cancelAtPeriodEnd: false,
  createdAt: '2026-11-01T12:00:00Z',
  stripeSubscriptionId: 'sub_1',
  stripeCustomerId: 'cus_1',
};

type Payment = SubscriptionDetails['payments'][number];

function payment({ refundable = 0, ...rest }: Partial<Payment> = {}): Payment {
  return { ...plain(rest), refundable };
}

const details = sample<SubscriptionDetails>({
  ...row,
  card: { kind: 'card', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2040 },
  customerUrl: 'https://dashboard.stripe.com/customers/cus_1',
  payments: [payment({ paymentMethod: 'card', paymentMethodDetails: { brand: 'visa', last4: '4242' } })],
  actions: ['cancelAtPeriodEnd', 'cancelNow'],
  latestTrialEnd: null,
  problem: null,
});

/** Opens a subscription from the list. */
async function openOne(shown: SubscriptionDetails) {
  signIn(root);
  answer('get', '/api/admin/subscription-plans', []);
  const figures = { live: 1, onTrial: 0, pastDue: 0, monthlyRevenue: 2900, recurringMonthly: 2900 };
  answer('get', '/api/admin/subscriptions', { items: [row], nextCursor: null, matching: 1, figures });
  answer('get', '/api/admin/subscriptions/7', shown);
  const opened = open('/admin/subscriptions?tab=subscriptions');
  await opened.user.click(
    await screen.findByRole('button', { name: 'Manage the subscription of ada@brightnights.example' }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Bright Nights' }));
  return { ...opened, dialog };
}

describe('subscription dialog', () => {
  it('shows card, Stripe customer and payments, and keeps its id in the URL', async () => {
    const { dialog, address, user } = await openOne(
      details({
        payments: [payment({ refunded: 900 }), payment({ id: 2, status: 'failed', failure: 'Declined.' })],
      }),
    );
    expect(address()).toBe('/admin/subscriptions?tab=subscriptions&subscription=7');
    expect(dialog.getByText('Visa ending in 4242')).toBeTruthy();
    expect(dialog.getByText(', expires 04/2040')).toBeTruthy();
    expect(dialog.getByRole('link', { name: /Open in Stripe/ }).getAttribute('href')).toBe(
      'https://dashboard.stripe.com/customers/cus_1',
    );
    const payments = dialog.getAllByRole('listitem').map((item) => item.textContent);
    expect(payments[0]).toContain('$9.00 refunded');
    expect(payments[1]).toContain('Declined.');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(address()).toBe('/admin/subscriptions?tab=subscriptions');
  });

  it('warns about an expired card and an unreachable Stripe', async () => {
    const { dialog } = await openOne(
      details({
        card: { kind: 'card', brand: 'visa', last4: '4242', expMonth: 1, expYear: 2021 },
        problem: 'Stripe could not be reached.',
      }),
    );
    expect(dialog.getByText(', expired 01/2021')).toBeTruthy();
    expect(dialog.getByText(/These details may be out of date\. Stripe could not be reached\./)).toBeTruthy();
  });

  it('can be reloaded after a load error', async () => {
    signIn(root);
    answer('get', '/api/admin/subscription-plans', []);
    const figures = { live: 0, onTrial: 0, pastDue: 0, monthlyRevenue: 0, recurringMonthly: 0 };
    answer('get', '/api/admin/subscriptions', { items: [], nextCursor: null, matching: 0, figures });
    await loadAgain(
      '/admin/subscriptions?tab=subscriptions&subscription=7',
      '/api/admin/subscriptions/7',
      details(),
      'Error loading the subscription. Please try again.',
    );
    expect(await screen.findByRole('link', { name: /Open in Stripe/ })).toBeTruthy();
  });

  it('confirms a cancellation, retries with the same key and shows the new status', async () => {
    const { dialog, user } = await openOne(details());
    const keys: (string | null)[] = [];
    const after = details({ cancelAtPeriodEnd: true, actions: ['resume', 'cancelNow'] });
    server.use(
      http.post('http://localhost:3000/api/admin/subscriptions/7/cancel', async ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        expect(await request.json()).toEqual({ when: 'periodEnd' });
        return keys.length === 1
          ? HttpResponse.json(
              { message: 'Stripe refused this. Its reason: no.', code: 'provider_refused' },
              { status: 502 },
            )
          : HttpResponse.json(after);
      }),
    );
    await user.click(dialog.getByRole('button', { name: 'Cancel at Period End' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Cancel this subscription?' }));
    expect(
      question.getByText(/keeps the “Studio” plan until Dec 1, 2026 and is not charged again/),
    ).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Cancel at Period End' }));
    expect(await question.findByText('Stripe refused this. Its reason: no.')).toBeTruthy();
    answer('get', '/api/admin/subscriptions/7', after);
    await new Promise((resolve) => setTimeout(resolve, 550));
    await user.click(question.getByRole('button', { name: 'Cancel at Period End' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    expect(await dialog.findByText('Ends on Dec 1, 2026')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Resume' })).toBeTruthy();
  });

  it('ends a subscription unknown to Stripe locally', async () => {
    const { dialog, user } = await openOne(
      details({ actions: ['endHere'], problem: 'Stripe does not know this.' }),
    );
    const sent = answer(
      'post',
      '/api/admin/subscriptions/7/cancel',
      details({ status: 'canceled', actions: [] }),
    );
    await user.click(dialog.getByRole('button', { name: 'End on This Site' }));
    const question = within(
      await screen.findByRole('alertdialog', { name: 'End this subscription on this site?' }),
    );
    expect(question.getByText(/cancel it there first or it may keep charging/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'End on This Site' }));
    await waitFor(() => expect(sent.bodies).toEqual([{ when: 'here' }]));
    expect(await screen.findByText('Subscription ended on this site: ada@brightnights.example')).toBeTruthy();
  });

  it('explains that canceling now refunds nothing', async () => {
    const { dialog, user } = await openOne(details());
    const sent = answer(
      'post',
      '/api/admin/subscriptions/7/cancel',
      details({ status: 'canceled', actions: [] }),
    );
    await user.click(dialog.getByRole('button', { name: 'Cancel Now' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(
      question.getByText(
        /.*’s “Studio” plan ends now\. This cannot be undone.* Past payments are not refunded\./,
      ),
    ).toBeTruthy();
    answer('get', '/api/admin/subscriptions/7', details({ status: 'canceled', actions: [] }));
    await user.click(question.getByRole('button', { name: 'Cancel Now' }));
    await waitFor(() => expect(sent.bodies).toEqual([{ when: 'now' }]));
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Cancel Now' })).toBeNull());
  });

  it('extends a trial to a typed or picked date', async () => {
    const trial = details({
      status: 'trial',
      trialEnd: '2099-11-15T12:00:00Z',
      latestTrialEnd: '2099-12-20',
      actions: ['extendTrial', 'cancelAtPeriodEnd', 'cancelNow'],
      card: null,
      payments: [],
    });
    const { dialog, user } = await openOne(trial);
    expect(dialog.getByText('No payments yet.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Extend Trial' }));
    const form = within(await screen.findByRole('dialog', { name: 'Extend Trial' }));
    const day = form.getByLabelText('New Trial End') as HTMLInputElement;
    expect(day.value).toBe('11/29/2099');
    expect(form.getByText(/No card is on file yet; \$29\.00 will be due then/)).toBeTruthy();
    for (const [typed, fault] of [
      ['11/15/2099', 'Choose a day after Nov 15, 2099'],
      ['12/21/2099', 'Choose a day on or before Dec 20, 2099'],
    ] as const) {
      await retype(user, day, typed);
      await user.click(form.getByRole('button', { name: 'Extend Trial' }));
      expect(await form.findByText(fault)).toBeTruthy();
    }
    await retype(user, day, '12/01/2099');
    const sent = answer('post', '/api/admin/subscriptions/7/extend-trial', {
      ...trial,
      trialEnd: '2099-12-01T12:00:00Z',
    });
    await user.click(form.getByRole('button', { name: 'Extend to Dec 1, 2099' }));
    await waitFor(() => expect(sent.bodies).toEqual([{ trialEnd: '2099-12-01' }]));
    expect(await screen.findByText('Trial of ada@brightnights.example extended to Dec 1, 2099')).toBeTruthy();
  });

  it('issues a partial refund, with a new key only after Stripe rejects it', async () => {
    const paid = details({ payments: [payment({ refundable: 2000, refunded: 900 })] });
    const { dialog, user } = await openOne(paid);
    await user.click(dialog.getByRole('button', { name: 'Refund $29.00 paid Nov 21, 2026' }));
    const form = within(await screen.findByRole('dialog', { name: 'Refund Payment' }));
    const amount = form.getByLabelText('Amount (USD)') as HTMLInputElement;
    expect(amount.value).toBe('20.00');
    expect(form.getByText(/The subscription stays active/)).toBeTruthy();
    for (const typed of ['20.01', '0', 'x']) {
      await retype(user, amount, typed);
      await user.click(form.getByRole('button', { name: /^Refund/ }));
      expect(await form.findByText('Enter an amount up to $20.00')).toBeTruthy();
    }
    await retype(user, amount, '9.95');
    const sent: [string | null, unknown][] = [];
    server.use(
      http.post('http://localhost:3000/api/admin/subscriptions/7/payments/1/refund', async ({ request }) => {
        sent.push([request.headers.get('Idempotency-Key'), await request.json()]);
        const failures = [
          { message: 'Stripe did not answer.', code: 'provider_away' },
          { message: 'Your Stripe balance is too low for this.', code: 'provider_refused' },
        ];
        const failure = failures[sent.length - 1];
        return failure ? HttpResponse.json(failure, { status: 502 }) : HttpResponse.json(paid);
      }),
    );
    await user.click(form.getByRole('button', { name: 'Refund $9.95' }));
    expect(await form.findByText('Stripe did not answer.')).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Refund $9.95' }));
    expect(await form.findByText('Your Stripe balance is too low for this.')).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Refund $9.95' }));
    expect(await screen.findByText('Refunded $9.95')).toBeTruthy();
    expect(sent).toHaveLength(3);
    expect(sent[0]).toEqual([expect.stringMatching(/.{20}/), { amount: 995 }]);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[2]?.[1]).toEqual({ amount: 995 });
    expect(sent[2]?.[0]).not.toBe(sent[0]?.[0]);
  });
});

import type { Payment, Plan, Subscribed } from '@/api/types';
import { pick, sample } from './sample';
import { answer } from './server';

export const plan = sample<Plan>({
  id: 1,
  name: 'Studio',
  description: 'For a business with a van.',
  price: 2900,
  interval: 'monthly',
  features: { items: ['Unlimited bookings', 'Quotes and invoices'] },
  isActive: true,
  trialDays: 0,
  storageMegabytes: null,
});

/** An active subscription to the plan. */
export function subscribed(rest: Partial<Subscribed['subscription']> = {}): Subscribed {
  return {
    subscription: {
      id: 1,
      planId: plan().id,
      status: 'active',
      currentPeriodStart: '2026-11-21T02:00:00Z',
      currentPeriodEnd: '2026-12-21T02:00:00Z',
      trialStart: null,
      trialEnd: null,
      cancelAtPeriodEnd: false,
      canceledAt: null,
      createdAt: '2026-11-21T02:00:00Z',
      ...rest,
    },
    plan: pick(plan(), 'id', 'name', 'description', 'price', 'interval', 'features'),
    payable: rest.status === 'past_due' || rest.status === 'incomplete',
    takesCard: rest.status !== 'canceled' && rest.status !== 'incomplete',
    card: null,
  };
}

export const payment = sample<Payment>({
  id: 1,
  amount: 2900,
  currency: 'usd',
  subscriptionId: 1,
  description: null,
  status: 'succeeded',
  refunded: 0,
  lost: 0,
  dispute: null,
  invoiceUrl: null,
  paymentMethod: null,
  paymentMethodDetails: null,
  failure: null,
  createdAt: '2026-11-21T02:00:00Z',
});

/** Two plans, and the business's subscription and payments. */
export function billing(own: Subscribed | null = null, payments: readonly Payment[] = []): void {
  answer('get', '/api/subscription/plans', [
    plan(),
    {
      ...plan({ id: 2, name: 'Warehouse', price: 29900, interval: 'annual', trialDays: 14 }),
      // The alternative storage format of features.
      features: '["Everything"]',
    },
  ]);
  if (own === null) {
    answer(
      'get',
      '/api/subscription',
      { message: 'There is no subscription.', code: 'no_subscription' },
      404,
    );
  } else {
    answer('get', '/api/subscription', own);
    const { plan, subscription } = own;
    answer('get', '/api/subscription/next-payment', {
      amount: plan.price,
      at: subscription.currentPeriodEnd,
    });
  }
  answer('get', '/api/payments', [...payments]);
}

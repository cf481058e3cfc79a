import type { Payment, Plan, Subscribed, Subscription } from '@/api/billing';
import { answer } from './server';

export function plan(rest: Partial<Plan> = {}): Plan {
  return {
    id: 1,
    name: 'Studio',
    description: 'For a business with a van.',
    price: 2900,
    interval: 'monthly',
    features: { items: ['Unlimited bookings', 'Quotes and invoices'] },
    isActive: true,
    trialDays: 0,
    ...rest,
  };
}

/** An active subscription to that plan. */
export function subscribed(rest: Partial<Subscription> = {}): Subscribed {
  const { id, name, price, interval } = plan();
  return {
    subscription: {
      status: 'active',
      currentPeriodStart: '2026-11-21T02:00:00Z',
      currentPeriodEnd: '2026-12-21T02:00:00Z',
      trialEnd: null,
      cancelAtPeriodEnd: false,
      canceledAt: null,
      ...rest,
    },
    plan: { id, name, price, interval },
  };
}

export function payment(rest: Partial<Payment> = {}): Payment {
  return {
    id: 1,
    amount: 2900,
    currency: 'usd',
    status: 'succeeded',
    invoiceUrl: null,
    paymentMethod: null,
    paymentMethodDetails: null,
    createdAt: '2026-11-21T02:00:00Z',
    ...rest,
  };
}

/** Two plans on offer, and what the business has of them. */
export function billing(own: Subscribed | null = null, payments: readonly Payment[] = []): void {
  answer('get', '/api/subscription/plans', [
    plan(),
    plan({
      id: 2,
      name: 'Warehouse',
      price: 29900,
      interval: 'annual',
      features: '["Everything"]',
      trialDays: 14,
    }),
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
  }
  answer('get', '/api/payments', [...payments]);
}

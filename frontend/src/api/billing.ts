import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { ApiError } from './errors';

/** A plan as it is offered; `price` in cents, `features` in either of the forms that plans are stored in. */
export interface Plan {
  id: number;
  name: string;
  description: string | null;
  price: number;
  interval: string;
  features: unknown;
  isActive: boolean;
  trialDays: number;
}

export interface Subscription {
  status: string;
  currentPeriodStart: string | null;
  currentPeriodEnd: string | null;
  trialEnd: string | null;
  cancelAtPeriodEnd: boolean;
  canceledAt: string | null;
}

/** The business's own subscription and what it is to. */
export interface Subscribed {
  subscription: Subscription;
  plan: Pick<Plan, 'id' | 'name' | 'price' | 'interval'>;
}

/** A payment that the business has made; `amount` in cents. */
export interface Payment {
  id: number;
  amount: number;
  currency: string;
  status: string;
  invoiceUrl: string | null;
  paymentMethod: string | null;
  paymentMethodDetails: { brand?: string | null; last4?: string | null } | null;
  createdAt: string;
}

// The calls that the described API does not know yet.
const untyped = api as unknown as Record<
  'GET' | 'POST',
  (
    path: string,
    options?: { body?: unknown; signal?: AbortSignal; headers?: Record<string, string> },
  ) => Promise<{ data?: unknown }>
>;

const subscriptionKey = ['subscription'] as const;
const paymentsKey = ['payments'] as const;

/** The plans that are offered. */
export function usePlans() {
  return useQuery({
    queryKey: ['plans'],
    queryFn: async ({ signal }) => body(await untyped.GET('/api/subscription/plans', { signal })) as Plan[],
    staleTime: 0,
  });
}

/** The business's own subscription; null while there is none. */
export async function readSubscription(signal?: AbortSignal): Promise<Subscribed | null> {
  try {
    return body(await untyped.GET('/api/subscription', signal === undefined ? {} : { signal })) as Subscribed;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      return null;
    }
    throw error;
  }
}

/** The same for a screen. It changes at the provider, so each visit looks anew. */
export function useSubscription() {
  return useQuery({
    queryKey: subscriptionKey,
    queryFn: ({ signal }) => readSubscription(signal),
    staleTime: 0,
  });
}

/** What the business has paid for its plan, newest first. */
export function usePayments() {
  return useQuery({
    queryKey: paymentsKey,
    queryFn: async ({ signal }) => body(await untyped.GET('/api/payments', { signal })) as Payment[],
    staleTime: 0,
  });
}

/** Has what is known of the subscription and its payments read again. */
export function useSubscriptionChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: subscriptionKey }),
      client.invalidateQueries({ queryKey: paymentsKey }),
    ]);
}

/** Takes a plan. Where a first payment is due, the answer has its client secret. */
export function useSubscribe() {
  const changed = useSubscriptionChanged();
  return useMutation({
    mutationFn: async (planId: number) =>
      body(await untyped.POST('/api/subscription', { body: { planId } })) as Subscribed & {
        clientSecret?: string | null;
      },
    // Also when it was refused: most often because another window was quicker.
    onSettled: changed,
  });
}

/** Lets the subscription end with its period, or takes that back. */
export function useCancelAtPeriodEnd() {
  const changed = useSubscriptionChanged();
  return useMutation({
    mutationFn: async (cancelAtPeriodEnd: boolean) => {
      await untyped.POST('/api/subscription/cancel', { body: { cancelAtPeriodEnd } });
    },
    onSuccess: changed,
  });
}

/** The client secret of a payment of any amount, in currency units. The same key again answers the same payment. */
export async function createPaymentIntent(
  amount: number,
  description: string,
  key: string,
): Promise<string | null> {
  const { data } = await untyped.POST('/api/create-payment-intent', {
    body: { amount, description },
    headers: { 'Idempotency-Key': key },
  });
  return secretOf(data);
}

/** The client secret of what is due of the subscription now: its first payment, or one that failed. */
export async function dueOfSubscription(): Promise<string | null> {
  const { data } = await untyped.POST('/api/subscription/pay');
  return secretOf(data);
}

function secretOf(data: unknown): string | null {
  return (data as { clientSecret?: string | null } | undefined)?.clientSecret ?? null;
}

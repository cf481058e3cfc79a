import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body, unwrap } from './client';
import { ApiError } from './errors';
import { ask, keyOf, read, reload } from './read';
import type { PlanChange, Subscribed } from './types';

/** Current and former plans. */
export function usePlans() {
  return useQuery({ ...read([], '/api/subscription/plans'), staleTime: 0 });
}

/** The business's own subscription; null if there is none. */
export async function readSubscription(): Promise<Subscribed | null> {
  try {
    return body(await api.GET('/api/subscription'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      return null;
    }
    throw error;
  }
}

/** Subscription for a page. Reloaded on each visit, because it changes at the provider. */
export function useSubscription() {
  return useQuery({
    queryKey: keyOf('/api/subscription'),
    queryFn: readSubscription,
    staleTime: 0,
    meta: { topics: ['payments'] },
  });
}

/** Subscription payments of the business, newest first. */
export function usePayments() {
  return useQuery({ ...read(['payments'], '/api/payments'), staleTime: 0 });
}

const subscribed = ['/api/subscription', '/api/payments'] as const;

/** Invalidate the subscription and its payments. */
export function useSubscriptionChanged() {
  const client = useQueryClient();
  return () => reload(client, ...subscribed);
}

/** Subscribe to a plan. If a first payment is due, the response has its client secret. */
export const useSubscribe = () =>
  // Invalidate after an error too: the user has probably subscribed in another window.
  useMutation({
    mutationFn: ({ planId, endsTrial }: { planId: number; endsTrial: boolean }) =>
      unwrap(api.POST('/api/subscription', { body: endsTrial ? { planId, endsTrial } : { planId } })),
    meta: { invalidates: subscribed, invalidatesOnError: true },
  });

/** Charge and credit of switching to another plan now; never cached. */
export function usePlanChangePreview(planId: number) {
  return useQuery({
    ...ask([], '/api/subscription/change/preview', { planId }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Next charge after credit. Calls the provider, so enabled only if something will be charged. */
export function useNextPayment(isCharged: boolean) {
  return useQuery({
    ...read(['payments'], '/api/subscription/next-payment'),
    staleTime: 0,
    enabled: isCharged,
    retry: false,
  });
}

/** Switch plans as previewed. */
export const useChangePlan = () =>
  useMutation({
    mutationFn: ({ planId, at, dueNow }: Pick<PlanChange, 'planId' | 'at' | 'dueNow'>) =>
      unwrap(api.POST('/api/subscription/change', { body: { planId, at, dueNow } })),
    meta: { invalidates: subscribed, invalidatesOnError: true },
  });

/** Cancel the subscription at period end, or undo that. */
export const useCancelAtPeriodEnd = () =>
  useMutation({
    mutationFn: (cancelAtPeriodEnd: boolean) =>
      unwrap(api.POST('/api/subscription/cancel', { body: { cancelAtPeriodEnd } })),
    meta: { invalidates: subscribed },
  });

/**
 * Create a payment of any amount in currency units and return its client secret. The same key returns the
 * same payment.
 */
export async function createPaymentIntent(
  amount: number,
  description: string,
  key: string,
): Promise<string | null> {
  const { data } = await api.POST('/api/create-payment-intent', {
    body: { amount, description },
    headers: { 'Idempotency-Key': key },
  });
  return data?.clientSecret ?? null;
}

/** Client secret of a form that saves a card for future payments. */
export async function cardForm(): Promise<string | null> {
  const { data } = await api.POST('/api/subscription/card');
  return data?.clientSecret ?? null;
}

/** Use the saved card for the subscription; returns its status. */
export async function payWithGivenCard(): Promise<Subscribed> {
  return body(await api.POST('/api/subscription/card/use'));
}

/** Client secret of the amount due: the first payment, or a failed one. */
export async function dueOfSubscription(): Promise<string | null> {
  const { data } = await api.POST('/api/subscription/pay');
  return data?.clientSecret ?? null;
}

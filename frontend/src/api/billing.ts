import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChange, useContestedChange } from './change';
import { api, body } from './client';
import { ApiError } from './errors';
import { ask, keyOf, read, reload } from './read';
import type { PlanChange, Subscribed } from './types';

/** The plans that are offered, and those that were. */
export function usePlans() {
  return useQuery({ ...read([], '/api/subscription/plans'), staleTime: 0 });
}

/** The business's own subscription; null while there is none. */
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

/** The same for a screen. It changes at the provider, so each visit reloads it. */
export function useSubscription() {
  return useQuery({
    queryKey: keyOf('/api/subscription'),
    queryFn: readSubscription,
    staleTime: 0,
    meta: { topics: ['payments'] },
  });
}

/** What the business has paid for its plan, newest first. */
export function usePayments() {
  return useQuery({ ...read(['payments'], '/api/payments'), staleTime: 0 });
}

const subscribed = ['/api/subscription', '/api/payments'] as const;

/** Has what is known of the subscription and its payments read again. */
export function useSubscriptionChanged() {
  const client = useQueryClient();
  return () => reload(client, ...subscribed);
}

/** Takes a plan. Where a first payment is due, the answer has its client secret. */
export const useSubscribe = () =>
  // Also when it was refused: most often because another window was quicker.
  useContestedChange(
    ({ planId, endsTrial }: { planId: number; endsTrial: boolean }) =>
      api.POST('/api/subscription', { body: endsTrial ? { planId, endsTrial } : { planId } }),
    ...subscribed,
  );

/** What another plan would charge and credit from now on; asked anew each time. */
export function usePlanChangePreview(planId: number) {
  return useQuery({
    ...ask([], '/api/subscription/change/preview', { planId }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** What is charged next, after credit; asked of the provider, so only where something will be charged. */
export function useNextPayment(isCharged: boolean) {
  return useQuery({
    ...read(['payments'], '/api/subscription/next-payment'),
    staleTime: 0,
    enabled: isCharged,
    retry: false,
  });
}

/** Changes the plan as its preview has shown. */
export const useChangePlan = () =>
  useContestedChange(
    ({ planId, at, dueNow }: Pick<PlanChange, 'planId' | 'at' | 'dueNow'>) =>
      api.POST('/api/subscription/change', { body: { planId, at, dueNow } }),
    ...subscribed,
  );

/** Lets the subscription end with its period, or takes that back. */
export const useCancelAtPeriodEnd = () =>
  useChange(
    (cancelAtPeriodEnd: boolean) => api.POST('/api/subscription/cancel', { body: { cancelAtPeriodEnd } }),
    ...subscribed,
  );

/** The client secret of a payment of any amount, in currency units. The same key returns the same payment. */
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

/** The client secret of the form in which a card is given for the payments to come. */
export async function cardForm(): Promise<string | null> {
  const { data } = await api.POST('/api/subscription/card');
  return data?.clientSecret ?? null;
}

/** Makes the card given in that form the one that pays for the subscription; returns its status. */
export async function payWithGivenCard(): Promise<Subscribed> {
  return body(await api.POST('/api/subscription/card/use'));
}

/** The client secret of what is due of the subscription now: its first payment, or one that failed. */
export async function dueOfSubscription(): Promise<string | null> {
  const { data } = await api.POST('/api/subscription/pay');
  return data?.clientSecret ?? null;
}

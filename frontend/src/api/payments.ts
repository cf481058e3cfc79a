import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useChange } from './change';
import { api, body } from './client';
import { read } from './read';
import type { Period } from './revenue';
import type { components } from './schema';

const accountStatus = read(['payments'], '/api/stripe-connect/account-status');

/** How far the setup of the business's account at the payment provider is. */
export function useAccountStatus() {
  // The account changes at the provider, so each visit reloads it.
  return useQuery({ ...accountStatus, refetchOnMount: 'always' });
}

/** Reloads how far the account is, for every screen that shows it; null when it cannot be read. */
export function useRereadAccountStatus() {
  const client = useQueryClient();
  return useCallback(() => client.fetchQuery({ ...accountStatus, staleTime: 0 }).catch(() => null), [client]);
}

/** Makes the business's account at the payment provider. */
export const useCreateAccount = () =>
  useChange(
    ({ country = 'US', replace = false }: { country?: string; replace?: boolean }) =>
      api.POST('/api/stripe-connect/create-account', { body: { country, replace } }),
    '/api/stripe-connect/account-status',
  );

/** The address at the provider where the account's owner gives the details of the business. */
export function useOnboardingLink() {
  return useMutation({
    mutationFn: async () => body(await api.POST('/api/stripe-connect/account-link')).url,
  });
}

/** The address at the provider where the account's owner manages it. */
export function useLoginLink() {
  return useMutation({
    mutationFn: async () => body(await api.GET('/api/stripe-connect/login-link')).url,
  });
}

/** What a card form starts with; it changes only when an administrator changes the keys. */
export function usePaymentSetup() {
  return useQuery(read([], '/api/payment-setup'));
}

export type Payout = components['schemas']['PayoutOut'];
export type PayoutEntry = components['schemas']['PayoutEntry'];

/** The payouts to the business's bank, as the provider has them now: those of a period, or the newest. */
export function usePayouts(period: Period | null) {
  return useQuery(
    period === null
      ? read(['payments'], '/api/payouts')
      : read(['payments'], '/api/payouts', { query: { from: period.from, to: period.to } }),
  );
}

/** The address of the same payouts as CSV. */
export function payoutsCsv(period: Period | null): string {
  return period === null ? '/api/payouts.csv' : `/api/payouts.csv?${new URLSearchParams({ ...period })}`;
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, body, unwrap } from './client';
import { read } from './read';
import type { Period } from './revenue';
import type { components } from './schema';

const accountStatus = read(['payments'], '/api/stripe-connect/account-status');

/** Setup status of the business's account at the payment provider. */
export function useAccountStatus() {
  // The account changes at the provider, so each visit reloads it.
  return useQuery({ ...accountStatus, refetchOnMount: 'always' });
}

/** Reload the account status on every page that shows it; null if it cannot be loaded. */
export function useRereadAccountStatus() {
  const client = useQueryClient();
  return useCallback(() => client.fetchQuery({ ...accountStatus, staleTime: 0 }).catch(() => null), [client]);
}

/** Create the business's account at the payment provider. */
export const useCreateAccount = () =>
  useMutation({
    mutationFn: ({ country = 'US', replace = false }: { country?: string; replace?: boolean }) =>
      unwrap(api.POST('/api/stripe-connect/create-account', { body: { country, replace } })),
    meta: { invalidates: ['/api/stripe-connect/account-status'] },
  });

/** Provider URL where the account owner enters the business details. */
export function useOnboardingLink() {
  return useMutation({
    mutationFn: async () => body(await api.POST('/api/stripe-connect/account-link')).url,
  });
}

/** Provider URL where the account owner manages the account. */
export function useLoginLink() {
  return useMutation({
    mutationFn: async () => body(await api.GET('/api/stripe-connect/login-link')).url,
  });
}

/** Configuration of card forms; changes only with the installation's keys. */
export function usePaymentSetup() {
  return useQuery(read([], '/api/payment-setup'));
}

export type Payout = components['schemas']['PayoutOut'];
export type PayoutEntry = components['schemas']['PayoutEntry'];

/** Payouts to the business's bank from the provider: those of a period, or the latest. */
export function usePayouts(period: Period | null) {
  return useQuery(
    period === null
      ? read(['payments'], '/api/payouts')
      : read(['payments'], '/api/payouts', { query: { from: period.from, to: period.to } }),
  );
}

/** CSV download URL of the payouts in a period, or of the latest ones. */
export function payoutsCsv(period: Period | null): string {
  return period === null ? '/api/payouts.csv' : `/api/payouts.csv?${new URLSearchParams({ ...period })}`;
}

import { useQuery } from '@tanstack/react-query';
import { api, body } from './client';

/** How far the business's account at the payment provider is. */
export function useAccountStatus() {
  return useQuery({
    queryKey: ['account-status'],
    queryFn: async () => body(await api.GET('/api/stripe-connect/account-status')),
    // The account changes at the provider, so each visit looks anew.
    refetchOnMount: 'always',
  });
}

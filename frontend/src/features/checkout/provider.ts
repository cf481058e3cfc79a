import { skipToken, useQuery } from '@tanstack/react-query';
import { usePaymentSetup } from '@/api/payments';
import { connectInTime } from '@/lib/payment-provider';

/** Load the payment provider's library. With `enabled` false, nothing is loaded. */
export function useProvider(enabled = true) {
  const setup = usePaymentSetup();
  const { data } = setup;
  const provider = useQuery({
    queryKey: ['payment-provider', setup.data?.publishableKey, setup.data?.scriptUrl],
    queryFn: enabled && data !== undefined ? () => connectInTime(data) : skipToken,
    // An object with internal state, not data to be compared.
    structuralSharing: false,
  });
  return {
    stripe: provider.data,
    currency: setup.data?.currency ?? 'USD',
    error: setup.error ?? provider.error,
    retry: () => void (setup.error === null ? provider.refetch() : setup.refetch()),
  };
}

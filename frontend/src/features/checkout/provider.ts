import { skipToken, useQuery } from '@tanstack/react-query';
import { usePaymentSetup } from '@/api/payments';
import { connectInTime } from '@/lib/payment-provider';

/** The payment provider's library, once it is there. `wanted`: false asks for nothing. */
export function useProvider(wanted = true) {
  const setup = usePaymentSetup();
  const { data } = setup;
  const provider = useQuery({
    queryKey: ['payment-provider', setup.data?.publishableKey, setup.data?.scriptUrl],
    queryFn: wanted && data !== undefined ? () => connectInTime(data) : skipToken,
    // An object with a life of its own, not data to be compared.
    structuralSharing: false,
  });
  return {
    stripe: provider.data,
    currency: setup.data?.currency ?? 'USD',
    error: setup.error ?? provider.error,
    retry: () => void (setup.error === null ? provider.refetch() : setup.refetch()),
  };
}

import { useQuery } from '@tanstack/react-query';
import { usePaymentSetup } from '@/api/payments';
import type { PaymentSetup } from '@/api/types';
import { connectInTime } from '@/lib/payment-provider';

/** The payment provider's library, once it is there. `wanted`: false asks for nothing. */
export function useProvider(wanted = true) {
  const setup = usePaymentSetup();
  const provider = useQuery({
    queryKey: ['payment-provider', setup.data?.publishableKey, setup.data?.scriptUrl],
    queryFn: () => connectInTime(setup.data as PaymentSetup),
    enabled: wanted && setup.data !== undefined,
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

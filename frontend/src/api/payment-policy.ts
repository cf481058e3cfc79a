import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { priceListKey } from './price-list';
import { useCan } from './rights';
import type { components } from './schema';

export type PaymentPolicy = components['schemas']['PolicyAnswer'];
export type PaymentPolicyChange = components['schemas']['PolicyInput'];
export type DiscountCode = components['schemas']['CodeAnswer'];
export type DiscountCodeInput = components['schemas']['CodeChange'];

const policyKey = ['payment-policy'] as const;
const codesKey = ['discount-codes'] as const;

/** When customers pay, and what canceling costs. Asked only for those who may change it. */
export function usePaymentPolicy() {
  const enabled = useCan('changeSettings');
  return useQuery({
    queryKey: policyKey,
    queryFn: async () => body(await api.GET('/api/payment-policy')),
    enabled,
  });
}

/** Changes the parts of the policy that the input names. */
export function useSavePaymentPolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: PaymentPolicyChange) =>
      body(await api.PATCH('/api/payment-policy', { body: input })),
    onSuccess: (saved) => {
      client.setQueryData(policyKey, saved);
      // The deposit is the price list's.
      void client.invalidateQueries({ queryKey: priceListKey });
    },
  });
}

/** What the policy would do with a change, in the server's sentences. Null asks nothing. */
export function usePolicyInWords(change: PaymentPolicyChange | null) {
  return useQuery({
    queryKey: [...policyKey, 'words', change],
    queryFn: async ({ signal }) =>
      body(await api.POST('/api/payment-policy/preview', { body: change ?? {}, signal })),
    enabled: change !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** The business's discount codes. Asked only for those who may change them. */
export function useDiscountCodes() {
  const enabled = useCan('changeSettings');
  return useQuery({
    queryKey: codesKey,
    queryFn: async () => body(await api.GET('/api/discount-codes')),
    enabled,
  });
}

/** Adds a discount code, or changes the one with this id. */
export function useSaveDiscountCode(id: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: DiscountCodeInput) =>
      id === null
        ? body(await api.POST('/api/discount-codes', { body: input }))
        : body(
            await api.PATCH('/api/discount-codes/{code_id}', {
              params: { path: { code_id: id } },
              body: input,
            }),
          ),
    onSuccess: () => client.invalidateQueries({ queryKey: codesKey }),
  });
}

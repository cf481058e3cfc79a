import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { ask, read, reload } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type PaymentPolicy = components['schemas']['PolicyOut'];
export type PaymentPolicyChange = components['schemas']['PolicyInput'];
export type DiscountCode = components['schemas']['CodeOut'];
export type DiscountCodeInput = components['schemas']['CodeChange'];

const policy = read(['settings'], '/api/payment-policy');

/** When customers pay, and what canceling costs. Asked only for those who may change it. */
export function usePaymentPolicy() {
  const enabled = useCan('changeSettings');
  return useQuery({ ...policy, enabled });
}

/** Changes the parts of the policy that the input names. */
export function useSavePaymentPolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: PaymentPolicyChange) =>
      body(await api.PATCH('/api/payment-policy', { body: input })),
    onSuccess: (saved) => {
      client.setQueryData(policy.queryKey, saved);
      // The deposit is the price list's.
      void reload(client, '/api/price-list');
    },
  });
}

/** What the policy would do with a change, in the server's sentences. Null asks nothing. */
export function usePolicyInWords(change: PaymentPolicyChange | null) {
  return useQuery({
    ...ask([], '/api/payment-policy/preview', change ?? {}),
    enabled: change !== null,
    placeholderData: keepPreviousData,
  });
}

/** The business's discount codes. Asked only for those who may change them. */
export function useDiscountCodes() {
  const enabled = useCan('changeSettings');
  return useQuery({ ...read(['settings'], '/api/discount-codes'), enabled });
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
    onSuccess: () => reload(client, '/api/discount-codes'),
  });
}

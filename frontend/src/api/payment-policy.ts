import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { ask, read, setDataOf } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type PaymentPolicy = components['schemas']['PolicyOut'];
export type PaymentPolicyChange = components['schemas']['PolicyInput'];
export type DiscountCode = components['schemas']['CodeOut'];
export type DiscountCodeInput = components['schemas']['CodeChange'];

const policy = read(['settings'], '/api/payment-policy');

/** Payment schedule and cancellation fees. Enabled only for users who can change settings. */
export const usePaymentPolicy = () => useQuery({ ...policy, enabled: useCan('changeSettings') });

/** Update the parts of the policy in the input. */
export const useSavePaymentPolicy = () =>
  useMutation({
    mutationFn: (input: PaymentPolicyChange) => unwrap(api.PATCH('/api/payment-policy', { body: input })),
    onSuccess: setDataOf(policy),
    meta: { invalidates: ['/api/price-list', '/api/booking-rules'], awaits: false },
  });

/** Plain-language description of the policy after a change. Null disables the query. */
export function usePolicyInWords(change: PaymentPolicyChange | null) {
  return useQuery({
    ...ask([], '/api/payment-policy/preview', change ?? {}),
    enabled: change !== null,
    placeholderData: keepPreviousData,
  });
}

/** Discount codes. Enabled only for users who can change settings. */
export const useDiscountCodes = () =>
  useQuery({ ...read(['settings'], '/api/discount-codes'), enabled: useCan('changeSettings') });

/** Create a discount code, or update the one with this id. */
export const useSaveDiscountCode = (id: number | null) =>
  useMutation({
    mutationFn: (input: DiscountCodeInput) =>
      unwrap(
        id === null
          ? api.POST('/api/discount-codes', { body: input })
          : api.PATCH('/api/discount-codes/{code_id}', { ...at({ code_id: id }), body: input }),
      ),
    meta: { invalidates: ['/api/discount-codes'] },
  });

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useChange, useSave } from './change';
import { api, at } from './client';
import { ask, read, reload } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type PaymentPolicy = components['schemas']['PolicyOut'];
export type PaymentPolicyChange = components['schemas']['PolicyInput'];
export type DiscountCode = components['schemas']['CodeOut'];
export type DiscountCodeInput = components['schemas']['CodeChange'];

const policy = read(['settings'], '/api/payment-policy');

/** When customers pay, and what canceling costs. Asked only for those who may change it. */
export const usePaymentPolicy = () => useQuery({ ...policy, enabled: useCan('changeSettings') });

/** Changes the parts of the policy that the input names. */
export const useSavePaymentPolicy = () =>
  useSave(
    policy,
    (input: PaymentPolicyChange) => api.PATCH('/api/payment-policy', { body: input }),
    // The deposit is the price list's.
    (_, client) => void reload(client, '/api/price-list'),
  );

/** What the policy would do with a change, in the server's sentences. Null asks nothing. */
export function usePolicyInWords(change: PaymentPolicyChange | null) {
  return useQuery({
    ...ask([], '/api/payment-policy/preview', change ?? {}),
    enabled: change !== null,
    placeholderData: keepPreviousData,
  });
}

/** The business's discount codes. Asked only for those who may change them. */
export const useDiscountCodes = () =>
  useQuery({ ...read(['settings'], '/api/discount-codes'), enabled: useCan('changeSettings') });

/** Adds a discount code, or changes the one with this id. */
export const useSaveDiscountCode = (id: number | null) =>
  useChange(
    (input: DiscountCodeInput) =>
      id === null
        ? api.POST('/api/discount-codes', { body: input })
        : api.PATCH('/api/discount-codes/{code_id}', { ...at({ code_id: id }), body: input }),
    '/api/discount-codes',
  );

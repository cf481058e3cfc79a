import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { sent } from './items';
import { keyOf, read } from './read';
import type { components } from './schema';
import { userQuery } from './user';

export type BusinessDetails = components['schemas']['BusinessDetailsOut'];
export type BusinessDetailsChange = components['schemas']['BusinessDetailsChange'];
export type TermsField = BusinessDetails['termsFields'][number];

export type Currency = components['schemas']['CurrencyOut'];

const currency = read(['settings', 'bookings', 'quotes', 'payments'], '/api/currency');

/** The currency of the business's amounts, those to choose from, and what keeps it from being changed. */
export function useCurrency() {
  return useQuery(currency);
}

/** Chooses the currency. Refused once there is an amount in the present one. */
export function useChooseCurrency() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (code: components['schemas']['CurrencyInput']['currency']) =>
      body(await api.PUT('/api/currency', { body: { currency: code } })),
    onSuccess: (saved) => {
      client.setQueryData(currency.queryKey, saved);
      client.setQueryData(userQuery.queryKey, (user) => user && { ...user, currency: saved.currency });
      // A business that has not chosen its ways to pay has others now. A form keeps what it was opened with.
      client.removeQueries({ queryKey: keyOf('/api/payment-policy') });
    },
  });
}

const business = read(['settings'], '/api/business-details');

/** The business's details as they appear on quotes, confirmations and invoices. */
export function useBusinessDetails() {
  return useQuery(business);
}

/** Changes the details that the input names. */
export function useSaveBusinessDetails() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: BusinessDetailsChange) =>
      body(await api.PATCH('/api/business-details', { body: input })),
    onSuccess: (saved) => client.setQueryData(business.queryKey, saved),
  });
}

/** Takes a PNG or JPEG as the business's logo. */
export function useSetLogo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (picture: Blob) => body(await api.PUT('/api/business-details/logo', sent(picture))),
    onSuccess: (saved) => client.setQueryData(business.queryKey, saved),
  });
}

/** Removes the business's logo. */
export function useRemoveLogo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => api.DELETE('/api/business-details/logo'),
    onSuccess: () =>
      client.setQueryData(business.queryKey, (details) => details && { ...details, logo: null }),
  });
}

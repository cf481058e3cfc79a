import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall, useSave } from './change';
import { api } from './client';
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
export const useChooseCurrency = () =>
  useSave(
    currency,
    (code: components['schemas']['CurrencyInput']['currency']) =>
      api.PUT('/api/currency', { body: { currency: code } }),
    (saved, client) => {
      client.setQueryData(userQuery.queryKey, (user) => user && { ...user, currency: saved.currency });
      // A business that has not chosen its ways to pay has others now. A form keeps what it was opened with.
      client.removeQueries({ queryKey: keyOf('/api/payment-policy') });
    },
  );

const business = read(['settings'], '/api/business-details');

/** The business's details as they appear on quotes, confirmations and invoices. */
export function useBusinessDetails() {
  return useQuery(business);
}

/** Changes the details that the input names. */
export const useSaveBusinessDetails = () =>
  useSave(business, (input: BusinessDetailsChange) => api.PATCH('/api/business-details', { body: input }));

/** Takes a PNG or JPEG as the business's logo. */
export const useSetLogo = () =>
  useSave(business, (picture: Blob) => api.PUT('/api/business-details/logo', sent(picture)));

/** Removes the business's logo. */
export function useRemoveLogo() {
  const client = useQueryClient();
  return useCall(() => api.DELETE('/api/business-details/logo'), {
    onSuccess: () =>
      client.setQueryData(business.queryKey, (details) => details && { ...details, logo: null }),
  });
}

/** The storage that the business's pictures use, and how much it has. */
export function usePictureStorage() {
  return useQuery({ ...read(['settings', 'inventory'], '/api/picture-storage'), refetchOnMount: 'always' });
}

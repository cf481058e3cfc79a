import { useMutation, useQuery } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { sent } from './items';
import { keyOf, read, setDataOf } from './read';
import type { components } from './schema';
import { userQuery } from './user';

export type BusinessDetails = components['schemas']['BusinessDetailsOut'];
export type BusinessDetailsChange = components['schemas']['BusinessDetailsChange'];
export type TermsField = BusinessDetails['termsFields'][number];

export type Currency = components['schemas']['CurrencyOut'];

const currency = read(['settings', 'bookings', 'quotes', 'payments'], '/api/currency');

/** Currency of the business, the available currencies, and what prevents a change. */
export function useCurrency() {
  return useQuery(currency);
}

/** Set the currency. Fails once an amount exists in the current one. */
export const useChooseCurrency = () =>
  useMutation({
    mutationFn: (code: components['schemas']['CurrencyInput']['currency']) =>
      unwrap(api.PUT('/api/currency', { body: { currency: code } })),
    onSuccess: (saved, _code, _result, { client }) => {
      client.setQueryData(currency.queryKey, saved);
      client.setQueryData(userQuery.queryKey, (user) => user && { ...user, currency: saved.currency });
      // Default payment methods depend on the currency. An open form keeps its initial values.
      client.removeQueries({ queryKey: keyOf('/api/payment-policy') });
    },
  });

const business = read(['settings'], '/api/business-details');

/** Business details shown on quotes, confirmations and invoices. */
export function useBusinessDetails() {
  return useQuery(business);
}

/** Update the business details in the input. */
export const useSaveBusinessDetails = () =>
  useMutation({
    mutationFn: (input: BusinessDetailsChange) => unwrap(api.PATCH('/api/business-details', { body: input })),
    onSuccess: setDataOf(business),
  });

/** Upload a PNG or JPEG as the logo. */
export const useSetLogo = () =>
  useMutation({
    mutationFn: (picture: Blob) => unwrap(api.PUT('/api/business-details/logo', sent(picture))),
    onSuccess: setDataOf(business),
  });

/** Remove the logo. */
export const useRemoveLogo = () =>
  useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/business-details/logo')),
    onSuccess: (_body, _input, _result, { client }) => {
      client.setQueryData(business.queryKey, (details) => details && { ...details, logo: null });
    },
  });

/** Photo storage used by the business, and its limit. */
export function usePictureStorage() {
  return useQuery({ ...read(['settings', 'inventory'], '/api/picture-storage'), refetchOnMount: 'always' });
}

/** Secret feed URL that calendars use to read deliveries and pickups. */

export type CalendarFeed = components['schemas']['CalendarFeedOut'];

const feedQuery = read(['settings'], '/api/calendar-feed');

export function useCalendarFeed() {
  return useQuery(feedQuery);
}

/** Create the feed or replace its URL; the old one stops working immediately. */
export const useMakeCalendarFeed = () =>
  useMutation({ mutationFn: () => unwrap(api.POST('/api/calendar-feed')), onSuccess: setDataOf(feedQuery) });

/** Disable the feed. */
export const useEndCalendarFeed = () =>
  useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/calendar-feed')),
    onSuccess: (_body, _input, _result, { client }) => {
      client.setQueryData(feedQuery.queryKey, { url: null, createdAt: null });
    },
  });

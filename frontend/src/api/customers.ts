/** Customers: people and organizations, with their bookings and quotes. */
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { type ApiError, isRecord } from './errors';
import { read, useFilteredPages } from './read';
import { useCan } from './rights';
import type { components, operations } from './schema';

type Schemas = components['schemas'];

type PricedCustomer = Schemas['CustomerOut'];
/** A customer; staff see no amounts and terms. */
export type Customer = Schemas['CrewCustomerOut'] &
  Partial<Pick<PricedCustomer, 'totals' | 'discountPercent' | 'paymentPolicy'>>;
export type CustomerInput = Schemas['CustomerPatch'];
export type CustomerSort = NonNullable<
  NonNullable<operations['list_customers_api_customers_get']['parameters']['query']>['sort']
>;
export type Duplicate = Schemas['DuplicateOut'];
export type TextConsentInput = Schemas['TextConsentInput'];

const PAGE_SIZE = 50;
/** Number of customers offered while typing. */
const MOST_MATCHES = 6;

export interface CustomerFilter {
  q?: string;
  tag?: string;
  sort: CustomerSort;
}

/** Customers, paginated. */
export function useCustomerPages(filter: CustomerFilter) {
  return useFilteredPages(['bookings', 'quotes'], '/api/customers', { ...filter, limit: PAGE_SIZE });
}

/** A customer; disabled for null. */
export function useCustomer(id: number | null) {
  return useQuery({
    ...read(['bookings', 'quotes', 'payments'], '/api/customers/{customer_id}', {
      path: { customer_id: id ?? 0 },
    }),
    staleTime: 0,
    enabled: id !== null,
  });
}

/** Customers that match a typed name, address or number; disabled for less than two characters. */
export function useCustomerMatches(q: string, enabled = true) {
  return useQuery({
    ...read(['bookings'], '/api/customers', { query: { q, sort: 'lastEvent', limit: MOST_MATCHES } }),
    enabled: enabled && q.length > 1,
    placeholderData: keepPreviousData,
  });
}

/** Pairs of customers that may be the same. Only users who handle bookings may merge them. */
export function useDuplicates() {
  return useQuery({ ...read(['bookings'], '/api/customers/duplicates'), enabled: useCan('handleBookings') });
}

const RELOADED = ['bookings', 'quotes', '/api/search'] as const;

/** Add a customer (id null) or change one. */
export const useSaveCustomer = () =>
  useMutation({
    mutationFn: ({ id, input }: { id: number | null; input: CustomerInput & { name: string } }) =>
      id === null
        ? unwrap(api.POST('/api/customers', { body: input }))
        : unwrap(api.PATCH('/api/customers/{customer_id}', { ...at({ customer_id: id }), body: input })),
    meta: { invalidates: RELOADED },
  });

/** Consent to texts, and the wording for recording it. */
export const useTextConsent = (id: number) =>
  useQuery({
    ...read(['bookings', 'conversations', 'settings'], '/api/customers/{customer_id}/text-consent', {
      path: { customer_id: id },
    }),
    staleTime: 0,
  });

/** Record that a customer agrees to texts, or wants no more. */
export const useRecordTextConsent = (id: number) =>
  useMutation({
    mutationFn: (input: TextConsentInput) =>
      unwrap(
        api.PUT('/api/customers/{customer_id}/text-consent', { ...at({ customer_id: id }), body: input }),
      ),
    meta: { invalidates: [...RELOADED, 'conversations'] },
  });

/** Merge another customer into this one. */
export const useMergeCustomers = () =>
  useMutation({
    mutationFn: ({ id, other }: { id: number; other: number }) =>
      unwrap(api.POST('/api/customers/{customer_id}/merge', { ...at({ customer_id: id }), body: { other } })),
    meta: { invalidates: RELOADED },
  });

/** Undo a merge. */
export const useUndoMerge = () =>
  useMutation({
    mutationFn: (mergeId: number) =>
      unwrap(api.POST('/api/customers/merges/{merge_id}/undo', at({ merge_id: mergeId }))),
    meta: { invalidates: RELOADED },
  });

/** Move bookings to a new customer. */
export const useSplitCustomer = (id: number) =>
  useMutation({
    mutationFn: (bookingIds: number[]) =>
      unwrap(
        api.POST('/api/customers/{customer_id}/split', {
          ...at({ customer_id: id }),
          body: { bookingIds },
        }),
      ),
    meta: { invalidates: RELOADED },
  });

/** Download URL of everything that is stored about a customer. */
export const customerExport = (id: number) => `/api/customers/${id}/export`;

/** Erase a customer. The input is the name typed to confirm. */
export const useEraseCustomer = (id: number) =>
  useMutation({
    mutationFn: (confirm: string) =>
      unwrap(
        api.POST('/api/customers/{customer_id}/erase', { ...at({ customer_id: id }), body: { confirm } }),
      ),
    meta: { invalidates: [...RELOADED, 'messages', 'notifications'], invalidatesOnError: true },
  });

/** Open bookings, IDs of open quotes, and number of waiting entries that prevent erasing a customer. */
export function openRecords({ extra: { bookings, quotes, waiting } }: ApiError) {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  return {
    bookings: list(bookings).flatMap((row) =>
      isRecord(row) && typeof row.bookingId === 'number'
        ? [{ id: row.bookingId, number: Number(row.number) }]
        : [],
    ),
    quotes: list(quotes).filter((id) => typeof id === 'number'),
    waiting: list(waiting).length,
  };
}

/** Bookings of a customer, latest delivery first. */
export function useCustomerBookings(customerId: number) {
  return useFilteredPages(['bookings', 'payments'], '/api/bookings', {
    customerId,
    sort: '-deliveryDate',
    limit: PAGE_SIZE,
  });
}

/** Quotes of a customer, newest first. */
export function useCustomerQuotes(customerId: number, enabled: boolean) {
  return useFilteredPages(['quotes'], '/api/quotes', { customerId, limit: PAGE_SIZE }, { enabled });
}

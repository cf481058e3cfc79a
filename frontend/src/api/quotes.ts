import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, at, body, unwrap } from './client';
import { read, reload, useFilteredPages } from './read';
import type { Booking, LostReason, Quote, QuoteInput, QuoteStatus, SendInput } from './types';

const PAGE_SIZE = 50;

/** Filters of the quote list; an empty status includes all. */
export interface QuoteFilter {
  status?: QuoteStatus;
  q?: string;
}

/** Quotes, paginated, newest first. */
export function useQuotePages(filter: QuoteFilter) {
  // A customer may have viewed or answered one meanwhile.
  return useFilteredPages(['quotes'], '/api/quotes', { ...filter, limit: PAGE_SIZE }, { staleTime: 0 });
}

/** Quote with its history and current availability; disabled for null. Reloaded each time it opens. */
export function useQuote(id: number | null) {
  return useQuery({
    ...read(['quotes'], '/api/quotes/{quote_id}', { path: { quote_id: id ?? 0 } }),
    staleTime: 0,
    enabled: id !== null,
  });
}

/** Sent version of a quote. Immutable. */
export function useQuoteVersion(id: number, version: number) {
  return useQuery(
    read(['quotes'], '/api/quotes/{quote_id}/versions/{version}', { path: { quote_id: id, version } }),
  );
}

/** Create a quote. The same key returns the first one. */
export async function createQuote(input: QuoteInput, key: string): Promise<Quote> {
  return body(await api.POST('/api/quotes', { body: input, headers: { 'Idempotency-Key': key } }));
}

/** Update a quote based on the version last read; updating a sent quote starts a new version. */
export async function changeQuote(current: Quote, input: QuoteInput): Promise<Quote> {
  return body(
    await api.PATCH('/api/quotes/{quote_id}', {
      ...at({ quote_id: current.id }),
      body: { ...input, expectedRevision: current.revision },
    }),
  );
}

const book = (id: number, overbookReason?: string) =>
  api.POST('/api/quotes/{quote_id}/book', {
    ...at({ quote_id: id }),
    body: { ...(overbookReason !== undefined && { overbookReason }) },
  });

/** Convert a quote to a confirmed booking. */
export async function bookQuote(id: number, overbookReason?: string): Promise<Booking> {
  return body(await book(id, overbookReason));
}

/** Reload all quote lists and details, and the bookings if one was created. */
export function useQuotesChanged() {
  const client = useQueryClient();
  return useCallback(
    async (booked = false) => {
      await Promise.all([reload(client, 'quotes'), booked && reload(client, 'bookings')]);
    },
    [client],
  );
}

/**
 * Send the current version of a quote. This assigns its number and link, and emails the link if the quote has
 * an email address.
 */
export const useSendQuote = () =>
  useMutation({
    mutationFn: ({ id, ...input }: SendInput & { id: number }) =>
      unwrap(api.POST('/api/quotes/{quote_id}/send', { ...at({ quote_id: id }), body: input })),
    meta: { invalidates: ['quotes'] },
  });

/** Withdraw a quote. Its page then shows that it was withdrawn, and its letters are released. */
export const useWithdrawQuote = () =>
  useMutation({
    mutationFn: ({ id }: { id: number }) =>
      unwrap(api.POST('/api/quotes/{quote_id}/withdraw', at({ quote_id: id }))),
    meta: { invalidates: ['quotes'] },
  });

/** Set why a declined, withdrawn or expired quote was lost. */
export const useSetLostReason = () =>
  useMutation({
    mutationFn: ({ id, lostReason }: { id: number; lostReason: LostReason | null }) =>
      unwrap(
        api.PUT('/api/quotes/{quote_id}/lost-reason', { ...at({ quote_id: id }), body: { lostReason } }),
      ),
    meta: { invalidates: ['quotes'] },
  });

/** Create a draft with the same content. */
export const useDuplicateQuote = () =>
  useMutation({
    mutationFn: ({ id }: { id: number }) =>
      unwrap(api.POST('/api/quotes/{quote_id}/duplicate', at({ quote_id: id }))),
    meta: { invalidates: ['quotes'] },
  });

/** Book a quote; with a reason, even if the stock is insufficient. */
export const useBookQuote = () =>
  useMutation({
    mutationFn: ({ id, overbookReason }: { id: number; overbookReason?: string }) =>
      unwrap(book(id, overbookReason)),
    meta: { invalidates: ['quotes', 'bookings'] },
  });

/** Delete a quote with its versions and link. */
export const useDeleteQuote = () =>
  useMutation({
    mutationFn: ({ id }: { id: number }) =>
      unwrap(api.DELETE('/api/quotes/{quote_id}', at({ quote_id: id }))),
    meta: { invalidates: ['quotes'] },
  });

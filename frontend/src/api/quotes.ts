import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useChange } from './change';
import { api, at, body } from './client';
import { read, reload, useFilteredPages } from './read';
import type { Booking, Quote, QuoteInput, QuoteStatus, SendInput } from './types';

const PAGE_SIZE = 50;

/** Which quotes a list shows; an empty status means all. */
export interface QuoteFilter {
  status?: QuoteStatus;
  q?: string;
}

/** Quotes, newest first, page after page. */
export function useQuotePages(filter: QuoteFilter) {
  // A customer may have seen or answered one meanwhile.
  return useFilteredPages(['quotes'], '/api/quotes', { ...filter, limit: PAGE_SIZE }, { staleTime: 0 });
}

/**
 * One quote with its history and whether it would fit today; nothing for null. Reloaded each time it opens.
 */
export function useQuote(id: number | null) {
  return useQuery({
    ...read(['quotes'], '/api/quotes/{quote_id}', { path: { quote_id: id ?? 0 } }),
    staleTime: 0,
    enabled: id !== null,
  });
}

/** A version as it was sent. It never changes. */
export function useQuoteVersion(id: number, version: number) {
  return useQuery(
    read(['quotes'], '/api/quotes/{quote_id}/versions/{version}', { path: { quote_id: id, version } }),
  );
}

/** Writes a new quote. The same key again returns the first one. */
export async function createQuote(input: QuoteInput, key: string): Promise<Quote> {
  return body(await api.POST('/api/quotes', { body: input, headers: { 'Idempotency-Key': key } }));
}

/** Changes a quote as it was last read; of one that was sent, this begins a new version. */
export async function changeQuote(known: Quote, input: QuoteInput): Promise<Quote> {
  return body(
    await api.PATCH('/api/quotes/{quote_id}', {
      ...at({ quote_id: known.id }),
      body: { ...input, expectedRevision: known.revision },
    }),
  );
}

const book = (id: number, overbookReason?: string) =>
  api.POST('/api/quotes/{quote_id}/book', {
    ...at({ quote_id: id }),
    body: { ...(overbookReason !== undefined && { overbookReason }) },
  });

/** Turns a quote into a confirmed booking. */
export async function bookQuote(id: number, overbookReason?: string): Promise<Booking> {
  return body(await book(id, overbookReason));
}

/** Reloads every list and detail of quotes, and the bookings too if a booking was made. */
export function useQuotesChanged() {
  const client = useQueryClient();
  return useCallback(
    async (booked = false) => {
      await Promise.all([reload(client, 'quotes'), booked && reload(client, 'bookings')]);
    },
    [client],
  );
}

/** Sends the present version: it gets a number and a link, and an email if there is an address. */
export const useSendQuote = () =>
  useChange(
    ({ id, ...input }: SendInput & { id: number }) =>
      api.POST('/api/quotes/{quote_id}/send', { ...at({ quote_id: id }), body: input }),
    'quotes',
  );

/** Withdraws a quote: its link says so, and its letters are free. */
export const useWithdrawQuote = () =>
  useChange(
    ({ id }: { id: number }) => api.POST('/api/quotes/{quote_id}/withdraw', at({ quote_id: id })),
    'quotes',
  );

/** A new draft with the same content. */
export const useDuplicateQuote = () =>
  useChange(
    ({ id }: { id: number }) => api.POST('/api/quotes/{quote_id}/duplicate', at({ quote_id: id })),
    'quotes',
  );

/** Books a quote; a reason books it over the stock. */
export const useBookQuote = () =>
  useChange(
    ({ id, overbookReason }: { id: number; overbookReason?: string }) => book(id, overbookReason),
    'quotes',
    'bookings',
  );

/** Deletes a quote with its versions and its link. */
export const useDeleteQuote = () =>
  useChange(({ id }: { id: number }) => api.DELETE('/api/quotes/{quote_id}', at({ quote_id: id })), 'quotes');

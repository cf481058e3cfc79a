/** Conversations with customers: texts in both directions, emails, questions, notes and calls. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { api, at, body, unwrap } from './client';
import { ask, readPages } from './read';
import type { components } from './schema';

type Schemas = components['schemas'];

export type Conversation = Schemas['ConversationOut'];
export type ConversationEntry = Schemas['ConversationEntryOut'];
export type ConversationSummary = Schemas['ConversationSummaryOut'];
export type NewEntry = Schemas['ConversationEntryInput'];
/** How an entry is added: sent as a text or an email, or only recorded. */
export type EntryWay = NewEntry['by'];

const PAGE_SIZE = 30;

/** Conversations, latest first. */
export function useConversationPages(unread: boolean) {
  return useInfiniteQuery(
    readPages(['conversations', 'bookings'], '/api/conversations', { unread, limit: PAGE_SIZE }),
  );
}

const ENTRIES = '/api/conversations/{customer_id}';

/** A customer's conversation. The first page has the latest entries, each further page earlier ones. */
export function useConversation(customerId: number) {
  return useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: [ENTRIES, { path: { customer_id: customerId } }, 'pages'] as const,
      queryFn: async ({ pageParam, signal }) => {
        const query = { limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) };
        return body(await api.GET(ENTRIES, { params: { path: { customer_id: customerId }, query }, signal }));
      },
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      // Consent, phone numbers and email addresses change with the customer.
      meta: { topics: ['conversations', 'bookings', 'settings'] },
      staleTime: 0,
    }),
  );
}

/** Send a text or an email, or add a note or a call. A repeated `key` adds nothing. */
export const useAddEntry = (customerId: number, onAdded: (entry: ConversationEntry) => void) =>
  useMutation({
    mutationFn: ({ key, ...input }: NewEntry & { key: string }) =>
      unwrap(
        api.POST(ENTRIES, {
          ...at({ customer_id: customerId }),
          body: input,
          headers: { 'Idempotency-Key': key },
        }),
      ),
    onSuccess: onAdded,
    meta: { invalidates: ['conversations'] },
  });

/** Mark a conversation as read, with its notifications. */
export const useReadConversation = (customerId: number) =>
  useMutation({
    mutationFn: () =>
      unwrap(api.POST('/api/conversations/{customer_id}/read', at({ customer_id: customerId }))),
    meta: { invalidates: ['conversations', 'notifications'], awaits: false },
  });

/** Segments and cost of a text; disabled for an empty one. */
export function useTextPreview(customerId: number, text: string) {
  return useQuery({
    ...ask([], '/api/conversations/{customer_id}/preview', { text }, { path: { customer_id: customerId } }),
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
  });
}

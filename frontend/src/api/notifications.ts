import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { readPages } from './read';
import type { components } from './schema';

type Page = components['schemas']['NotificationPage'];

const list = readPages(['notifications'], '/api/notifications', { limit: 20 });
const { queryKey } = list;

/** Notifications, paginated, newest first. Each page has the total unread count. */
export function useNotifications() {
  return useInfiniteQuery(list);
}

export type Notifications = ReturnType<typeof useNotifications>;

/** Notifications to mark: by id, or all up to one. */
export type WhichRead = { ids: number[] } | { upTo: number };

/** Mark notifications as read. Updates the cache immediately and reverts it if the call fails. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (which: WhichRead) => body(await api.POST('/api/notifications/read', { body: which })),
    onMutate: async (which) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (data) => data && marked(data, which));
      return before;
    },
    onError: (_error, _which, before) => client.setQueryData(queryKey, before),
    meta: { invalidates: ['notifications'], invalidatesOnError: true },
  });
}

function marked(data: InfiniteData<Page>, which: WhichRead): InfiniteData<Page> {
  const isMeant = (id: number) => ('ids' in which ? which.ids.includes(id) : id <= which.upTo);
  const newly = data.pages
    .flatMap(({ items }) => items)
    .filter(({ id, read }) => !read && isMeant(id)).length;
  return {
    ...data,
    pages: data.pages.map(({ items, unread, ...page }) => ({
      ...page,
      unread: 'ids' in which ? Math.max(0, unread - newly) : 0,
      items: items.map((item) => (isMeant(item.id) ? { ...item, read: true } : item)),
    })),
  };
}

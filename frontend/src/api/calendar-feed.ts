/** The secret address at which calendars read the business's deliveries and pickups. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { read } from './read';
import type { components } from './schema';

export type CalendarFeed = components['schemas']['CalendarFeedOut'];

const feedQuery = read(['settings'], '/api/calendar-feed');

export function useCalendarFeed() {
  return useQuery(feedQuery);
}

/** Makes the feed, or gives it another address; the old one stops working at once. */
export function useMakeCalendarFeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => body(await api.POST('/api/calendar-feed')),
    onSuccess: (feed) => client.setQueryData(feedQuery.queryKey, feed),
  });
}

/** Ends the feed. */
export function useEndCalendarFeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await api.DELETE('/api/calendar-feed');
    },
    onSuccess: () => client.setQueryData(feedQuery.queryKey, { url: null, createdAt: null }),
  });
}

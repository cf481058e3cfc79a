/** Secret feed URL that calendars use to read deliveries and pickups. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall, useSave } from './change';
import { api } from './client';
import { read } from './read';
import type { components } from './schema';

export type CalendarFeed = components['schemas']['CalendarFeedOut'];

const feedQuery = read(['settings'], '/api/calendar-feed');

export function useCalendarFeed() {
  return useQuery(feedQuery);
}

/** Create the feed or replace its URL; the old one stops working immediately. */
export const useMakeCalendarFeed = () => useSave(feedQuery, () => api.POST('/api/calendar-feed'));

/** Disable the feed. */
export function useEndCalendarFeed() {
  const client = useQueryClient();
  return useCall(() => api.DELETE('/api/calendar-feed'), {
    onSuccess: () => client.setQueryData(feedQuery.queryKey, { url: null, createdAt: null }),
  });
}

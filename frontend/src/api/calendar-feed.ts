/** The secret address at which calendars read the business's deliveries and pickups. */
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

/** Makes the feed, or gives it another address; the old one stops working at once. */
export const useMakeCalendarFeed = () => useSave(feedQuery, () => api.POST('/api/calendar-feed'));

/** Ends the feed. */
export function useEndCalendarFeed() {
  const client = useQueryClient();
  return useCall(() => api.DELETE('/api/calendar-feed'), {
    onSuccess: () => client.setQueryData(feedQuery.queryKey, { url: null, createdAt: null }),
  });
}

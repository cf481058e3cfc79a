/** Secret feed URL that calendars use to read deliveries and pickups. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { read, setDataOf } from './read';
import type { components } from './schema';

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

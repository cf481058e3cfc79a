import { useQuery } from '@tanstack/react-query';
import { bookingsKey } from './bookings';
import { api, body } from './client';
import type { components } from './schema';

export type WaitingEntry = components['schemas']['WaitingEntryAnswer'];

/** The customers who wait or have an offer, in order of arrival, then those who waited before. */
export function useWaitingList() {
  return useQuery({
    // A booking that changes may free letters, so it makes the list stale.
    queryKey: [...bookingsKey, 'waiting'],
    queryFn: async ({ signal }) => body(await api.GET('/api/waiting-list', { signal })),
    staleTime: 0,
  });
}

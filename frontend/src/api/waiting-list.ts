import { useQuery } from '@tanstack/react-query';
import { read } from './read';
import type { components } from './schema';

export type WaitingEntry = components['schemas']['WaitingEntryOut'];

/** The customers who wait or have an offer, in order of arrival, then those who waited before. */
export function useWaitingList() {
  return useQuery({ ...read(['bookings', 'inventory'], '/api/waiting-list'), staleTime: 0 });
}

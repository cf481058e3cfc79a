import { useQuery } from '@tanstack/react-query';
import { api, body } from './client';
import type { Booking } from './types';

/** Every read of bookings starts with this key, so that one invalidation reaches all of them. */
export const bookingsKey = ['bookings'] as const;

/** The operator's whole list of bookings. */
export function useBookings() {
  return useQuery({
    queryKey: bookingsKey,
    // With `limit` the same path answers pages; without it, always the plain list.
    queryFn: async () => body(await api.GET('/api/bookings')) as Booking[],
  });
}

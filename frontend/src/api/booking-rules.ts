import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { writeDaysAs } from '@/lib/day-order';
import { bookingsKey } from './bookings';
import { api, body } from './client';
import type { components } from './schema';
import type { User } from './types';
import { userKey } from './user';

export type BookingRules = components['schemas']['RulesAnswer'];
export type BookingRulesChange = components['schemas']['RulesInput'];

const rulesKey = ['booking-rules'] as const;

/** The rules that the business sets for its bookings. */
export function useBookingRules() {
  return useQuery({ queryKey: rulesKey, queryFn: async () => body(await api.GET('/api/booking-rules')) });
}

/** Changes the rules that the input names. */
export function useSaveBookingRules() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: BookingRulesChange) =>
      body(await api.PATCH('/api/booking-rules', { body: input })),
    onSuccess: (saved) => {
      client.setQueryData(rulesKey, saved);
      client.setQueryData<User | null>(userKey, (user) => {
        writeDaysAs(saved.dateFormat);
        return user && { ...user, timeZone: saved.timeZone, dateFormat: saved.dateFormat };
      });
      // Bookings show their times in the operator's time zone.
      void client.invalidateQueries({ queryKey: bookingsKey });
    },
  });
}

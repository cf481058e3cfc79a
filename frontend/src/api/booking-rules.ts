import { useMutation, useQuery } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { read } from './read';
import type { components } from './schema';
import { userQuery } from './user';

export type BookingRules = components['schemas']['RulesOut'];
export type BookingRulesChange = components['schemas']['RulesInput'];

const rules = read(['settings'], '/api/booking-rules');

/** Booking rules of the business. */
export function useBookingRules() {
  return useQuery(rules);
}

/** Update the booking rules in the input. */
export const useSaveBookingRules = () =>
  useMutation({
    mutationFn: (input: BookingRulesChange) => unwrap(api.PATCH('/api/booking-rules', { body: input })),
    onSuccess: (saved, _change, _result, { client }) => {
      client.setQueryData(rules.queryKey, saved);
      client.setQueryData(userQuery.queryKey, (user) => {
        const { timeZone, dateFormat, timeFormat, measures } = saved;
        return user && { ...user, timeZone, dateFormat, timeFormat, measures };
      });
    },
    // Booking times are shown in the operator's time zone.
    meta: { invalidates: ['bookings'], awaits: false },
  });

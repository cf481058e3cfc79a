import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useContestedChange } from './change';
import { api, at } from './client';
import { read } from './read';
import type { components } from './schema';

type Schemas = components['schemas'];
export type Day = Schemas['WorkingDayOut'];
export type DayStop = Schemas['StopOut'];
export type Goods = Schemas['StopBookingOut']['goods'];
export type LoadList = Schemas['LoadListOut'];
export type PieceToBring = Schemas['PieceToBringOut'];

/**
 * A day's deliveries and pickups in order of time; today's without a day.
 *
 * Read at each visit: it moves with the day itself.
 */
export function useDay(date: string | undefined, enabled = true) {
  return useQuery({
    ...read(['bookings', 'inventory', 'payments'], '/api/day', { query: date === undefined ? {} : { date } }),
    refetchOnMount: 'always',
    enabled,
  });
}

/** Gives a delivery or a pickup to a team member, or with null to everybody. */
export const useAssignJob = (bookingId: number) =>
  useContestedChange(
    (input: Schemas['AssignmentInput']) =>
      api.PUT('/api/bookings/{booking_id}/crew', { ...at({ booking_id: bookingId }), body: input }),
    'bookings',
  );

/** What goes into the van for a day's deliveries, first loaded first. */
export function useLoadList(date: string) {
  return useQuery({
    ...read(['bookings', 'inventory'], '/api/load-list', { query: { date } }),
    placeholderData: keepPreviousData,
  });
}

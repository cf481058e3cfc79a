import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read } from './read';
import { useCan } from './rights';
import type { components } from './schema';

type Schemas = components['schemas'];
export type Day = Schemas['WorkingDayOut'];
export type DayStop = Schemas['StopOut'];
export type Goods = Schemas['StopBookingOut']['goods'];
export type LoadList = Schemas['LoadListOut'];
export type PieceToPack = Schemas['PieceToPackOut'];

/**
 * Deliveries and pickups of a day in driving order; today if no date is given.
 *
 * Reloaded on each visit, because it changes with the date.
 */
export function useDay(date: string | undefined, enabled = true) {
  return useQuery({
    ...read(['bookings', 'inventory', 'payments'], '/api/day', { query: date === undefined ? {} : { date } }),
    refetchOnMount: 'always',
    enabled,
  });
}

export type DayCash = Schemas['DayCashOut'];

const cashOf = (date: string) => read(['bookings', 'payments'], '/api/day/cash', { query: { date } });

/** Cash and checks of a day. Enabled only for users who can see money. */
export function useDayCash(date: string) {
  return useQuery({ ...cashOf(date), enabled: useCan('seeMoney') });
}

/** Close a day with the amount handed over, or correct that amount. */
export const useCloseDay = (date: string) =>
  useMutation({
    mutationFn: (body: Schemas['CloseDayInput']) =>
      unwrap(api.PUT('/api/day/cash', { params: { query: { date } }, body })),
    onSuccess: (cash, _input, _result, { client }) => client.setQueryData(cashOf(date).queryKey, cash),
  });

/** Remove the amount handed over from a closed day. */
export const useReopenDay = (date: string) =>
  useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/day/cash', { params: { query: { date } } })),
    onSuccess: (cash, _input, _result, { client }) => client.setQueryData(cashOf(date).queryKey, cash),
  });

/** Assign a delivery or pickup to a team member, or with null to anyone. */
export const useAssignJob = (bookingId: number) =>
  useMutation({
    mutationFn: (input: Schemas['AssignmentInput']) =>
      unwrap(api.PUT('/api/bookings/{booking_id}/crew', { ...at({ booking_id: bookingId }), body: input })),
    meta: { invalidates: ['bookings'], invalidatesOnError: true },
  });

/** Save the driving order of a day; takes all its stops. */
export const useOrderStops = (date: string) =>
  useMutation({
    mutationFn: (stops: readonly DayStop[]) =>
      unwrap(
        api.PUT('/api/day/order', {
          params: { query: { date } },
          body: { stops: stops.map(({ kind, booking }) => ({ kind, bookingId: booking.id })) },
        }),
      ),
    meta: { invalidates: ['bookings'], invalidatesOnError: true },
  });

/** Restore the chronological order. */
export const useOrderByTime = (date: string) =>
  useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/day/order', { params: { query: { date } } })),
    meta: { invalidates: ['bookings'] },
  });

/** Load list of a day's deliveries, in loading order. */
export function useLoadList(date: string) {
  return useQuery({
    ...read(['bookings', 'inventory'], '/api/load-list', { query: { date } }),
    placeholderData: keepPreviousData,
  });
}

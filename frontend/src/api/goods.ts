import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { bookingsKey } from './bookings';
import { api, body } from './client';
import { useCan } from './rights';
import type { components } from './schema';
import type { Booking } from './types';

type Schemas = components['schemas'];
export type BookingGoods = Schemas['GoodsAnswer'];
export type CountedPiece = Schemas['CountedPieceAnswer'];
export type Handover = Schemas['HandoverAnswer'];
export type HandoverInput = Schemas['HandoverInput'];
export type AtRisk = Schemas['AtRiskAnswer'];
export type WayOut = Schemas['WayOut'];

const MOST_LISTED = 50;

/** Where each piece of a booking is. */
export function useGoods(bookingId: number) {
  return useQuery({
    queryKey: [...bookingsKey, 'goods', bookingId],
    queryFn: async ({ signal }) =>
      body(
        await api.GET('/api/bookings/{booking_id}/goods', {
          params: { path: { booking_id: bookingId } },
          signal,
        }),
      ),
  });
}

/** What was packed for a booking, went out and came in, in order. */
export function useHandovers(bookingId: number) {
  return useQuery({
    queryKey: [...bookingsKey, 'handovers', bookingId],
    queryFn: async ({ signal }) =>
      body(
        await api.GET('/api/bookings/{booking_id}/handovers', {
          params: { path: { booking_id: bookingId } },
          signal,
        }),
      ),
  });
}

/** Records that goods were packed, went out or came in. The same `clientId` again counts once. */
export function useRecordHandover(bookingId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: HandoverInput) =>
      body(
        await api.POST('/api/bookings/{booking_id}/handovers', {
          params: { path: { booking_id: bookingId } },
          body: input,
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: bookingsKey }),
  });
}

/** Says when goods that are not back yet are expected; null takes it back. */
export function useExpectReturn(bookingId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (expectedBack: string | null) =>
      body(
        await api.PATCH('/api/bookings/{booking_id}/return', {
          params: { path: { booking_id: bookingId } },
          body: { expectedBack },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: bookingsKey }),
  });
}

/** Where a photo of goods is. */
export const photoPath = (digest: string, size?: 'small') =>
  `/api/photos/${digest}${size === undefined ? '' : `?size=${size}`}`;

/** Bookings with overdue goods, the longest overdue first. */
export function useOverdue() {
  return useQuery({
    queryKey: [...bookingsKey, 'overdue'],
    queryFn: async ({ signal }) => {
      const query = { goods: 'overdue', sort: 'pickupDate', limit: MOST_LISTED };
      const page = body(await api.GET('/api/bookings', { params: { query }, signal }));
      return page as { items: Booking[]; nextCursor: string | null };
    },
    refetchOnMount: 'always',
  });
}

/** The coming bookings that no longer fit, nearest first. */
export function useAtRisk() {
  return useQuery({
    queryKey: [...bookingsKey, 'at-risk'],
    enabled: useCan('seeStock'),
    queryFn: async ({ signal }) => body(await api.GET('/api/at-risk', { signal })),
    refetchOnMount: 'always',
  });
}

import { useQuery } from '@tanstack/react-query';
import { useChange, useContestedChange } from './change';
import { api, at } from './client';
import { type Answer, read } from './read';
import { useCan } from './rights';
import type { components } from './schema';
import type { Booking } from './types';

type Schemas = components['schemas'];
export type BookingGoods = Schemas['GoodsOut'];
export type CountedPiece = Schemas['CountedPieceOut'];
export type Handover = Schemas['HandoverOut'];
export type HandoverInput = Schemas['HandoverInput'];
export type AtRisk = Schemas['AtRiskOut'];
export type WayOut = Schemas['WayOut'];

const MOST_LISTED = 50;

/** Where each piece of a booking is. */
export function useGoods(bookingId: number) {
  return useQuery(
    read(['bookings', 'inventory'], '/api/bookings/{booking_id}/goods', { path: { booking_id: bookingId } }),
  );
}

/** What was packed for a booking, went out and came in, in order. */
export function useHandovers(bookingId: number) {
  return useQuery(
    read(['bookings', 'inventory'], '/api/bookings/{booking_id}/handovers', {
      path: { booking_id: bookingId },
    }),
  );
}

/** Records that goods were packed, went out or came in. The same `clientId` again counts once. */
export const useRecordHandover = (bookingId: number) =>
  useContestedChange(
    (input: HandoverInput) =>
      api.POST('/api/bookings/{booking_id}/handovers', { ...at({ booking_id: bookingId }), body: input }),
    'bookings',
  );

/** Says when goods that are not back yet are expected; null takes it back. */
export const useExpectReturn = (bookingId: number) =>
  useChange(
    (expectedBack: string | null) =>
      api.PATCH('/api/bookings/{booking_id}/return', {
        ...at({ booking_id: bookingId }),
        body: { expectedBack },
      }),
    'bookings',
  );

/** Where a photo of goods is. */
export const photoPath = (digest: string, size?: 'small') =>
  `/api/photos/${digest}${size === undefined ? '' : `?size=${size}`}`;

function firstPage(answer: Answer<'/api/bookings', 'get'>): {
  items: readonly Booking[];
  nextCursor: string | null;
} {
  return 'items' in answer ? answer : { items: answer, nextCursor: null };
}

/** Bookings with overdue goods, the longest overdue first. */
export function useOverdue() {
  return useQuery({
    ...read(['bookings', 'inventory', 'payments'], '/api/bookings', {
      query: { goods: 'overdue', sort: 'pickupDate', limit: MOST_LISTED },
    }),
    select: firstPage,
    refetchOnMount: 'always',
  });
}

/** The coming bookings that no longer fit, nearest first. */
export function useAtRisk() {
  return useQuery({
    ...read(['bookings', 'inventory'], '/api/at-risk'),
    enabled: useCan('seeStock'),
    refetchOnMount: 'always',
  });
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { type Answer, read } from './read';
import { useCan } from './rights';
import type { components, paths } from './schema';
import type { Booking } from './types';

type Schemas = components['schemas'];
export type BookingGoods = Schemas['GoodsOut'];
export type CountedPiece = Schemas['CountedPieceOut'];
export type Handover = Schemas['HandoverOut'];
export type HandoverInput = Schemas['HandoverInput'];
export type AtRisk = Schemas['AtRiskOut'];
export type Resolution = Schemas['ResolutionOut'];

const MOST_LISTED = 50;

/** Location of each piece of a booking. */
export function useGoods(bookingId: number) {
  return useQuery(
    read(['bookings', 'inventory'], '/api/bookings/{booking_id}/goods', { path: { booking_id: bookingId } }),
  );
}

/** Handovers of a booking in order: packed, out and returned goods. */
export function useHandovers(bookingId: number) {
  return useQuery(
    read(['bookings', 'inventory'], '/api/bookings/{booking_id}/handovers', {
      path: { booking_id: bookingId },
    }),
  );
}

/** Record packed, outgoing or returned goods. Repeating a `clientId` has no effect. */
export const useRecordHandover = (bookingId: number) =>
  useMutation({
    mutationFn: (input: HandoverInput) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/handovers', { ...at({ booking_id: bookingId }), body: input }),
      ),
    meta: { invalidates: ['bookings'], invalidatesOnError: true },
  });

/** Set the expected return of goods that are still out; null clears it. */
export const useExpectReturn = (bookingId: number) =>
  useMutation({
    mutationFn: (expectedBack: string | null) =>
      unwrap(
        api.PATCH('/api/bookings/{booking_id}/return', {
          ...at({ booking_id: bookingId }),
          body: { expectedBack },
        }),
      ),
    meta: { invalidates: ['bookings'] },
  });

/** URL of a photo. */
export const photoPath = (digest: string, size?: 'small') =>
  `/api/photos/${digest}${size === undefined ? '' : `?size=${size}`}`;

function firstPage(answer: Answer<'/api/bookings', 'get'>): {
  items: readonly Booking[];
  nextCursor: string | null;
} {
  return 'items' in answer ? answer : { items: answer, nextCursor: null };
}

/** Bookings with overdue goods, longest overdue first. */
export function useOverdue() {
  return useQuery({
    ...read(['bookings', 'inventory', 'payments'], '/api/bookings', {
      query: { goods: 'overdue', sort: 'pickupDate', limit: MOST_LISTED },
    }),
    select: firstPage,
    refetchOnMount: 'always',
  });
}

/** Upcoming bookings at risk, soonest first. */
export function useAtRisk() {
  return useQuery({
    ...read(['bookings', 'inventory'], '/api/at-risk'),
    enabled: useCan('seeStock'),
    refetchOnMount: 'always',
  });
}

export type Resolved = Schemas['ResolvedOut'];

/** Apply or preview a resolution of a booking at risk. */
export const useResolve = (bookingId: number) =>
  useMutation({
    mutationFn: (body: { option: string; dryRun: boolean }) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/resolve', { params: { path: { booking_id: bookingId } }, body }),
      ),
    meta: { invalidates: ['bookings', 'inventory'] },
  });

/** Undo the last resolution of a booking. */
export const useUndoResolution = (bookingId: number) =>
  useMutation({
    mutationFn: () =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/resolve/undo', { params: { path: { booking_id: bookingId } } }),
      ),
    meta: { invalidates: ['bookings', 'inventory'] },
  });

export type TaggedPiece = Schemas['TaggedPieceOut'];
type PieceInput = Schemas['PieceInput'];
type PieceChange = Schemas['PieceChange'];
export type LabelSheet = NonNullable<
  NonNullable<paths['/api/labels.pdf']['get']['parameters']['query']>['sheet']
>;

/** Individually tagged pieces. */
export function usePieces() {
  return useQuery({ ...read(['inventory'], '/api/pieces'), refetchOnMount: 'always' });
}

/** Tag a piece. */
export const useAddPiece = () =>
  useMutation({
    mutationFn: (input: PieceInput) => unwrap(api.POST('/api/pieces', { body: input })),
    meta: { invalidates: ['/api/pieces'] },
  });

/** Update a tagged piece. */
export const useChangePiece = () =>
  useMutation({
    mutationFn: ({ id, change }: { id: number; change: PieceChange }) =>
      unwrap(api.PATCH('/api/pieces/{piece_id}', { ...at({ piece_id: id }), body: change })),
    meta: { invalidates: ['/api/pieces'] },
  });

/** URL of the label PDF. */
export const labelsPath = (sheet: LabelSheet, of: 'slots' | 'pieces') =>
  `/api/labels.pdf?sheet=${sheet}&of=${of}`;

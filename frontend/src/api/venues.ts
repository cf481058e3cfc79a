import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, type Upsert, unwrap } from './client';
import { type Answer, read, rowsOf } from './read';
import type { Venue, VenueInput } from './types';

/** The business's own venues; the public response omits addresses. */
function ownVenues(answer: Answer<'/api/venues', 'get'>): readonly Venue[] {
  return rowsOf(answer).filter((venue) => 'address' in venue);
}

/** The operator's venues with contacts and notes. */
export function useVenues() {
  return useQuery({ ...read(['venues'], '/api/venues'), select: ownVenues });
}

/** Create a venue, or update the one with `id`. */
export const useSaveVenue = () =>
  useMutation({
    mutationFn: ({ id, input }: Upsert<VenueInput>) =>
      unwrap(
        id === null
          ? api.POST('/api/venues', { body: input })
          : api.PATCH('/api/venues/{venue_id}', { ...at({ venue_id: id }), body: input }),
      ),
    meta: { invalidates: ['/api/venues'] },
  });

/** Delete a venue; fails with a 409 while upcoming bookings use it. */
export const useDeleteVenue = () =>
  useMutation({
    mutationFn: (id: number) => unwrap(api.DELETE('/api/venues/{venue_id}', at({ venue_id: id }))),
    meta: { invalidates: ['/api/venues'] },
  });

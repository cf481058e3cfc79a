import { useQuery } from '@tanstack/react-query';
import { addOrChange, useChange } from './change';
import { api, at } from './client';
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
  useChange(
    addOrChange(
      (input: VenueInput) => api.POST('/api/venues', { body: input }),
      (id, input) => api.PATCH('/api/venues/{venue_id}', { ...at({ venue_id: id }), body: input }),
    ),
    '/api/venues',
  );

/** Delete a venue; fails with a 409 while upcoming bookings use it. */
export const useDeleteVenue = () =>
  useChange((id: number) => api.DELETE('/api/venues/{venue_id}', at({ venue_id: id })), '/api/venues');

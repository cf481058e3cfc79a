import { useQuery } from '@tanstack/react-query';
import { addOrChange, useChange } from './change';
import { api, at } from './client';
import { type Answer, read, rowsOf } from './read';
import type { Venue, VenueInput } from './types';

/** The business's own venues; what the public gets of one has no address. */
function ownVenues(answer: Answer<'/api/venues', 'get'>): readonly Venue[] {
  return rowsOf(answer).filter((venue) => 'address' in venue);
}

/** The operator's venues, with contacts and notes. */
export function useVenues() {
  return useQuery({ ...read(['venues'], '/api/venues'), select: ownVenues });
}

/** Creates a venue, or changes the one with `id`. */
export const useSaveVenue = () =>
  useChange(
    addOrChange(
      (input: VenueInput) => api.POST('/api/venues', { body: input }),
      (id, input) => api.PATCH('/api/venues/{venue_id}', { ...at({ venue_id: id }), body: input }),
    ),
    '/api/venues',
  );

/** Deletes a venue; refused with a 409 while coming bookings use it. */
export const useDeleteVenue = () =>
  useChange((id: number) => api.DELETE('/api/venues/{venue_id}', at({ venue_id: id })), '/api/venues');

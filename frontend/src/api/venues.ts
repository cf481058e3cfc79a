import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { type Answer, read, reload, rowsOf } from './read';
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
export function useSaveVenue() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, input }: { id: number | null; input: VenueInput }) =>
      id === null
        ? body(await api.POST('/api/venues', { body: input }))
        : body(
            await api.PATCH('/api/venues/{venue_id}', { params: { path: { venue_id: id } }, body: input }),
          ),
    onSuccess: () => reload(client, '/api/venues'),
  });
}

/** Deletes a venue; refused with a 409 while coming bookings use it. */
export function useDeleteVenue() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      await api.DELETE('/api/venues/{venue_id}', { params: { path: { venue_id: id } } });
    },
    onSuccess: () => reload(client, '/api/venues'),
  });
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import type { Venue, VenueInput } from './types';

const venuesKey = ['venues'] as const;

/** The operator's venues, with contacts and notes. */
export function useVenues() {
  return useQuery({
    queryKey: venuesKey,
    // One path answers several shapes; without parameters it is always the operator's own, complete venues.
    queryFn: async () => body(await api.GET('/api/venues')) as Venue[],
  });
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
    onSuccess: () => client.invalidateQueries({ queryKey: venuesKey }),
  });
}

/** Deletes a venue; refused with a 409 while coming bookings use it. */
export function useDeleteVenue() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      await api.DELETE('/api/venues/{venue_id}', { params: { path: { venue_id: id } } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: venuesKey }),
  });
}

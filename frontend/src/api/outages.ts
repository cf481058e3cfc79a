import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { read, reload } from './read';
import type { OutageInput } from './types';

const outagesOf = (letterId: number) =>
  read(['inventory'], '/api/inventory/{item_id}/outages', { path: { item_id: letterId } });

/** When pieces of a letter are out of service, the soonest first. */
export function useOutages(letterId: number) {
  return useQuery(outagesOf(letterId));
}

/** Takes pieces out of service; refused with a 409 that lists the bookings that need them. */
export function useAddOutage(letterId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: OutageInput) =>
      body(
        await api.POST('/api/inventory/{item_id}/outages', {
          params: { path: { item_id: letterId } },
          body: input,
        }),
      ),
    onSuccess: () => reload(client, '/api/inventory/{item_id}/outages'),
  });
}

/** Takes pieces of a letter or of an item out of service that came damaged from a booking, or did not come. */
export function useReportDamage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      of,
      id,
      outage,
    }: {
      of: 'inventory' | 'items';
      id: number;
      outage: OutageInput;
    }) => {
      const given = { params: { path: { item_id: id } }, body: outage };
      return of === 'items'
        ? body(await api.POST('/api/items/{item_id}/outages', given))
        : body(await api.POST('/api/inventory/{item_id}/outages', given));
    },
    onSuccess: async () => {
      await reload(client, '/api/inventory/{item_id}/outages', '/api/outages');
      await reload(client, 'bookings', 'inventory');
    },
  });
}

/** Puts pieces back into service. */
export function useEndOutage(letterId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      await api.DELETE('/api/inventory/{item_id}/outages/{outage_id}', {
        params: { path: { item_id: letterId, outage_id: id } },
      });
    },
    onSuccess: () => reload(client, '/api/inventory/{item_id}/outages'),
  });
}

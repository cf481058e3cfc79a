import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { sent } from './items';
import { read, reload } from './read';
import type { OutageInput } from './types';

const outagesOf = (letterId: number) =>
  read(['inventory'], '/api/inventory/{item_id}/outages', { path: { item_id: letterId } });

/** When pieces of a letter are out of service, the soonest first. */
export function useOutages(letterId: number) {
  return useQuery(outagesOf(letterId));
}

/** Pieces to take out of service, and the photo of the damage as it was chosen. */
interface Reported {
  outage: OutageInput;
  picture: File | null;
}

/** Keeps the photo first, so that a refused one takes nothing out of service. Sent again, it is kept once. */
async function withPhoto({ outage, picture }: Reported): Promise<OutageInput> {
  if (picture === null) return outage;
  return { ...outage, ...body(await api.POST('/api/photos', sent(picture))) };
}

/** Takes pieces out of service, also where bookings hold them; the answer says who is short then. */
export function useAddOutage(letterId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (reported: Reported) =>
      body(
        await api.POST('/api/inventory/{item_id}/outages', {
          params: { path: { item_id: letterId } },
          body: await withPhoto(reported),
        }),
      ),
    onSuccess: () => reload(client, '/api/inventory/{item_id}/outages', '/api/outages'),
  });
}

/** Takes pieces of a letter or of an item out of service that came damaged from a booking, or did not come. */
export function useReportDamage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      of,
      id,
      ...reported
    }: Reported & {
      of: 'inventory' | 'items';
      id: number;
    }) => {
      const given = { params: { path: { item_id: id } }, body: await withPhoto(reported) };
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

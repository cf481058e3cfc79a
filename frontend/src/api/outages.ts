import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall, useChange } from './change';
import { api, at, body } from './client';
import { sent } from './items';
import { read, reload } from './read';
import type { OutageInput } from './types';

/** The calls that list pieces out of service. */
export const LISTS = [
  '/api/inventory/{item_id}/outages',
  '/api/items/{item_id}/outages',
  '/api/outages',
] as const;

/** Pieces of a letter of the inventory, or of an item. */
export interface PiecesOf {
  of: 'inventory' | 'items';
  id: number;
}

/** When pieces of a letter or an item are out of service, the soonest first. */
export function useOutages({ of, id }: PiecesOf) {
  const path =
    of === 'items' ? '/api/items/{item_id}/outages' : ('/api/inventory/{item_id}/outages' as const);
  return useQuery(read(['inventory'], path, { path: { item_id: id } }));
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

/**
 * Takes pieces of a letter or of an item out of service, also where bookings hold them; the answer says who is short
 * then.
 */
export function useReportDamage() {
  const client = useQueryClient();
  return useCall(
    async ({ of, id, ...reported }: Reported & PiecesOf) => {
      const given = { ...at({ item_id: id }), body: await withPhoto(reported) };
      return of === 'items'
        ? api.POST('/api/items/{item_id}/outages', given)
        : api.POST('/api/inventory/{item_id}/outages', given);
    },
    {
      onSuccess: async () => {
        await reload(client, ...LISTS);
        await reload(client, 'bookings', 'inventory');
      },
    },
  );
}

export function endOutage({ of, id }: PiecesOf, outage: number) {
  const ended = at({ item_id: id, outage_id: outage });
  return of === 'items'
    ? api.DELETE('/api/items/{item_id}/outages/{outage_id}', ended)
    : api.DELETE('/api/inventory/{item_id}/outages/{outage_id}', ended);
}

/** Puts pieces back into service. */
export const useEndOutage = (pieces: PiecesOf) =>
  useChange((outage: number) => endOutage(pieces, outage), ...LISTS);

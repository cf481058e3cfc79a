import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, body, unwrap } from './client';
import { sent } from './items';
import { read } from './read';
import type { components } from './schema';
import type { OutageInput } from './types';

/** Paths that list pieces out of service. */
export const LISTS = [
  '/api/inventory/{item_id}/outages',
  '/api/items/{item_id}/outages',
  '/api/outages',
] as const;

/** Pieces of a letter or an item. */
export interface PiecesOf {
  of: 'inventory' | 'items';
  id: number;
}

/** Outages of a letter or item, soonest first. */
export function useOutages({ of, id }: PiecesOf) {
  const path =
    of === 'items' ? '/api/items/{item_id}/outages' : ('/api/inventory/{item_id}/outages' as const);
  return useQuery(read(['inventory'], path, { path: { item_id: id } }));
}

/** Outage with an optional damage photo. */
interface Reported {
  outage: OutageInput;
  picture: File | null;
}

/** Upload the photo first, so that a rejected photo creates no outage. Uploading again stores it once. */
async function withPhoto({ outage, picture }: Reported): Promise<OutageInput> {
  if (picture === null) return outage;
  return { ...outage, ...body(await api.POST('/api/photos', sent(picture))) };
}

/**
 * Take pieces of a letter or item out of service, even if bookings hold them; the response lists the bookings
 * that are short.
 */
export const useReportDamage = () =>
  useMutation({
    mutationFn: async ({ of, id, ...reported }: Reported & PiecesOf) => {
      const options = { ...at({ item_id: id }), body: await withPhoto(reported) };
      return unwrap(
        of === 'items'
          ? api.POST('/api/items/{item_id}/outages', options)
          : api.POST('/api/inventory/{item_id}/outages', options),
      );
    },
    meta: { invalidates: ['bookings', 'inventory'] },
  });

export function endOutage({ of, id }: PiecesOf, outage: number) {
  const ended = at({ item_id: id, outage_id: outage });
  return of === 'items'
    ? api.DELETE('/api/items/{item_id}/outages/{outage_id}', ended)
    : api.DELETE('/api/inventory/{item_id}/outages/{outage_id}', ended);
}

/** Put pieces back in service. */
export const useEndOutage = (pieces: PiecesOf) =>
  useMutation({
    mutationFn: (outage: number) => unwrap(endOutage(pieces, outage)),
    meta: { invalidates: LISTS },
  });

export type Repair = components['schemas']['RepairOut'];

/** Open repairs and losses, newest first. */
export function useRepairs() {
  return useQuery({ ...read(['inventory'], '/api/outages'), refetchOnMount: 'always' });
}

const piecesOf = ({ itemId, inventoryId }: Repair): PiecesOf =>
  itemId === null ? { of: 'inventory', id: inventoryId ?? 0 } : { of: 'items', id: itemId };

const meta = { invalidates: [...LISTS, 'bookings'], awaits: false } as const;

/** Put pieces back in service. */
export const usePutBack = () =>
  useMutation({
    mutationFn: (repair: Repair) => unwrap(endOutage(piecesOf(repair), repair.id)),
    meta,
  });

/** Update the end date, problem and cost of a repair. */
export const useChangeRepair = () =>
  useMutation({
    mutationFn: ({ repair, change }: { repair: Repair; change: components['schemas']['OutageChange'] }) => {
      const { of, id } = piecesOf(repair);
      const options = { ...at({ item_id: id, outage_id: repair.id }), body: change };
      return unwrap(
        of === 'items'
          ? api.PATCH('/api/items/{item_id}/outages/{outage_id}', options)
          : api.PATCH('/api/inventory/{item_id}/outages/{outage_id}', options),
      );
    },
    meta,
  });

import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read } from './read';
import type { components } from './schema';
import type { OutageInput } from './types';
import { useSignedInUser } from './user';

/** Paths that list pieces out of service. */
export const LISTS = [
  '/api/inventory/{item_id}/outages',
  '/api/items/{item_id}/outages',
  '/api/repairs',
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

/**
 * Take pieces of a letter or item out of service, even if bookings hold them; the response lists the bookings
 * that are short. The outage is saved first, and its photo follows.
 */
export function useReportDamage() {
  const { id: person } = useSignedInUser();
  return useMutation({
    mutationFn: async ({ of, id, outage, picture }: Reported & PiecesOf) => {
      const options = { ...at({ item_id: id }), body: outage };
      const stored = await unwrap(
        of === 'items'
          ? api.POST('/api/items/{item_id}/outages', options)
          : api.POST('/api/inventory/{item_id}/outages', options),
      );
      const title = `${stored.count} × ${stored.letter}`;
      const photoFault =
        picture === null
          ? null
          : await (await import('@/outbox/queue-photo')).queuePhoto(person, stored.id, title, picture);
      return { ...stored, photoFault };
    },
    meta: { invalidates: ['bookings', 'inventory'] },
  });
}

/** Outage with an optional damage photo. */
interface Reported {
  outage: OutageInput;
  picture: File | null;
}

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
  return useQuery({ ...read(['inventory'], '/api/repairs'), refetchOnMount: 'always' });
}

const piecesOf = ({ itemId, inventoryId }: Repair): PiecesOf =>
  itemId === null ? { of: 'inventory', id: inventoryId ?? 0 } : { of: 'items', id: itemId };

const meta = { invalidates: [...LISTS, 'bookings', 'inventory'], awaits: false } as const;

export type NewRepair = components['schemas']['NewRepairOut'];

/** Record a repair or loss. Repeating a `clientId` has no effect. */
export const useRecordRepair = () =>
  useMutation({
    mutationFn: (repair: components['schemas']['RepairInput']) =>
      unwrap(api.POST('/api/repairs', { body: repair })),
    meta: { invalidates: ['bookings', 'inventory'] },
  });

/** Put the pieces of a repair back in service, by its id. */
export const useEndRepair = () =>
  useMutation({
    mutationFn: (id: number) => unwrap(api.DELETE('/api/repairs/{repair_id}', at({ repair_id: id }))),
    meta,
  });

/** Undo putting pieces back in service. */
export const useReopenRepair = () =>
  useMutation({
    mutationFn: (id: number) => unwrap(api.POST('/api/repairs/{repair_id}/reopen', at({ repair_id: id }))),
    meta,
  });

/** Turn a repair into a loss, or a loss into a repair. */
export const useChangeRepairKind = () =>
  useMutation({
    mutationFn: ({ id, kind }: { id: number; kind: Repair['kind'] }) =>
      unwrap(api.PATCH('/api/repairs/{repair_id}', { ...at({ repair_id: id }), body: { kind } })),
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

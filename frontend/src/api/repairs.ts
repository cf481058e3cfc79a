import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { endOutage, LISTS, type PiecesOf } from './outages';
import { read } from './read';
import type { components } from './schema';

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

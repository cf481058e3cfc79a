import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from './change';
import { api, at } from './client';
import { endOutage, LISTS, type PiecesOf } from './outages';
import { read, reload } from './read';
import type { components } from './schema';

export type Repair = components['schemas']['RepairOut'];

/** Open repairs and losses, newest first. */
export function useRepairs() {
  return useQuery({ ...read(['inventory'], '/api/outages'), refetchOnMount: 'always' });
}

const piecesOf = ({ itemId, inventoryId }: Repair): PiecesOf =>
  itemId === null ? { of: 'inventory', id: inventoryId ?? 0 } : { of: 'items', id: itemId };

/** Reload repairs and bookings without waiting. */
function useStale() {
  const client = useQueryClient();
  return { onSuccess: () => void reload(client, ...LISTS, 'bookings') };
}

/** Put pieces back in service. */
export const usePutBack = () =>
  useCall((repair: Repair) => endOutage(piecesOf(repair), repair.id), useStale());

/** Update the end date, problem and cost of a repair. */
export const useChangeRepair = () =>
  useCall(({ repair, change }: { repair: Repair; change: components['schemas']['OutageChange'] }) => {
    const { of, id } = piecesOf(repair);
    const given = { ...at({ item_id: id, outage_id: repair.id }), body: change };
    return of === 'items'
      ? api.PATCH('/api/items/{item_id}/outages/{outage_id}', given)
      : api.PATCH('/api/inventory/{item_id}/outages/{outage_id}', given);
  }, useStale());

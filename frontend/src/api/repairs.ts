import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { LISTS } from './outages';
import { read, reload } from './read';
import type { components } from './schema';

export type Repair = components['schemas']['RepairOut'];

/** Repairs and losses that are not over, the latest first. */
export function useRepairs() {
  return useQuery({ ...read(['inventory'], '/api/outages'), refetchOnMount: 'always' });
}

function useStale() {
  const client = useQueryClient();
  return () => {
    void reload(client, ...LISTS);
    void reload(client, 'bookings');
  };
}

/** Puts pieces back into service. */
export function usePutBack() {
  const onSuccess = useStale();
  return useMutation({
    mutationFn: async ({ id, itemId, inventoryId }: Repair) => {
      if (itemId === null) {
        const path = { item_id: inventoryId ?? 0, outage_id: id };
        await api.DELETE('/api/inventory/{item_id}/outages/{outage_id}', { params: { path } });
      } else {
        const path = { item_id: itemId, outage_id: id };
        await api.DELETE('/api/items/{item_id}/outages/{outage_id}', { params: { path } });
      }
    },
    onSuccess,
  });
}

/** Says until when pieces are out of service, what is wrong with them, and what the repair costs. */
export function useChangeRepair() {
  const onSuccess = useStale();
  return useMutation({
    mutationFn: async ({
      repair: { id, itemId, inventoryId },
      change,
    }: {
      repair: Repair;
      change: components['schemas']['OutageChange'];
    }) =>
      itemId === null
        ? body(
            await api.PATCH('/api/inventory/{item_id}/outages/{outage_id}', {
              params: { path: { item_id: inventoryId ?? 0, outage_id: id } },
              body: change,
            }),
          )
        : body(
            await api.PATCH('/api/items/{item_id}/outages/{outage_id}', {
              params: { path: { item_id: itemId, outage_id: id } },
              body: change,
            }),
          ),
    onSuccess,
  });
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { bookingsKey } from './bookings';
import { api, body } from './client';
import type { components } from './schema';

export type Repair = components['schemas']['RepairAnswer'];

/** 'outages' is among what a change of the inventory makes stale. */
const repairsKey = ['outages', 'all'] as const;

/** Repairs and losses that are not over, the latest first. */
export function useRepairs() {
  return useQuery({
    queryKey: repairsKey,
    queryFn: async ({ signal }) => body(await api.GET('/api/outages', { signal })),
    refetchOnMount: 'always',
  });
}

function useStale() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ['outages'] });
    void client.invalidateQueries({ queryKey: bookingsKey });
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

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { read } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type DeliveryZones = components['schemas']['ZonesOut'];
export type DeliveryZonesInput = components['schemas']['ZonesInput'];

const zones = read(['settings'], '/api/delivery-zones');

/** Where the business delivers, and at which fee. Asked only for those who may change it. */
export function useDeliveryZones() {
  const enabled = useCan('changeSettings');
  return useQuery({ ...zones, enabled });
}

/** Sets all delivery zones. */
export function useSaveDeliveryZones() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: DeliveryZonesInput) =>
      body(await api.PUT('/api/delivery-zones', { body: input })),
    onSuccess: (saved) => client.setQueryData(zones.queryKey, saved),
  });
}

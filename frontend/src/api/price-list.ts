import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callPiecesBy } from '@/lib/words';
import { api, body } from './client';
import { ownEstimate } from './own-form';
import { read, reload } from './read';
import { useCan } from './rights';
import type { components } from './schema';
import type { EstimateInput } from './types';

export type PriceList = components['schemas']['PriceListOut'];
export type PriceListChange = components['schemas']['PriceListChange'];

const priceList = read(['settings'], '/api/price-list');

/**
 * The operator's prices: letters by size, colors, add-ons, difficulties. Only for people who may change them.
 */
export function usePriceList() {
  const enabled = useCan('changeSettings');
  return useQuery({ ...priceList, enabled });
}

function namesOf(rows: readonly { code: string; label: string }[]): Record<string, string> {
  return Object.fromEntries(rows.map(({ code, label }) => [code, label]));
}

/** Changes the prices that the input names; a list replaces the whole list. */
export function useSavePriceList() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: PriceListChange) => body(await api.PATCH('/api/price-list', { body: input })),
    onSuccess: (saved) => {
      client.setQueryData(priceList.queryKey, saved);
      callPiecesBy({ sizes: namesOf(saved.sizes), finishes: namesOf(saved.finishes) });
      // Not waited for: the new prices are already on the screen.
      void reload(client, '/api/estimate');
    },
  });
}

/** The price of an example by the saved price list; nothing is asked while `input` is null. */
export function useExamplePrice(input: EstimateInput | null) {
  return useQuery({
    ...ownEstimate(input ?? {}),
    select: ({ breakdown }) => breakdown ?? null,
    enabled: input !== null,
  });
}

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

import { useQuery } from '@tanstack/react-query';
import { callPiecesBy } from '@/lib/words';
import { useSave } from './change';
import { api } from './client';
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
export const usePriceList = () => useQuery({ ...priceList, enabled: useCan('changeSettings') });

function namesOf(rows: readonly { code: string; label: string }[]): Record<string, string> {
  return Object.fromEntries(rows.map(({ code, label }) => [code, label]));
}

/** Changes the prices that the input names; a list replaces the whole list. */
export const useSavePriceList = () =>
  useSave(
    priceList,
    (input: PriceListChange) => api.PATCH('/api/price-list', { body: input }),
    ({ sizes, finishes }, client) => {
      callPiecesBy({ sizes: namesOf(sizes), finishes: namesOf(finishes) });
      // The new prices are already on the screen.
      void reload(client, '/api/estimate');
    },
  );

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
export const useDeliveryZones = () => useQuery({ ...zones, enabled: useCan('changeSettings') });

/** Sets all delivery zones. */
export const useSaveDeliveryZones = () =>
  useSave(zones, (input: DeliveryZonesInput) => api.PUT('/api/delivery-zones', { body: input }));

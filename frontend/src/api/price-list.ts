import { useMutation, useQuery } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { ownEstimate } from './operator-form';
import { read, setDataOf } from './read';
import { useCan } from './rights';
import type { components } from './schema';
import type { EstimateInput } from './types';
import { userQuery } from './user';

export type PriceList = components['schemas']['PriceListOut'];
export type PriceListChange = components['schemas']['PriceListChange'];

const priceList = read(['settings'], '/api/price-list');

/**
 * Price list: letters by size, colors, add-ons, difficulties. Enabled only for users who can change settings.
 */
export const usePriceList = () => useQuery({ ...priceList, enabled: useCan('changeSettings') });

function namesOf(rows: readonly { code: string; label: string }[]): Record<string, string> {
  return Object.fromEntries(rows.map(({ code, label }) => [code, label]));
}

/** Update the prices in the input; a list replaces the stored list. */
export const useSavePriceList = () =>
  useMutation({
    mutationFn: (input: PriceListChange) => unwrap(api.PATCH('/api/price-list', { body: input })),
    onSuccess: (saved, _change, _result, { client }) => {
      client.setQueryData(priceList.queryKey, saved);
      const names = { sizes: namesOf(saved.sizes), finishes: namesOf(saved.finishes) };
      client.setQueryData(
        userQuery.queryKey,
        (user) => user && { ...user, pieceNames: user.pieceNames && { ...user.pieceNames, ...names } },
      );
    },
    // The new prices are already on the screen.
    meta: { invalidates: ['/api/estimate', '/api/price-list/charges'], awaits: false },
  });

/** Price of an example by the saved price list; disabled if `input` is null. */
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

/** Delivery zones and their fees. Enabled only for users who can change settings. */
export const useDeliveryZones = () => useQuery({ ...zones, enabled: useCan('changeSettings') });

/** Replace all delivery zones. */
export const useSaveDeliveryZones = () =>
  useMutation({
    mutationFn: (input: DeliveryZonesInput) => unwrap(api.PUT('/api/delivery-zones', { body: input })),
    onSuccess: setDataOf(zones),
  });

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callPiecesBy } from '@/lib/piece-names';
import { api, body } from './client';
import { askOwnEstimate } from './own-form';
import { useCan } from './rights';
import type { components } from './schema';
import type { EstimateInput } from './types';

export type PriceList = components['schemas']['PriceListAnswer'];
export type PriceListChange = components['schemas']['PriceListChange'];

export const priceListKey = ['price-list'] as const;
const exampleKey = ['price-example'] as const;

/**
 * The operator's prices: letters by size, colors, add-ons, difficulties. Only for people who may change them.
 */
export function usePriceList() {
  const enabled = useCan('changeSettings');
  return useQuery({
    queryKey: priceListKey,
    queryFn: async () => body(await api.GET('/api/price-list')),
    enabled,
  });
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
      client.setQueryData(priceListKey, saved);
      callPiecesBy({ sizes: namesOf(saved.sizes), finishes: namesOf(saved.finishes) });
      // Not waited for: the new prices are already on the screen.
      void client.invalidateQueries({ queryKey: exampleKey });
    },
  });
}

/** The price of an example by the saved price list; nothing is asked while `input` is null. */
export function useExamplePrice(input: EstimateInput | null) {
  return useQuery({
    queryKey: [...exampleKey, input],
    queryFn: async ({ signal }) => (await askOwnEstimate(input ?? {}, signal)).breakdown ?? null,
    enabled: input !== null,
  });
}

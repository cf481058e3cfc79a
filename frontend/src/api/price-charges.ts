import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PriceListChange } from './price-list';
import { ask, read } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type ListedCharges = components['schemas']['ListedChargesOut'];

/** Everything that a customer of the business is charged, with the usual figures. */
export const useListedCharges = () =>
  useQuery({ ...read(['settings'], '/api/price-list/charges'), enabled: useCan('changeSettings') });

/** A worked example of the prices with a change applied, before it is saved; disabled if `change` is null. */
export const usePriceExample = (change: PriceListChange | null) =>
  useQuery({
    ...ask(['settings'], '/api/price-list/example', change ?? {}),
    enabled: change !== null,
    placeholderData: keepPreviousData,
  });

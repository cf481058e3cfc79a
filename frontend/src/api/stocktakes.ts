import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read } from './read';
import type { components } from './schema';

type Schemas = components['schemas'];
export type Stocktake = Schemas['StocktakeOut'];
export type StocktakeRow = Schemas['StocktakeRowOut'];
export type StocktakeSummary = Schemas['StocktakeSummaryOut'];
export type FinishedStocktake = Schemas['FinishedStocktakeOut'];
export type Differences = Schemas['FinishStocktakeInput']['differences'];

/** Stocktakes, latest first. */
export function useStocktakes() {
  return useQuery({ ...read(['inventory'], '/api/stocktakes'), refetchOnMount: 'always' });
}

/** A stocktake with its letters, along the shelves. */
export function useStocktake(id: number) {
  return useQuery({
    ...read(['inventory', 'bookings'], '/api/stocktakes/{stocktake_id}', { path: { stocktake_id: id } }),
    refetchOnMount: 'always',
  });
}

/** Download URL of a stocktake's report. */
export const stocktakeCsv = (id: number) => `/api/stocktakes/${id}/report.csv`;

/** Start a stocktake of these sizes, or of all with null. */
export const useStartStocktake = () =>
  useMutation({
    mutationFn: (sizes: string[] | null) => unwrap(api.POST('/api/stocktakes', { body: { sizes } })),
    meta: { invalidates: ['/api/stocktakes'] },
  });

/** Finish a stocktake; missing pieces become losses, repairs, or a smaller quantity. */
export const useFinishStocktake = (id: number) =>
  useMutation({
    mutationFn: (differences: Differences) =>
      unwrap(
        api.POST('/api/stocktakes/{stocktake_id}/finish', {
          ...at({ stocktake_id: id }),
          body: { differences },
        }),
      ),
    meta: { invalidates: ['inventory', 'bookings'], invalidatesOnError: true },
  });

/** Discard an open stocktake with its counts. */
export const useDiscardStocktake = (id: number) =>
  useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/stocktakes/{stocktake_id}', at({ stocktake_id: id }))),
    meta: { invalidates: ['/api/stocktakes'], awaits: false },
  });

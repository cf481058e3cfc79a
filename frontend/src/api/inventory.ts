import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, type Upsert, unwrap } from './client';
import { type Answer, read, reload, rowsOf } from './read';
import type { components } from './schema';
import type { ImportInput, InventoryInput, InventoryItem } from './types';

export type WaitingEntry = components['schemas']['WaitingEntryOut'];

const letters = (answer: Answer<'/api/inventory', 'get'>): readonly InventoryItem[] => rowsOf(answer);

/** All letters of the operator, in both sizes. */
export function useInventory(enabled = true) {
  return useQuery({ ...read(['inventory'], '/api/inventory'), select: letters, enabled });
}

/** Paths to invalidate: letters, and size prices if they were changed too. */
const outdated = ({ setListPrice }: { setListPrice?: boolean }) =>
  ['/api/inventory', ...(setListPrice === true ? (['/api/price-list'] as const) : [])] as const;

/** Create a letter, or update the one with `id`. */
export const useSaveInventory = () =>
  useMutation({
    mutationFn: ({ id, input }: Upsert<InventoryInput>) =>
      unwrap(
        id === null
          ? api.POST('/api/inventory', { body: input })
          : api.PATCH('/api/inventory/{item_id}', { ...at({ item_id: id }), body: input }),
      ),
    onSuccess: (_item, { input }, _result, { client }) => reload(client, ...outdated(input)),
  });

/** Delete a letter; fails with a 409 while bookings hold it. */
export const useRemoveInventory = () =>
  useMutation({
    mutationFn: (id: number) => unwrap(api.DELETE('/api/inventory/{item_id}', at({ item_id: id }))),
    meta: { invalidates: ['/api/inventory'] },
  });

/** Download URL of the inventory in import format. */
export const inventoryCsv = '/api/inventory.csv';

/** Preview or import rows: all of them or, if one is invalid, either none or only the valid ones. */
export const useImportInventory = () =>
  useMutation({
    mutationFn: (input: ImportInput) => unwrap(api.POST('/api/inventory/import', { body: input })),
    onSuccess: async ({ applied }, input, _result, { client }) => {
      if (applied) await reload(client, ...outdated(input));
    },
  });

/** Waiting list: waiting and offered customers by arrival, then past entries. */
export function useWaitingList() {
  return useQuery({ ...read(['bookings', 'inventory'], '/api/waiting-list'), staleTime: 0 });
}

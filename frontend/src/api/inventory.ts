import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addOrChange, useCall, useChange } from './change';
import { api, at } from './client';
import { type Answer, read, reload, rowsOf } from './read';
import type { components } from './schema';
import type { ImportInput, InventoryInput, InventoryItem } from './types';

export type WaitingEntry = components['schemas']['WaitingEntryOut'];

const letters = (answer: Answer<'/api/inventory', 'get'>): readonly InventoryItem[] => rowsOf(answer);

/** Every letter of the operator, both sizes. */
export function useInventory() {
  return useQuery({ ...read(['inventory'], '/api/inventory'), select: letters });
}

/** The letters, and the prices of sizes where theirs become those too. */
const outdated = ({ setListPrice }: { setListPrice?: boolean }) =>
  ['/api/inventory', ...(setListPrice === true ? (['/api/price-list'] as const) : [])] as const;

/** Adds a letter, or changes the one with `id`. */
export function useSaveInventory() {
  const client = useQueryClient();
  return useCall(
    addOrChange(
      (input: InventoryInput) => api.POST('/api/inventory', { body: input }),
      (id, input) => api.PATCH('/api/inventory/{item_id}', { ...at({ item_id: id }), body: input }),
    ),
    { onSuccess: (_, { input }) => reload(client, ...outdated(input)) },
  );
}

/** Removes a letter; refused with a 409 while bookings hold it. */
export const useRemoveInventory = () =>
  useChange((id: number) => api.DELETE('/api/inventory/{item_id}', at({ item_id: id })), '/api/inventory');

/** Where the inventory can be downloaded, in the form that an import takes. */
export const inventoryCsv = '/api/inventory.csv';

/** Previews or applies each row: all rows or, when one is refused, either none or only the valid rows. */
export function useImportInventory() {
  const client = useQueryClient();
  return useCall((input: ImportInput) => api.POST('/api/inventory/import', { body: input }), {
    onSuccess: async ({ applied }, input) => {
      if (applied) await reload(client, ...outdated(input));
    },
  });
}

/** The customers who wait for letters or have an offer, in order of arrival, then those who waited before. */
export function useWaitingList() {
  return useQuery({ ...read(['bookings', 'inventory'], '/api/waiting-list'), staleTime: 0 });
}

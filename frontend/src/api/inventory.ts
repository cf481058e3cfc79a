import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { priceListKey } from './price-list';
import type { ImportInput, InventoryInput, InventoryItem } from './types';

const inventoryKey = ['inventory'] as const;

/** Every letter of the operator, both sizes. */
export function useInventory() {
  return useQuery({
    queryKey: inventoryKey,
    // With `limit` the same path answers pages; without it, always the plain list.
    queryFn: async () => body(await api.GET('/api/inventory')) as InventoryItem[],
  });
}

/** Adds a letter, or changes the one with `id`. */
export function useSaveInventory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, input }: { id: number | null; input: InventoryInput }) =>
      id === null
        ? body(await api.POST('/api/inventory', { body: input }))
        : body(
            await api.PATCH('/api/inventory/{item_id}', { params: { path: { item_id: id } }, body: input }),
          ),
    onSuccess: (_, { input }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: inventoryKey }),
        input.setListPrice === true ? client.invalidateQueries({ queryKey: priceListKey }) : null,
      ]),
  });
}

/** Removes a letter; refused with a 409 while bookings hold it. */
export function useRemoveInventory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      await api.DELETE('/api/inventory/{item_id}', { params: { path: { item_id: id } } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: inventoryKey }),
  });
}

/** Where the inventory can be downloaded, in the form that an import takes. */
export const inventoryCsv = '/api/inventory.csv';

/** Previews or applies each row: all rows or, when one is refused, either none or only the valid rows. */
export function useImportInventory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: ImportInput) => body(await api.POST('/api/inventory/import', { body: input })),
    onSuccess: async ({ applied }, { setListPrice }) => {
      if (applied) {
        await client.invalidateQueries({ queryKey: inventoryKey });
      }
      if (applied && setListPrice === true) {
        await client.invalidateQueries({ queryKey: priceListKey });
      }
    },
  });
}

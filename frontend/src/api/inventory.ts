import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { type Answer, read, reload, rowsOf } from './read';
import type { components } from './schema';
import type { ImportInput, InventoryInput, InventoryItem } from './types';

export type WaitingEntry = components['schemas']['WaitingEntryOut'];

const letters = (answer: Answer<'/api/inventory', 'get'>): readonly InventoryItem[] => rowsOf(answer);

/** Every letter of the operator, both sizes. */
export function useInventory() {
  return useQuery({ ...read(['inventory'], '/api/inventory'), select: letters });
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
        reload(client, '/api/inventory'),
        input.setListPrice === true ? reload(client, '/api/price-list') : null,
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
    onSuccess: () => reload(client, '/api/inventory'),
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
        await reload(client, '/api/inventory');
      }
      if (applied && setListPrice === true) {
        await reload(client, '/api/price-list');
      }
    },
  });
}

/** The customers who wait for letters or have an offer, in order of arrival, then those who waited before. */
export function useWaitingList() {
  return useQuery({ ...read(['bookings', 'inventory'], '/api/waiting-list'), staleTime: 0 });
}

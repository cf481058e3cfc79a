import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { read, reload } from './read';
import type { ItemInput, PackageInput } from './types';

/** The items that the business rents out besides letters. */
export function useItems(enabled = true) {
  return useQuery({ ...read(['inventory'], '/api/items'), enabled });
}

/** The packages that the business rents out. */
export function usePackages(enabled = true) {
  return useQuery({ ...read(['inventory'], '/api/packages'), enabled });
}

/** Adds an item, or changes the one with `id`; refused with a 409 below what coming bookings hold. */
export function useSaveItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, input }: { id: number | null; input: ItemInput }) =>
      id === null
        ? body(await api.POST('/api/items', { body: input }))
        : body(await api.PATCH('/api/items/{item_id}', { params: { path: { item_id: id } }, body: input })),
    // A package names its items.
    onSuccess: () => Promise.all([reload(client, '/api/items'), reload(client, '/api/packages')]),
  });
}

/** Removes an item; refused with a 409 while bookings hold it or a package has it. */
export function useRemoveItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      await api.DELETE('/api/items/{item_id}', { params: { path: { item_id: id } } });
    },
    onSuccess: () => reload(client, '/api/items'),
  });
}

/** Adds a package, or changes the one with `id`. Bookings that have it keep it as it was. */
export function useSavePackage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, input }: { id: number | null; input: PackageInput }) =>
      id === null
        ? body(await api.POST('/api/packages', { body: input }))
        : body(
            await api.PATCH('/api/packages/{package_id}', {
              params: { path: { package_id: id } },
              body: input,
            }),
          ),
    onSuccess: () => reload(client, '/api/packages'),
  });
}

/** Removes a package. Bookings that have it keep it as it was. */
export function useRemovePackage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      await api.DELETE('/api/packages/{package_id}', { params: { path: { package_id: id } } });
    },
    onSuccess: () => reload(client, '/api/packages'),
  });
}

export type Pictured = 'item' | 'package';

/** The picture itself is sent, in place of the text that the description calls it. */
export function sent(file: Blob) {
  return {
    // Some systems do not know what a file is; the server looks into it.
    headers: { 'Content-Type': file.type === '' ? 'image/jpeg' : file.type },
    body: '',
    bodySerializer: () => file,
  };
}

/** Gives an item or a package a picture; null takes it away. */
export function useSetPicture(kind: Pictured) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, file }: { id: number; file: Blob | null }): Promise<void> => {
      if (kind === 'item') {
        const params = { path: { item_id: id } };
        await (file === null
          ? api.DELETE('/api/items/{item_id}/picture', { params })
          : api.PUT('/api/items/{item_id}/picture', { params, ...sent(file) }));
      } else {
        const params = { path: { package_id: id } };
        await (file === null
          ? api.DELETE('/api/packages/{package_id}/picture', { params })
          : api.PUT('/api/packages/{package_id}/picture', { params, ...sent(file) }));
      }
    },
    onSuccess: () => reload(client, kind === 'item' ? '/api/items' : '/api/packages'),
  });
}

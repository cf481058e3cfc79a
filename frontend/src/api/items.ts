import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, type Upsert, unwrap } from './client';
import { read } from './read';
import type { ItemInput, PackageInput } from './types';

/** Rental items besides letters. */
export function useItems(enabled = true) {
  return useQuery({ ...read(['inventory'], '/api/items'), enabled });
}

/** Packages of the business. */
export function usePackages(enabled = true) {
  return useQuery({ ...read(['inventory'], '/api/packages'), enabled });
}

/**
 * Create an item, or update the one with `id`; fails with a 409 below the quantity held by upcoming bookings.
 */
export const useSaveItem = () =>
  useMutation({
    mutationFn: ({ id, input }: Upsert<ItemInput>) =>
      unwrap(
        id === null
          ? api.POST('/api/items', { body: input })
          : api.PATCH('/api/items/{item_id}', { ...at({ item_id: id }), body: input }),
      ),
    meta: { invalidates: ['/api/items', '/api/packages'] },
  });

/** Delete an item; fails with a 409 while bookings hold it or a package includes it. */
export const useRemoveItem = () =>
  useMutation({
    mutationFn: (id: number) => unwrap(api.DELETE('/api/items/{item_id}', at({ item_id: id }))),
    meta: { invalidates: ['/api/items'] },
  });

/** Create a package, or update the one with `id`. Existing bookings keep the old version. */
export const useSavePackage = () =>
  useMutation({
    mutationFn: ({ id, input }: Upsert<PackageInput>) =>
      unwrap(
        id === null
          ? api.POST('/api/packages', { body: input })
          : api.PATCH('/api/packages/{package_id}', { ...at({ package_id: id }), body: input }),
      ),
    meta: { invalidates: ['/api/packages'] },
  });

/** Delete a package. Existing bookings keep it. */
export const useRemovePackage = () =>
  useMutation({
    mutationFn: (id: number) => unwrap(api.DELETE('/api/packages/{package_id}', at({ package_id: id }))),
    meta: { invalidates: ['/api/packages'] },
  });

export type Pictured = 'item' | 'package';

/** Request options that send a file as the raw body, which the schema describes as a string. */
export function sent(file: Blob) {
  return {
    // Some systems do not report a file type; the server inspects the content.
    headers: { 'Content-Type': file.type === '' ? 'image/jpeg' : file.type },
    body: '',
    bodySerializer: () => file,
  };
}

/** Set the picture of an item or package; null removes it. */
export const useSetPicture = (kind: Pictured) =>
  useMutation({
    mutationFn: async ({ id, file }: { id: number; file: Blob | null }) => {
      if (kind === 'item') {
        const item = at({ item_id: id });
        return unwrap(
          file === null
            ? api.DELETE('/api/items/{item_id}/picture', item)
            : api.PUT('/api/items/{item_id}/picture', { ...item, ...sent(file) }),
        );
      }
      const ofPackage = at({ package_id: id });
      return unwrap(
        file === null
          ? api.DELETE('/api/packages/{package_id}/picture', ofPackage)
          : api.PUT('/api/packages/{package_id}/picture', { ...ofPackage, ...sent(file) }),
      );
    },
    meta: { invalidates: [kind === 'item' ? '/api/items' : '/api/packages'] },
  });

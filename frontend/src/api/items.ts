import { useQuery } from '@tanstack/react-query';
import { addOrChange, useChange } from './change';
import { api, at } from './client';
import { read } from './read';
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
export const useSaveItem = () =>
  useChange(
    addOrChange(
      (input: ItemInput) => api.POST('/api/items', { body: input }),
      (id, input) => api.PATCH('/api/items/{item_id}', { ...at({ item_id: id }), body: input }),
    ),
    // A package names its items.
    '/api/items',
    '/api/packages',
  );

/** Removes an item; refused with a 409 while bookings hold it or a package has it. */
export const useRemoveItem = () =>
  useChange((id: number) => api.DELETE('/api/items/{item_id}', at({ item_id: id })), '/api/items');

/** Adds a package, or changes the one with `id`. Bookings that have it keep it as it was. */
export const useSavePackage = () =>
  useChange(
    addOrChange(
      (input: PackageInput) => api.POST('/api/packages', { body: input }),
      (id, input) => api.PATCH('/api/packages/{package_id}', { ...at({ package_id: id }), body: input }),
    ),
    '/api/packages',
  );

/** Removes a package. Bookings that have it keep it as it was. */
export const useRemovePackage = () =>
  useChange(
    (id: number) => api.DELETE('/api/packages/{package_id}', at({ package_id: id })),
    '/api/packages',
  );

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
export const useSetPicture = (kind: Pictured) =>
  useChange(
    async ({ id, file }: { id: number; file: Blob | null }): Promise<{ response: Response }> => {
      if (kind === 'item') {
        const item = at({ item_id: id });
        return file === null
          ? api.DELETE('/api/items/{item_id}/picture', item)
          : api.PUT('/api/items/{item_id}/picture', { ...item, ...sent(file) });
      }
      const ofPackage = at({ package_id: id });
      return file === null
        ? api.DELETE('/api/packages/{package_id}/picture', ofPackage)
        : api.PUT('/api/packages/{package_id}/picture', { ...ofPackage, ...sent(file) });
    },
    kind === 'item' ? '/api/items' : '/api/packages',
  );

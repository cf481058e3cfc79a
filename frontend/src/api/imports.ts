import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read } from './read';
import type { components } from './schema';

type Schemas = components['schemas'];
export type FileInput = Schemas['FileInput'];
export type FileOut = Schemas['FileOut'];
export type ImportOfDay = Schemas['ImportOfDay'];
export type UndoOut = Schemas['UndoOut'];
export type ImportKind = ImportOfDay['kind'];

/** Download URL of the file to fill in. */
export const templateOf = (kind: ImportKind): string => `/api/imports/template.csv?kind=${kind}`;

/** Preview a file, or import it with `apply`. */
export const useImportFile = (kind: ImportKind) =>
  useMutation({
    mutationFn: (input: FileInput) => unwrap(api.POST(`/api/imports/${kind}`, { body: input })),
    meta: { invalidates: ['bookings', 'inventory', 'payments'] },
  });

/** Imports that can still be undone, newest first. */
export const useImports = () => useQuery(read(['bookings'], '/api/imports'));

/** Delete the rows of an import that weren't changed since. */
export const useUndoImport = () =>
  useMutation({
    mutationFn: (id: number) => unwrap(api.POST('/api/imports/{import_id}/undo', at({ import_id: id }))),
    meta: { invalidates: ['bookings', 'inventory', 'payments'] },
  });

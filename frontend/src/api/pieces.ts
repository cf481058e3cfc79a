import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read } from './read';
import type { components, paths } from './schema';

type Schemas = components['schemas'];
export type TaggedPiece = Schemas['TaggedPieceOut'];
type PieceInput = Schemas['PieceInput'];
type PieceChange = Schemas['PieceChange'];
export type LabelSheet = NonNullable<
  NonNullable<paths['/api/labels.pdf']['get']['parameters']['query']>['sheet']
>;

/** Individually tagged pieces. */
export function usePieces() {
  return useQuery({ ...read(['inventory'], '/api/pieces'), refetchOnMount: 'always' });
}

/** Tag a piece. */
export const useAddPiece = () =>
  useMutation({
    mutationFn: (input: PieceInput) => unwrap(api.POST('/api/pieces', { body: input })),
    meta: { invalidates: ['/api/pieces'] },
  });

/** Update a tagged piece. */
export const useChangePiece = () =>
  useMutation({
    mutationFn: ({ id, change }: { id: number; change: PieceChange }) =>
      unwrap(api.PATCH('/api/pieces/{piece_id}', { ...at({ piece_id: id }), body: change })),
    meta: { invalidates: ['/api/pieces'] },
  });

/** URL of the label PDF. */
export const labelsPath = (sheet: LabelSheet, of: 'slots' | 'pieces') =>
  `/api/labels.pdf?sheet=${sheet}&of=${of}`;

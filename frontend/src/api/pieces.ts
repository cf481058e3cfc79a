import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { read, reload } from './read';
import type { components, paths } from './schema';

type Schemas = components['schemas'];
export type TaggedPiece = Schemas['TaggedPieceOut'];
type PieceInput = Schemas['PieceInput'];
type PieceChange = Schemas['PieceChange'];
export type LabelSheet = NonNullable<
  NonNullable<paths['/api/labels.pdf']['get']['parameters']['query']>['sheet']
>;

/** The single pieces that have a tag. */
export function usePieces() {
  return useQuery({ ...read(['inventory'], '/api/pieces'), refetchOnMount: 'always' });
}

/** Gives a piece a tag. */
export function useAddPiece() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: PieceInput) => body(await api.POST('/api/pieces', { body: input })),
    onSuccess: () => reload(client, '/api/pieces'),
  });
}

/** Changes what is known of a piece. */
export function useChangePiece() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, change }: { id: number; change: PieceChange }) =>
      body(await api.PATCH('/api/pieces/{piece_id}', { params: { path: { piece_id: id } }, body: change })),
    onSuccess: () => reload(client, '/api/pieces'),
  });
}

/** Where the labels are, as a PDF. */
export const labelsPath = (sheet: LabelSheet, of: 'slots' | 'pieces') =>
  `/api/labels.pdf?sheet=${sheet}&of=${of}`;

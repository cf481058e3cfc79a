/** Embedding of the booking form: the public key and the sites allowed to show it. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { read, setDataOf } from './read';
import type { components } from './schema';
import { userQuery } from './user';

export type Embedding = components['schemas']['EmbedOut'];

const embedding = read(['settings'], '/api/embed-settings');

export function useEmbedding() {
  return useQuery(embedding);
}

/** Set the sites allowed to show the form (an empty list allows all), and whether the page gets contact details. */
export const useSaveEmbedding = () =>
  useMutation({
    mutationFn: (input: components['schemas']['EmbedInput']) =>
      unwrap(api.PATCH('/api/embed-settings', { body: input })),
    onSuccess: setDataOf(embedding),
  });

/** Replace the public key; the old one stops working. */
export const useRenewPublicKey = () =>
  useMutation({
    mutationFn: () => unwrap(api.POST('/api/embed-settings/renew-key')),
    onSuccess: (saved, _input, _result, { client }) => {
      client.setQueryData(embedding.queryKey, saved);
      client.setQueryData(userQuery.queryKey, (user) => user && { ...user, publicKey: saved.publicKey });
    },
  });

/** How the business is embedded: the key that names it in public, and the sites that may show its form. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { read } from './read';
import type { components } from './schema';
import { userQuery } from './user';

export type Embedding = components['schemas']['EmbedOut'];

const embedding = read(['settings'], '/api/embed-settings');

export function useEmbedding() {
  return useQuery(embedding);
}

/** Sets the sites that may show the form; an empty list admits every site. */
export function useSaveAllowedSites() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (allowedSites: string[]) =>
      body(await api.PATCH('/api/embed-settings', { body: { allowedSites } })),
    onSuccess: (saved) => client.setQueryData(embedding.queryKey, saved),
  });
}

/** Sets whether a page that embeds the form learns who has booked. */
export function useSaveShareContact() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (shareContact: boolean) =>
      body(await api.PATCH('/api/embed-settings', { body: { shareContact } })),
    onSuccess: (saved) => client.setQueryData(embedding.queryKey, saved),
  });
}

/** Takes another public key; the old one names nobody after that. */
export function useRenewPublicKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => body(await api.POST('/api/embed-settings/renew-key')),
    onSuccess: (saved) => {
      client.setQueryData(embedding.queryKey, saved);
      client.setQueryData(userQuery.queryKey, (user) => user && { ...user, publicKey: saved.publicKey });
    },
  });
}

/** How the business is embedded: the key that names it in public, and the sites that may show its form. */
import { useQuery } from '@tanstack/react-query';
import { useSave } from './change';
import { api } from './client';
import { read } from './read';
import type { components } from './schema';
import { userQuery } from './user';

export type Embedding = components['schemas']['EmbedOut'];

const embedding = read(['settings'], '/api/embed-settings');

export function useEmbedding() {
  return useQuery(embedding);
}

/** Sets the sites that may show the form; an empty list admits every site. */
export const useSaveAllowedSites = () =>
  useSave(embedding, (allowedSites: string[]) =>
    api.PATCH('/api/embed-settings', { body: { allowedSites } }),
  );

/** Sets whether a page that embeds the form learns who has booked. */
export const useSaveShareContact = () =>
  useSave(embedding, (shareContact: boolean) => api.PATCH('/api/embed-settings', { body: { shareContact } }));

/** Takes another public key; the old one names nobody after that. */
export const useRenewPublicKey = () =>
  useSave(
    embedding,
    () => api.POST('/api/embed-settings/renew-key'),
    ({ publicKey }, client) =>
      client.setQueryData(userQuery.queryKey, (user) => user && { ...user, publicKey }),
  );

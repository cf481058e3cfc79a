/** Embedding of the booking form: the public key and the sites allowed to show it. */
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

/** Set the sites allowed to show the form; an empty list allows all. */
export const useSaveAllowedSites = () =>
  useSave(embedding, (allowedSites: string[]) =>
    api.PATCH('/api/embed-settings', { body: { allowedSites } }),
  );

/** Set whether the embedding page receives the customer's contact details. */
export const useSaveShareContact = () =>
  useSave(embedding, (shareContact: boolean) => api.PATCH('/api/embed-settings', { body: { shareContact } }));

/** Replace the public key; the old one stops working. */
export const useRenewPublicKey = () =>
  useSave(
    embedding,
    () => api.POST('/api/embed-settings/renew-key'),
    ({ publicKey }, client) =>
      client.setQueryData(userQuery.queryKey, (user) => user && { ...user, publicKey }),
  );

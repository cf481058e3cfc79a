import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, body } from './client';
import type { components } from './schema';

export type Found = components['schemas']['SearchAnswer'];

/** What a business has that matches some words: a few of each kind. Without words there is no request. */
export function useSearch(q: string) {
  return useQuery({
    queryKey: ['search', q],
    queryFn: async ({ signal }) => body(await api.GET('/api/search', { params: { query: { q } }, signal })),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    // What is looked for again is looked up again.
    staleTime: 0,
  });
}

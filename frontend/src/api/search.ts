import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from './read';
import type { components } from './schema';

export type Found = components['schemas']['SearchOut'];

/** Search results, a few of each kind. Disabled for an empty search. */
export function useSearch(q: string) {
  return useQuery({
    ...read([], '/api/search', { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    // Repeating a search reloads its results.
    staleTime: 0,
  });
}

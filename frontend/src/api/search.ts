import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from './read';
import type { components } from './schema';

export type Found = components['schemas']['SearchOut'];

/** What a business has that matches some words: a few of each kind. Without words there is no request. */
export function useSearch(q: string) {
  return useQuery({
    ...read([], '/api/search', { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    // What is looked for again is looked up again.
    staleTime: 0,
  });
}

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type AuditFilter, auditQuery } from '@/lib/audit';
import { api, body } from './client';

/** What was done in the business, the latest first, page after page; read at each visit. */
export function useActivity(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ['activity', filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: 30, ...auditQuery(filter), ...(pageParam !== '' && { cursor: pageParam }) };
      return body(await api.GET('/api/activity', { params: { query }, signal }));
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type AuditFilter, auditQuery } from '@/lib/audit';
import { readPages } from './read';

/** What was done in the business, the latest first, page after page; read at each visit. */
export function useActivity(filter: AuditFilter) {
  return useInfiniteQuery({
    ...readPages([], '/api/activity', { limit: 30, ...auditQuery(filter) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

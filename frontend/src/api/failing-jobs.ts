import { useQuery } from '@tanstack/react-query';
import { useChange } from './change';
import { api } from './client';
import { read } from './read';
import type { components } from './schema';

/** Failing background jobs of one kind and business. */
export type FailingJobs = components['schemas']['FailingJobs'];

export function useFailingJobs() {
  return useQuery(read([], '/api/admin/failing-jobs'));
}

/** Retry the failed jobs of a kind and business now. */
export const useRetryJobs = () =>
  useChange(
    (body: { kind: string; operatorId: number | null }) =>
      api.POST('/api/admin/failing-jobs/retry', { body }),
    '/api/admin/failing-jobs',
    '/api/admin/audit',
    '/api/admin/overview',
  );

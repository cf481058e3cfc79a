import { useMutation, useQuery } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { read } from './read';
import type { components } from './schema';

/** Failing background jobs of one kind and business. */
export type FailingJobs = components['schemas']['FailingJobs'];

export function useFailingJobs() {
  return useQuery(read([], '/api/admin/failing-jobs'));
}

/** Retry the failed jobs of a kind and business now. */
export const useRetryJobs = () =>
  useMutation({
    mutationFn: (body: { kind: string; operatorId: number | null }) =>
      unwrap(api.POST('/api/admin/failing-jobs/retry', { body })),
    meta: { invalidates: ['/api/admin/failing-jobs', '/api/admin/audit', '/api/admin/overview'] },
  });

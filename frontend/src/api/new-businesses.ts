import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read } from './read';
import type { components } from './schema';

/** New business that awaits approval or was declined. */
export type HeldBusiness = components['schemas']['HeldBusiness'];

export function useNewBusinesses() {
  return useQuery(read([], '/api/admin/new-businesses'));
}

/** Approve or decline a new business. */
export const useReview = () =>
  useMutation({
    mutationFn: ({ operatorId, approved }: { operatorId: number; approved: boolean }) =>
      unwrap(
        api.PATCH('/api/admin/new-businesses/{operator_id}', {
          ...at({ operator_id: operatorId }),
          body: { approved },
        }),
      ),
    meta: { invalidates: ['/api/admin/new-businesses', '/api/admin/audit', '/api/admin/overview'] },
  });

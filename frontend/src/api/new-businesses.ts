import { useQuery } from '@tanstack/react-query';
import { useChange } from './change';
import { api, at } from './client';
import { read } from './read';
import type { components } from './schema';

/** New business that awaits approval or was declined. */
export type HeldBusiness = components['schemas']['HeldBusiness'];

export function useNewBusinesses() {
  return useQuery(read([], '/api/admin/new-businesses'));
}

/** Approve or decline a new business. */
export const useReview = () =>
  useChange(
    ({ operatorId, approved }: { operatorId: number; approved: boolean }) =>
      api.PATCH('/api/admin/new-businesses/{operator_id}', {
        ...at({ operator_id: operatorId }),
        body: { approved },
      }),
    '/api/admin/new-businesses',
    '/api/admin/audit',
    '/api/admin/overview',
  );

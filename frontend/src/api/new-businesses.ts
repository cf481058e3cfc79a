import { useQuery } from '@tanstack/react-query';
import { useChange } from './change';
import { api, at } from './client';
import { read } from './read';
import type { components } from './schema';

/** A new business that waits until an administrator approves it, or that was refused. */
export type HeldBusiness = components['schemas']['HeldBusiness'];

export function useNewBusinesses() {
  return useQuery(read([], '/api/admin/new-businesses'));
}

/** Approves a new business or refuses it. */
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

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import { read, reload } from './read';
import type { components } from './schema';

/** A new business that waits until an administrator approves it, or that was refused. */
export type HeldBusiness = components['schemas']['HeldBusiness'];

export function useNewBusinesses() {
  return useQuery(read([], '/api/admin/new-businesses'));
}

/** Approves a new business or refuses it. */
export function useReview() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ operatorId, approved }: { operatorId: number; approved: boolean }) => {
      await api.PATCH('/api/admin/new-businesses/{operator_id}', {
        params: { path: { operator_id: operatorId } },
        body: { approved },
      });
    },
    onSuccess: () => {
      void reload(client, '/api/admin/audit', '/api/admin/overview');
      return reload(client, '/api/admin/new-businesses');
    },
  });
}

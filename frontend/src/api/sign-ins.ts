import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import { read, reload } from './read';
import type { components } from './schema';

export type SignIn = components['schemas']['SignInOut'];

/** The browsers in which the person is signed in, read at each visit: they come and go elsewhere. */
export function useSignIns() {
  return useQuery({ ...read([], '/api/sign-ins'), refetchOnMount: 'always' });
}

/** Signs the person out everywhere but here. */
export function useEndOtherSignIns() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await api.POST('/api/sign-ins/end-others');
    },
    onSuccess: () => reload(client, '/api/sign-ins'),
  });
}

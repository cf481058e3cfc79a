import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import type { components } from './schema';

export type SignIn = components['schemas']['SignInAnswer'];

export const signInsKey = ['sign-ins'] as const;

/** The browsers in which the person is signed in, read at each visit: they come and go elsewhere. */
export function useSignIns() {
  return useQuery({
    queryKey: signInsKey,
    queryFn: async () => body(await api.GET('/api/sign-ins')),
    refetchOnMount: 'always',
  });
}

/** Signs the person out everywhere but here. */
export function useEndOtherSignIns() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await api.POST('/api/sign-ins/end-others');
    },
    onSuccess: () => client.invalidateQueries({ queryKey: signInsKey }),
  });
}

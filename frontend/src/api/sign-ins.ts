import { useMutation, useQuery } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { read } from './read';
import type { components } from './schema';

export type SignIn = components['schemas']['SignInOut'];

/** Browsers in which the user is signed in; reloaded on each visit. */
export function useSignIns() {
  return useQuery({ ...read([], '/api/sign-ins'), refetchOnMount: 'always' });
}

/** Sign out all other browsers. */
export const useEndOtherSignIns = () =>
  useMutation({
    mutationFn: () => unwrap(api.POST('/api/sign-ins/end-others')),
    meta: { invalidates: ['/api/sign-ins'] },
  });

import { useQuery } from '@tanstack/react-query';
import { useChange } from './change';
import { api } from './client';
import { read } from './read';
import type { components } from './schema';

export type SignIn = components['schemas']['SignInOut'];

/** The browsers in which the person is signed in, read at each visit: they come and go elsewhere. */
export function useSignIns() {
  return useQuery({ ...read([], '/api/sign-ins'), refetchOnMount: 'always' });
}

/** Signs the person out everywhere but here. */
export const useEndOtherSignIns = () =>
  useChange(() => api.POST('/api/sign-ins/end-others'), '/api/sign-ins');

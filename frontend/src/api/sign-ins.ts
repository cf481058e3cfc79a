import { useQuery } from '@tanstack/react-query';
import { useChange } from './change';
import { api } from './client';
import { read } from './read';
import type { components } from './schema';

export type SignIn = components['schemas']['SignInOut'];

/** Browsers in which the user is signed in; reloaded on each visit. */
export function useSignIns() {
  return useQuery({ ...read([], '/api/sign-ins'), refetchOnMount: 'always' });
}

/** Sign out all other browsers. */
export const useEndOtherSignIns = () =>
  useChange(() => api.POST('/api/sign-ins/end-others'), '/api/sign-ins');

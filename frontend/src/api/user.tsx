import { type Query, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { FormatProvider } from '@/lib/format';
import { api, at, body, unwrap } from './client';
import { ApiError } from './errors';
import { keyOf, reload, setDataOf } from './read';
import type { LoginInput, PasswordInput, ProfileInput, RegisterInput, User } from './types';

async function readUser(): Promise<User | null> {
  try {
    return body(await api.GET('/api/user'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      return null;
    }
    throw error;
  }
}

export const userQuery = queryOptions({
  queryKey: keyOf('/api/user'),
  queryFn: readUser,
  meta: { topics: ['settings', 'team'] },
});

/** Whether a query reads the current user, which is kept when the user's data is cleared. */
export const isUser = ({ queryKey }: Query) => queryKey[0] === userQuery.queryKey[0];

/** Signed-in user; null if signed out, undefined while loading. */
export function useUser() {
  return useQuery(userQuery);
}

const SignedInContext = createContext<User | null>(null);

/**
 * Provides the signed-in user and the business's date and number format to the pages inside. Pages keep the
 * user until they unmount, so they can still render during sign-out.
 */
export function SignedIn({ user, children }: { user: User; children: ReactNode }) {
  return (
    <SignedInContext value={user}>
      <FormatProvider of={user}>{children}</FormatProvider>
    </SignedInContext>
  );
}

/**
 * Signed-in user, for pages that require one.
 *
 * Throws if signed out: the page was mounted outside of the protected routes.
 */
export function useSignedInUser(): User {
  const user = useContext(SignedInContext);
  if (user === null) {
    throw new Error('This screen needs a signed-in user.');
  }
  return user;
}

/** Clear cached data when another user signs in on the same page. */
export function useEnterSession() {
  const client = useQueryClient();
  return (user: User) => {
    client.removeQueries({ predicate: (query) => !isUser(query) });
    client.setQueryData(userQuery.queryKey, user);
  };
}

/** Reload the signed-in user after their permissions changed. */
export function useRereadUser() {
  const client = useQueryClient();
  return () => void reload(client, '/api/user');
}

export const useLogin = () =>
  useMutation({
    mutationFn: (input: LoginInput) => unwrap(api.POST('/api/login', { body: input })),
    onSuccess: useEnterSession(),
  });

/** Sign in with an emailed link. */
export const useLoginByLink = () =>
  useMutation({
    mutationFn: (token: string) => unwrap(api.POST('/api/login/link', { body: { token } })),
    onSuccess: useEnterSession(),
  });

export const useRegister = () =>
  useMutation({
    mutationFn: (input: RegisterInput) => unwrap(api.POST('/api/register', { body: input })),
    onSuccess: useEnterSession(),
  });

export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/logout')),
    onSuccess: () => {
      void import('@/live/kept-page').then(({ forgetPage }) => forgetPage()).catch(() => undefined);
      client.setQueryData(userQuery.queryKey, null);
      client.removeQueries({ predicate: (query) => !isUser(query) });
    },
  });
}

export const useUpdateProfile = (userId: number) =>
  useMutation({
    mutationFn: (input: ProfileInput) =>
      unwrap(api.PATCH('/api/user/{user_id}', { ...at({ user_id: userId }), body: input })),
    onSuccess: setDataOf(userQuery),
  });

export const useChangePassword = () =>
  useMutation({
    mutationFn: (input: PasswordInput) => unwrap(api.POST('/api/change-password', { body: input })),
    meta: { invalidates: ['/api/sign-ins', '/api/user'] },
  });

import { type Query, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { writeAs } from '@/lib/hours';
import { callPiecesBy } from '@/lib/words';
import { useCall, useChange, useSave } from './change';
import { api, at, body } from './client';
import { ApiError } from './errors';
import { keyOf, reload } from './read';
import type { LoginInput, PasswordInput, ProfileInput, RegisterInput, User } from './types';

/** Days are written in the order of whoever is signed in. */
function known(user: User): User {
  writeAs(user);
  callPiecesBy(user.pieceNames);
  return user;
}

async function readUser(): Promise<User | null> {
  try {
    return known(body(await api.GET('/api/user')));
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

/** Whether a query reads who is signed in, which outlives what is read for them. */
export const isUser = ({ queryKey }: Query) => queryKey[0] === userQuery.queryKey[0];

/** The signed-in user; null for nobody, undefined while that is unknown. */
export function useUser() {
  return useQuery(userQuery);
}

const SignedInContext = createContext<User | null>(null);

/** Around the screens of a signed-in person. They keep their user until they are gone, also while signing out. */
export function SignedIn({ user, children }: { user: User; children: ReactNode }) {
  return <SignedInContext value={user}>{children}</SignedInContext>;
}

/**
 * The signed-in user, on screens that only a signed-in person can see.
 *
 * Throws where nobody is signed in: such a screen was mounted outside of the protected routes.
 */
export function useSignedInUser(): User {
  const user = useContext(SignedInContext);
  if (user === null) {
    throw new Error('This screen needs a signed-in user.');
  }
  return user;
}

/** Another person's data must not be left over from an earlier session in the same page. */
export function useEnterSession() {
  const client = useQueryClient();
  return (user: User) => {
    client.removeQueries({ predicate: (query) => !isUser(query) });
    client.setQueryData(userQuery.queryKey, known(user));
  };
}

/** Reads the signed-in user again, after something else changed what they may do. */
export function useRereadUser() {
  const client = useQueryClient();
  return () => void reload(client, '/api/user');
}

export const useLogin = () =>
  useCall((input: LoginInput) => api.POST('/api/login', { body: input }), { onSuccess: useEnterSession() });

/** Signs in through the link of an email. */
export const useLoginByLink = () =>
  useCall((token: string) => api.POST('/api/login/link', { body: { token } }), {
    onSuccess: useEnterSession(),
  });

export const useRegister = () =>
  useCall((input: RegisterInput) => api.POST('/api/register', { body: input }), {
    onSuccess: useEnterSession(),
  });

export function useLogout() {
  const client = useQueryClient();
  return useCall(() => api.POST('/api/logout'), {
    onSuccess: () => {
      void import('@/live/kept-page').then(({ forgetPage }) => forgetPage()).catch(() => undefined);
      client.setQueryData(userQuery.queryKey, null);
      client.removeQueries({ predicate: (query) => !isUser(query) });
    },
  });
}

export const useUpdateProfile = (userId: number) =>
  useSave(userQuery, (input: ProfileInput) =>
    api.PATCH('/api/user/{user_id}', { ...at({ user_id: userId }), body: input }),
  );

export const useChangePassword = () =>
  useChange(
    (input: PasswordInput) => api.POST('/api/change-password', { body: input }),
    // It ends every other sign-in, and may be the longer one that an administrator needs.
    '/api/sign-ins',
    '/api/user',
  );

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors';
import { userQuery } from './user';

/**
 * What was read stays until a change of our own makes it stale: no retry, no refetch on focus, no interval.
 *
 * A 401 for a signed-in person means that the session ended elsewhere (password changed, deactivated). The screens
 * then learn that nobody is signed in, and the protected ones lead to the sign-in page; `onSessionEnd` says why.
 */
export function createQueryClient(onSessionEnd: () => void): QueryClient {
  function noticeEnd(error: unknown) {
    const signedIn = client.getQueryData(userQuery.queryKey) != null;
    if (signedIn && error instanceof ApiError && error.status === 401) {
      client.setQueryData(userQuery.queryKey, null);
      onSessionEnd();
    }
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: noticeEnd }),
    mutationCache: new MutationCache({ onError: noticeEnd }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Offline, a request fails at once and says so, instead of waiting in silence.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

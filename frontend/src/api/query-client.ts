import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors';
import { userKey } from './user';

/**
 * What was read stays until a change of our own makes it stale: no retry, no refetch on focus, no interval.
 *
 * A 401 on any read means that the session ended elsewhere (signed out, password changed, deactivated). The
 * screens then learn that nobody is signed in, and the protected ones lead to the sign-in page.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (error instanceof ApiError && error.status === 401) {
          client.setQueryData(userKey, null);
        }
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { retry: false },
    },
  });
  return client;
}

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors';
import { reload } from './read';
import { userQuery } from './user';

/**
 * Query client without retries, refetch on focus or polling: data stays fresh until a mutation invalidates
 * it.
 *
 * A 401 for a signed-in user means that the session ended elsewhere (password changed, account deactivated).
 * The user is then cleared, protected pages redirect to sign-in, and `onSessionEnd` explains why.
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
    mutationCache: new MutationCache({
      onError: noticeEnd,
      // After the mutation's own `onSuccess`, so that data it sets is not reloaded first.
      onSettled: (_data, error, _input, _result, { meta }) => {
        const { invalidates = [], invalidatesOnError = false, awaits = true } = meta ?? {};
        if (invalidates.length === 0 || (error !== null && !invalidatesOnError)) return;
        const reloaded = reload(client, ...invalidates);
        return awaits ? reloaded : undefined;
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Fail immediately when offline instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

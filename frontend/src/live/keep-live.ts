import type { QueryClient } from '@tanstack/react-query';
import { isAbout } from '@/api/read';
import { userQuery } from '@/api/user';
import { listen } from './stream';

/** Debounce in milliseconds: long enough to batch the effects of one action, too short to notice. */
const GATHER_MS = 150;
/** Minimum time between reloads in milliseconds. */
const REST_MS = 1_000;

/**
 * Reload visible queries when the server announces changes, until the returned function is called. A hidden
 * page waits until it is visible again.
 */
export function keepLive(client: QueryClient, session: string): () => void {
  const stale = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restsUntil = 0;

  const refresh = () => {
    timer = undefined;
    if (document.hidden || stale.size === 0) return;
    restsUntil = Date.now() + REST_MS;
    const topics = new Set(stale);
    stale.clear();
    void client.invalidateQueries({ predicate: (query) => isAbout(query, topics) });
  };
  const soon = () => {
    timer ??= setTimeout(refresh, Math.max(GATHER_MS, restsUntil - Date.now()));
  };
  const stop = listen({
    session,
    onTopics: (topics) => {
      for (const topic of topics) stale.add(topic);
      soon();
    },
    // Detects a sign-out elsewhere: the response then has no user.
    onRefused: () => void client.invalidateQueries({ queryKey: userQuery.queryKey }),
  });
  document.addEventListener('visibilitychange', soon);
  return () => {
    stop();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', soon);
  };
}

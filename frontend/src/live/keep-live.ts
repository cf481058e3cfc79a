import type { QueryClient } from '@tanstack/react-query';
import { isAbout } from '@/api/read';
import { userQuery } from '@/api/user';
import { listen } from './stream';

/** Long enough to gather what one action causes, short enough for nobody to notice. */
const GATHER_MS = 150;
/** However much happens, a page reads again once in this time. */
const REST_MS = 1_000;

/**
 * Keeps what the page shows up to date until the answer is called: what has changed on the server is read again where it
 * is on the screen. A page that nobody sees waits until somebody does.
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
    // Who was signed out elsewhere learns it here: the answer is that nobody is signed in.
    onRefused: () => void client.invalidateQueries({ queryKey: userQuery.queryKey }),
  });
  document.addEventListener('visibilitychange', soon);
  return () => {
    stop();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', soon);
  };
}

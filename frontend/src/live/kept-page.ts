/** The application without network: its page and its files are kept on the device while somebody is signed in. */

import { keepJobs } from '@/features/crew/store';

const SCOPE = '/';
const CACHE = 'app-1';

/** Keeps the page as it is now, with every file that it has loaded. Where that cannot be, the page works all the same. */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/app-worker.js', { scope: SCOPE });
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
    active?.postMessage(
      loaded
        .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
        .map(({ pathname }) => pathname),
    );
  } catch {
    // A private window, or a browser that keeps nothing.
  }
}

/** Takes everything off the device that was kept for somebody who signs out, the crew page's jobs among it. */
export async function forgetPage(): Promise<void> {
  const nothing = () => undefined;
  await Promise.all([
    keepJobs(undefined).catch(nothing),
    'caches' in globalThis ? caches.delete(CACHE).catch(nothing) : undefined,
    'serviceWorker' in navigator
      ? navigator.serviceWorker
          .getRegistration(SCOPE)
          .then((kept) => (kept?.scope === `${location.origin}${SCOPE}` ? kept.unregister() : undefined))
          .catch(nothing)
      : undefined,
  ]);
}

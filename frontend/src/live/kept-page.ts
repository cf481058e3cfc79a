/** Offline support: the app page and its files are stored on the device while a user is signed in. */

import { keepJobs } from '@/outbox/store';

const SCOPE = '/';
const CACHE = 'app-1';

/** Store the current page with every loaded file. Does nothing if storage is unavailable. */
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
    // Private window or storage disabled.
  }
}

/** Remove everything stored for the user who signs out, including the crew page's jobs. */
export async function forgetPage(): Promise<void> {
  const nothing = () => undefined;
  await Promise.all([
    keepJobs(undefined).catch(nothing),
    'caches' in globalThis ? caches.delete(CACHE).catch(nothing) : undefined,
    'serviceWorker' in navigator
      ? navigator.serviceWorker
          .getRegistration(SCOPE)
          .then((registration) =>
            registration?.scope === `${location.origin}${SCOPE}` ? registration.unregister() : undefined,
          )
          .catch(nothing)
      : undefined,
  ]);
}

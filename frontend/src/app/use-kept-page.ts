import { useEffect } from 'react';

/** Once the page has come to rest, this long after it was opened. */
const AFTER_MS = 3_000;

/** Keeps the application on the device of somebody who is signed in. Its code loads after the page. */
export function useKeptPage(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const timer = setTimeout(() => {
      import('@/live/kept-page').then(
        ({ keepPage }) => keepPage(),
        // Without it the page needs a network to open.
        () => undefined,
      );
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

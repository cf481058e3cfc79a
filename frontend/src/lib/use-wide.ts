import { useSyncExternalStore } from 'react';

const query = '(min-width: 48rem)';

function subscribe(listener: () => void): () => void {
  const media = globalThis.matchMedia?.(query);
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
}

/** True if a seven-column table fits; narrower screens get cards and an agenda. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => globalThis.matchMedia?.(query).matches ?? true);
}

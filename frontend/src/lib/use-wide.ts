import { useSyncExternalStore } from 'react';

const query = '(min-width: 48rem)';

function subscribe(listener: () => void): () => void {
  const media = globalThis.matchMedia?.(query);
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
}

/** True where a table with seven columns fits; phones get cards and an agenda instead. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => globalThis.matchMedia?.(query).matches ?? true);
}

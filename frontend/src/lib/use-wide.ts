import { useCallback, useSyncExternalStore } from 'react';

function useMinWidth(rem: number): boolean {
  const query = `(min-width: ${rem}rem)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = globalThis.matchMedia?.(query);
      media?.addEventListener('change', listener);
      return () => media?.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => globalThis.matchMedia?.(query).matches ?? true);
}

/** True if a seven-column table fits; narrower screens get cards and an agenda. */
export function useWide(): boolean {
  return useMinWidth(48);
}

/** True if a side menu fits beside the page: Tailwind's `xl`. */
export function useSideMenu(): boolean {
  return useMinWidth(80);
}

/**
 * Parts that together weigh as much as the form itself, each in a separate file. The form can be filled in
 * and sent without them.
 */
import { useEffect, useState } from 'react';

/** Loads a file once and provides its exports to components. */
export function comingPart<T extends object>(load: () => Promise<T>) {
  let parts: T | null = null;
  let arrival: Promise<T> | null = null;

  async function arrive(): Promise<T> {
    try {
      arrival ??= load();
      parts = await arrival;
      return parts;
    } catch (error) {
      // The next component that needs the part tries again.
      arrival = null;
      throw error;
    }
  }

  /** The parts; 'coming' while loading, 'failed' if they could not be loaded. Changing `wanted` retries. */
  function usePart(enabled: unknown = true): T | 'coming' | 'failed' {
    const [current, setCurrent] = useState<T | 'coming' | 'failed'>(parts ?? 'coming');
    useEffect(() => {
      if (!enabled) return;
      let shown = true;
      arrive().then(
        (part) => shown && setCurrent(part),
        () => shown && setCurrent('failed'),
      );
      return () => {
        shown = false;
      };
    }, [enabled]);
    return current;
  }
  return { arrive, usePart };
}

const lazy = comingPart(() => import('./lazy-parts'));

// Loaded while the operator's offer loads, so that they are available if the connection fails later.
lazy.arrive().catch(() => undefined);

/** Parts that nearly every form shows at some point. */
export const useLazyParts = lazy.usePart;

/** The drawing components; null until loaded. */
export function useSign(): Pick<typeof import('./lazy-parts'), 'Sign' | 'Width'> | null {
  const parts = useLazyParts();
  return typeof parts === 'string' ? null : parts;
}

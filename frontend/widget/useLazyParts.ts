/**
 * Parts of the form that weigh as much again as the form itself, each in a file of its own. The form can be filled in
 * and sent without them.
 */
import { useEffect, useState } from 'react';

/** How a file is loaded once, and shown where it is wanted. */
function comingPart<T extends object>(load: () => Promise<T>) {
  let parts: T | null = null;
  let arrival: Promise<T> | null = null;

  async function arrive(): Promise<T> {
    try {
      arrival ??= load();
      parts = await arrival;
      return parts;
    } catch (error) {
      // The next that shows a part tries again.
      arrival = null;
      throw error;
    }
  }

  /** The parts; 'coming' until they are there, 'failed' where they cannot be had. Another `wanted` tries again. */
  function usePart(wanted: unknown = true): T | 'coming' | 'failed' {
    const [current, setCurrent] = useState<T | 'coming' | 'failed'>(parts ?? 'coming');
    useEffect(() => {
      if (!wanted) return;
      let shown = true;
      arrive().then(
        (found) => shown && setCurrent(found),
        () => shown && setCurrent('failed'),
      );
      return () => {
        shown = false;
      };
    }, [wanted]);
    return current;
  }
  return { arrive, usePart };
}

const lazy = comingPart(() => import('./lazy-parts'));

// While the operator's offer is asked for, so that they are there when a connection fails later.
lazy.arrive().catch(() => undefined);

/** What nearly every form shows sooner or later. */
export const useLazyParts = lazy.usePart;

/** More than one line, and items and packages; asked for where it is wanted. */
export const useLines = comingPart(() => import('./lines')).usePart;

/** The components that draw; null while there are none. */
export function useSign(): Pick<typeof import('./lazy-parts'), 'Sign' | 'Width'> | null {
  const parts = useLazyParts();
  return typeof parts === 'string' ? null : parts;
}

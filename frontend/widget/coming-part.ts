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

  /**
   * The parts; 'coming' while loading, 'failed' if they could not be loaded. Loading starts once `enabled` is
   * set; changing it retries.
   */
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

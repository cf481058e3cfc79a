/**
 * The parts of the form that weigh as much again as the form itself. They come while the operator's offer is asked for,
 * so they are there when a connection fails later; and the form can be filled in and sent without them.
 */
import { useEffect, useState } from 'react';

type Later = typeof import('./later');

let parts: Later | null = null;
let arrival: Promise<Later> | null = null;

async function arrive(): Promise<Later> {
  try {
    arrival ??= import('./later');
    parts = await arrival;
    return parts;
  } catch (error) {
    // The next that shows a part tries again.
    arrival = null;
    throw error;
  }
}

arrive().catch(() => undefined);

/** The parts; 'coming' until they are there, 'failed' where they cannot be had. */
export function useLater(): Later | 'coming' | 'failed' {
  const [current, setCurrent] = useState<Later | 'coming' | 'failed'>(parts ?? 'coming');
  useEffect(() => {
    let shown = true;
    arrive().then(
      (found) => shown && setCurrent(found),
      () => shown && setCurrent('failed'),
    );
    return () => {
      shown = false;
    };
  }, []);
  return current;
}

/** The components that draw; null while there are none. */
export function useSign(): Pick<Later, 'Sign' | 'Width'> | null {
  const later = useLater();
  return typeof later === 'string' ? null : later;
}

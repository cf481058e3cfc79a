import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const EVERY_MS = 300;

/**
 * True once no query is loading, and from then on. Calls that a page doesn't need at first wait for it, so that
 * they don't compete with the page's own.
 */
export function useQuiet(): boolean {
  const client = useQueryClient();
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    if (quiet) return;
    const timer = setInterval(() => setQuiet(client.isFetching() === 0), EVERY_MS);
    return () => clearInterval(timer);
  }, [client, quiet]);
  return quiet;
}

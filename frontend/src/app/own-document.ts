import { useEffect } from 'react';
import { paths } from '@/lib/paths';

const own: readonly string[] = [paths.checkout, paths.paymentSuccess];

/**
 * Whether the present document was sent for a payment page; if not, loads it anew.
 *
 * Only those pages come with a policy that lets the payment provider in, and walking here from another page of ours
 * leaves that page's policy in force.
 */
export function useOwnDocument(): boolean {
  const [sent] = performance.getEntriesByType?.('navigation') ?? [];
  const isOwn = sent === undefined || own.includes(new URL(sent.name, window.location.href).pathname);
  useEffect(() => {
    if (!isOwn) {
      window.location.reload();
    }
  }, [isOwn]);
  return isOwn;
}

import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { type Confirmed, confirmCard, confirmSaved } from './confirm-card';

/**
 * Confirm several payments, one after another, with the card typed in `elements`, which were created for the
 * first of them. Payments after the first that fail are left unpaid: the page shows what is still due.
 */
export function confirmWithOneCard(clientSecrets: readonly string[]) {
  return async (stripe: Stripe, elements: StripeElements, back: string): Promise<Confirmed> => {
    const first = await confirmCard(stripe, elements, back);
    if (first.kind !== 'paid' || first.method === null) return first;
    for (const clientSecret of clientSecrets.slice(1)) {
      const next = await confirmSaved(stripe, clientSecret, first.method, back);
      // A card that was declined once is not tried again; a payment closed or made elsewhere is skipped.
      if (next.kind === 'failed') break;
    }
    return first;
  };
}

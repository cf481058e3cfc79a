import type { Stripe, StripeElements } from '@stripe/stripe-js';
import type { Confirmed } from './confirm-card';

const FAILED = 'The card was not saved. Please try again.';
const DONE = new Set(['succeeded', 'processing']);

/** Save the card typed in `elements`, without a payment. Banks that need a page of their own return to `back`. */
export async function confirmSetup(
  stripe: Stripe,
  elements: StripeElements,
  back: string,
): Promise<Confirmed> {
  try {
    const { error, setupIntent } = await stripe.confirmSetup({
      elements,
      confirmParams: { return_url: back },
      redirect: 'if_required',
    });
    // The second one: saved before, in another tab or by an attempt whose response was lost.
    if (DONE.has(setupIntent?.status ?? error?.setup_intent?.status ?? '')) {
      return { kind: 'paid', method: null };
    }
    if (error?.code === 'setup_intent_unexpected_state') return { kind: 'closed' };
    return { kind: 'failed', text: error?.message || FAILED };
  } catch {
    return { kind: 'failed', text: FAILED };
  }
}

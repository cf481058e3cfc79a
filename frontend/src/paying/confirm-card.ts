import type { Stripe, StripeElements } from '@stripe/stripe-js';

/**
 * Result of pressing Pay. `paid` includes payments that the bank is still processing and cards authorized for
 * a later capture; `already`: the payment went through before, in another tab; `closed`: the server has closed
 * the payment.
 */
export type Confirmed =
  | { readonly kind: 'paid' | 'already' | 'closed' }
  | { readonly kind: 'failed'; readonly text: string };

const FAILED = 'The payment did not go through. Please try again.';
const DONE = new Set(['succeeded', 'processing', 'requires_capture']);

/** Confirm the payment with the card typed in `elements`. Banks that need a page of their own return to `back`. */
export async function confirmCard(
  stripe: Stripe,
  elements: StripeElements,
  back: string,
): Promise<Confirmed> {
  try {
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: back },
      redirect: 'if_required',
    });
    if (DONE.has(paymentIntent?.status ?? '')) return { kind: 'paid' };
    if (DONE.has(error?.payment_intent?.status ?? '')) return { kind: 'already' };
    if (error?.code === 'payment_intent_unexpected_state') return { kind: 'closed' };
    return { kind: 'failed', text: error?.message || FAILED };
  } catch {
    return { kind: 'failed', text: FAILED };
  }
}

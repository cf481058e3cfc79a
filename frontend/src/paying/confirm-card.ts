import type { PaymentIntentResult, Stripe, StripeElements } from '@stripe/stripe-js';

/**
 * Result of pressing Pay. `paid` includes payments that the bank is still processing and cards authorized for
 * a later capture; `already`: the payment went through before, in another tab; `closed`: the server has closed
 * the payment.
 */
export type Confirmed =
  | { readonly kind: 'paid' /** Provider's id of the payment method. */; readonly method: string | null }
  | { readonly kind: 'already' | 'closed' }
  | { readonly kind: 'failed'; readonly text: string };

const FAILED = 'The payment did not go through. Please try again.';
const DONE = new Set(['succeeded', 'processing', 'requires_capture']);

/** Confirm the payment with the card typed in `elements`. Banks that need a page of their own return to `back`. */
export const confirmCard = (stripe: Stripe, elements: StripeElements, back: string): Promise<Confirmed> =>
  outcomeOf(() =>
    stripe.confirmPayment({ elements, confirmParams: { return_url: back }, redirect: 'if_required' }),
  );

/** Confirm a payment with the card of another payment of the same customer. */
export const confirmSaved = (
  stripe: Stripe,
  clientSecret: string,
  method: string,
  back: string,
): Promise<Confirmed> =>
  outcomeOf(() =>
    stripe.confirmPayment({
      clientSecret,
      confirmParams: { payment_method: method, return_url: back },
      redirect: 'if_required',
    }),
  );

async function outcomeOf(confirm: () => Promise<PaymentIntentResult>): Promise<Confirmed> {
  try {
    const { error, paymentIntent } = await confirm();
    if (paymentIntent !== undefined && DONE.has(paymentIntent.status)) {
      const method = paymentIntent.payment_method;
      return { kind: 'paid', method: typeof method === 'object' ? (method?.id ?? null) : method };
    }
    if (DONE.has(error?.payment_intent?.status ?? '')) return { kind: 'already' };
    if (error?.code === 'payment_intent_unexpected_state') return { kind: 'closed' };
    return { kind: 'failed', text: error?.message || FAILED };
  } catch {
    return { kind: 'failed', text: FAILED };
  }
}

import type { Stripe } from '@stripe/stripe-js';
import { skipToken, useQuery } from '@tanstack/react-query';
import { createPaymentIntent, dueOfSubscription, readSubscription } from '@/api/billing';
import { ApiError } from '@/api/errors';
import { NoProvider } from '@/lib/payment-provider';
import { endVisit, openVisit } from './visit';

const DEFAULT_AMOUNT = '99.99';
const DEFAULT_DESCRIPTION = 'Subscription';

/** The payment requested by the URL. */
type PaymentRequest = { kind: 'subscription' } | { kind: 'amount'; amount: number; description: string };

/**
 * A payment to make with the card form. `amount` is in currency units; `clientSecret` is null if the server
 * returned none.
 */
export interface Due {
  clientSecret: string | null;
  amount: number;
  /** ISO 4217 code; null for the platform's currency. */
  currency: string | null;
  description: string;
  /** Whether it was already paid on an earlier visit. */
  paid: boolean;
}

const nameOf = (amount: number, description: string) => `${amount} ${description}`;

/** Mark the URL's payment as done, so that the same URL starts a new one. */
export function endPayment(request: PaymentRequest): void {
  if (request.kind === 'amount') endVisit(nameOf(request.amount, request.description));
}

/** Parse the URL of the checkout. An invalid amount is kept as NaN, to be rejected with a message. */
export function askedBy(params: URLSearchParams): PaymentRequest {
  if (params.get('for') === 'subscription') {
    return { kind: 'subscription' };
  }
  return {
    kind: 'amount',
    amount: Number(params.get('amount')?.trim() || DEFAULT_AMOUNT),
    description: params.get('description')?.trim() || DEFAULT_DESCRIPTION,
  };
}

/** Load the payment due for the subscription, with the amount from the provider. */
async function dueSubscription(stripe: Stripe): Promise<Due> {
  const [clientSecret, own] = await Promise.all([dueOfSubscription(), readSubscription()]);
  const payment =
    clientSecret === null ? undefined : (await stripe.retrievePaymentIntent(clientSecret)).paymentIntent;
  return {
    clientSecret: payment === undefined ? null : clientSecret,
    amount: (payment?.amount ?? 0) / 100,
    currency: payment?.currency.toUpperCase() ?? null,
    description: own?.plan.name ?? DEFAULT_DESCRIPTION,
    paid: false,
  };
}

async function prepare(request: PaymentRequest, stripe: Stripe): Promise<Due> {
  if (request.kind === 'subscription') {
    return dueSubscription(stripe);
  }
  const { amount, description } = request;
  if (!Number.isFinite(amount)) {
    throw new NoProvider('The amount to pay must be a number.');
  }
  const { key, again } = openVisit(nameOf(amount, description));
  try {
    const clientSecret = await createPaymentIntent(amount, description, key);
    const begun =
      again && clientSecret !== null
        ? (await stripe.retrievePaymentIntent(clientSecret)).paymentIntent
        : undefined;
    const paid = begun?.status === 'succeeded' || begun?.status === 'processing';
    if (paid) endPayment(request);
    return { clientSecret, amount, currency: null, description, paid };
  } catch (error) {
    if (error instanceof ApiError && error.refusedByProvider) endPayment(request);
    throw error;
  }
}

/** Load the payment requested by the URL, once the provider's library is ready. */
export function useDue(request: PaymentRequest, stripe: Stripe | undefined) {
  return useQuery({
    queryKey: ['due-payment', request],
    queryFn: stripe === undefined ? skipToken : () => prepare(request, stripe),
    gcTime: 0,
  });
}

/** Return the user-facing reason why a payment could not be prepared (specification, section 8). */
export function setupFailure(error: unknown): string {
  if (error instanceof NoProvider) {
    return error.message;
  }
  if (error instanceof ApiError) {
    const faults = Object.values(error.fields);
    if (faults.length > 0) {
      return faults.map((sentence) => sentence.replace(/\.?$/, '.')).join(' ');
    }
    return error.explained || error.status === 0 ? error.sentence : 'Error creating payment intent';
  }
  return 'An unexpected error occurred';
}

import type { Stripe } from '@stripe/stripe-js';
import { skipToken, useQuery } from '@tanstack/react-query';
import { createPaymentIntent, dueOfSubscription, readSubscription } from '@/api/billing';
import { ApiError } from '@/api/errors';
import { NoProvider } from '@/lib/payment-provider';
import { endVisit, openVisit } from './visit';

const DEFAULT_AMOUNT = '99.99';
const DEFAULT_DESCRIPTION = 'Subscription';

/** What the address asks you to pay. */
type Asked = { kind: 'subscription' } | { kind: 'amount'; amount: number; description: string };

/** A payment that waits for a card; `amount` in currency units. No client secret: the server gave none. */
export interface Due {
  clientSecret: string | null;
  amount: number;
  /** ISO 4217 code; null for the platform's own. */
  currency: string | null;
  description: string;
  /** It was already paid, on an earlier visit. */
  paid: boolean;
}

const nameOf = (amount: number, description: string) => `${amount} ${description}`;

/** The payment that the address asked for is done: the same address asks for another one from now on. */
export function endPayment(asked: Asked): void {
  if (asked.kind === 'amount') endVisit(nameOf(asked.amount, asked.description));
}

/** Reads the address of the checkout. An amount that is no number is kept as NaN, to be refused in words. */
export function askedBy(params: URLSearchParams): Asked {
  if (params.get('for') === 'subscription') {
    return { kind: 'subscription' };
  }
  return {
    kind: 'amount',
    amount: Number(params.get('amount')?.trim() || DEFAULT_AMOUNT),
    description: params.get('description')?.trim() || DEFAULT_DESCRIPTION,
  };
}

/** The payment that the subscription owes; the provider gives its amount. */
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

async function prepare(asked: Asked, stripe: Stripe): Promise<Due> {
  if (asked.kind === 'subscription') {
    return dueSubscription(stripe);
  }
  const { amount, description } = asked;
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
    if (paid) endPayment(asked);
    return { clientSecret, amount, currency: null, description, paid };
  } catch (error) {
    if (error instanceof ApiError && error.refusedByProvider) endPayment(asked);
    throw error;
  }
}

/** The payment that the address asks for, and only for a page that can take it. */
export function useDue(asked: Asked, stripe: Stripe | undefined) {
  return useQuery({
    queryKey: ['due-payment', asked],
    queryFn: stripe === undefined ? skipToken : () => prepare(asked, stripe),
    gcTime: 0,
  });
}

/** Why a payment could not be prepared, as a sentence for people (specification, section 8). */
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

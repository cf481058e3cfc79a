import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { connectInTime, NoProvider } from '@/lib/payment-provider';
import { paymentSetup } from './calls';

/** Order of the payment methods in the card form. */
export const WALLETS_FIRST = ['apple_pay', 'google_pay', 'link', 'card'];

interface Opened {
  readonly clientSecret: string;
  /** The connected account that receives the payment; null for the platform's own. */
  readonly account: string | null;
}

interface Ready {
  readonly stripe: Stripe;
  readonly clientSecret: string;
  readonly demo: boolean;
}

interface Options {
  /** Opens the payment at the provider. */
  readonly open: () => Promise<Opened>;
  /** Handles an error of `open` itself. Returns true if its message need not be shown. */
  readonly handle?: (error: unknown) => boolean;
  /** Identifies the payment: another value opens the form again. */
  readonly payment: string;
}

interface CardForm {
  /** Null until the provider's library has loaded. */
  readonly ready: Ready | null;
  /** Message if the card form could not be opened. */
  readonly failed: string | null;
  /** True if the provider's library could not be loaded on this page. */
  readonly blocked: boolean;
  readonly fail: (text: string) => void;
  readonly retry: () => void;
}

/** Open a payment and load the provider's library. Card details never reach our own server. */
export function useCardForm({ open, handle, payment }: Options): CardForm {
  const [ready, setReady] = useState<Ready | null>(null);
  const [problem, setProblem] = useState<{ readonly text: string; readonly blocked: boolean } | null>(null);
  const [tries, setTries] = useState(0);
  const calls = useRef({ open, handle });
  calls.current = { open, handle };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `payment` and `tries` trigger another load.
  useEffect(() => {
    let over = false;
    const load = async () => {
      try {
        const [{ clientSecret, account }, setup] = await Promise.all([calls.current.open(), paymentSetup()]);
        const stripe = await connectInTime(setup, account);
        if (!over) setReady({ stripe, clientSecret, demo: setup.demo });
      } catch (error) {
        if (over || calls.current.handle?.(error)) return;
        const blocked = error instanceof NoProvider;
        setProblem({ text: blocked ? error.message : sentenceOf(error), blocked });
      }
    };
    void load();
    return () => {
      over = true;
    };
  }, [payment, tries]);
  return {
    ready,
    failed: problem?.text ?? null,
    blocked: problem?.blocked ?? false,
    fail: (text) => setProblem({ text, blocked: true }),
    retry: () => {
      setProblem(null);
      setTries(tries + 1);
    },
  };
}

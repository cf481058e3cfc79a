import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type Confirmed, confirmCard } from './confirm-card';

interface Options {
  /** Null until the provider's fields can be used. */
  readonly stripe: Stripe | null;
  readonly elements: StripeElements | null;
  /** Returns the URL to which banks that need a page of their own return. */
  readonly back: () => string;
  /** Confirms the payment; by default, that of `elements` alone. */
  readonly confirm?: typeof confirmCard | undefined;
  /** Called with a result other than a failure, which the form shows. */
  readonly onDone: (kind: Exclude<Confirmed['kind'], 'failed'>) => void;
}

interface PayingForm {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly paying: boolean;
  /** Why the last attempt failed. */
  readonly problem: string | null;
  readonly submit: (event: FormEvent) => void;
}

/** Submit a card form once at a time, and return the focus to its button if the payment fails. */
export function usePayForm({ stripe, elements, back, confirm = confirmCard, onDone }: Options): PayingForm {
  const [paying, setPaying] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // A ref, because a second click can come before the next render, when state would still be unchanged.
  const busy = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  // The button loses focus while it is disabled. Return focus to it after a failed payment.
  useEffect(() => {
    if (problem !== null && !form.current?.contains(document.activeElement)) {
      form.current?.querySelector<HTMLElement>('button[type=submit]')?.focus();
    }
  }, [problem]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (stripe === null || elements === null || busy.current) return;
    busy.current = true;
    setPaying(true);
    setProblem(null);
    const result = await confirm(stripe, elements, back());
    if (result.kind !== 'failed') return onDone(result.kind);
    busy.current = false;
    setPaying(false);
    setProblem(result.text);
  };
  return { form, paying, problem, submit: (event) => void submit(event) };
}

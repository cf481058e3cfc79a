import { Elements, PaymentElement, useElements } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { ShieldCheck } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { appearanceOf } from '@/lib/payment-provider';
import { useDarkPage } from '@/sign/surface';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { Placeholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';

const unexplained = 'An unexpected error occurred.';

/** The outcome of submitting the form; `sentence` is the reason for a failure, if known. */
export type Outcome = { done: true } | { done: false; sentence: string | undefined };

interface Props {
  stripe: Stripe;
  clientSecret: string;
  /** The button's label. */
  label: string;
  /** The title of error messages. */
  failed: string;
  /** Shown below the button. */
  note: string;
  /** An error from before the form was shown. */
  problem?: string | null;
  /** Called when the fields could not be loaded. */
  onBroken: () => void;
  send: (elements: StripeElements) => Promise<Outcome>;
}

/** Stripe's card fields with a submit button. Card details never reach our server. */
export function ProviderForm({ stripe, clientSecret, ...rest }: Props) {
  const dark = useDarkPage();
  const options = useMemo(() => ({ clientSecret, appearance: appearanceOf(dark) }), [clientSecret, dark]);
  return (
    <Elements stripe={stripe} options={options}>
      <Fields {...rest} />
    </Elements>
  );
}

function Fields({
  label,
  failed,
  note,
  problem: before = null,
  onBroken,
  send,
}: Omit<Props, 'stripe' | 'clientSecret'>) {
  const elements = useElements();
  const [phase, setPhase] = useState<'loading' | 'idle' | 'processing'>('loading');
  const [problem, setProblem] = useState(before);
  // A ref, because state updates only on the next render and two clicks can come before it.
  const busy = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  // Restore the focus that the button lost while it was disabled.
  useEffect(() => {
    if (problem !== null && phase === 'idle' && !form.current?.contains(document.activeElement)) {
      form.current?.querySelector<HTMLElement>('button[type=submit]')?.focus();
    }
  }, [problem, phase]);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (elements === null || busy.current) return;
    busy.current = true;
    setPhase('processing');
    setProblem(null);
    const outcome = await send(elements).catch((): Outcome => ({ done: false, sentence: undefined }));
    if (outcome.done) return;
    const sentence = outcome.sentence || unexplained;
    busy.current = false;
    setPhase('idle');
    setProblem(sentence);
    toast({ title: failed, description: sentence, destructive: true });
  };

  return (
    <form ref={form} onSubmit={onSubmit} className="grid gap-5" aria-busy={phase === 'processing'}>
      {phase === 'loading' ? (
        <Placeholder what="the card form" className="grid gap-3" bars={['h-11', 'h-11']} />
      ) : null}
      <PaymentElement
        onReady={() => setPhase((now) => (now === 'loading' ? 'idle' : now))}
        onLoadError={onBroken}
      />
      {problem === null ? null : <Alert title={failed}>{problem}</Alert>}
      <Button
        type="submit"
        size="lg"
        disabled={phase !== 'idle'}
        pending={phase === 'processing'}
        pendingLabel="Processing..."
      >
        {label}
      </Button>
      <p className="flex items-start gap-2 text-pretty text-faint text-sm">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {note}
      </p>
    </form>
  );
}

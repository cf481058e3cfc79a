import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { ShieldCheck } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSubscriptionChanged } from '@/api/billing';
import { paths } from '@/lib/paths';
import { appearanceOf } from '@/lib/payment-appearance';
import { useDarkPage } from '@/sign/surface';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { Card, CardBody } from '@/ui/Card';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { SetupFailed } from './CheckoutPage';

/** How long the good news stands before the dashboard takes its place (specification, section 9). */
export const LEAVE_AFTER_MS = 2000;
const unexplained = 'An unexpected error occurred.';

interface Props {
  stripe: Stripe;
  clientSecret: string;
  /** What is to be paid, as text. */
  price: string;
  description: string;
}

/** The provider's fields for a card, and the button that pays. Card details never reach our own server. */
export function CardForm({ stripe, clientSecret, price, description }: Props) {
  const dark = useDarkPage();
  const options = useMemo(() => ({ clientSecret, appearance: appearanceOf(dark) }), [clientSecret, dark]);
  return (
    <Elements stripe={stripe} options={options}>
      <Form price={price} description={description} />
    </Elements>
  );
}

type Phase = 'loading' | 'idle' | 'processing' | 'succeeded' | 'broken';

function Form({ price, description }: Pick<Props, 'price' | 'description'>) {
  const stripe = useStripe();
  const elements = useElements();
  const navigate = useNavigate();
  const changed = useSubscriptionChanged();
  const [phase, setPhase] = useState<Phase>('loading');
  const [problem, setProblem] = useState<string | null>(null);
  // State is read anew only with the next drawing; two clicks can come before it.
  const busy = useRef(false);

  useEffect(() => {
    if (phase !== 'succeeded') return;
    const timer = setTimeout(() => navigate(paths.dashboard), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [phase, navigate]);

  const succeed = () => {
    setPhase('succeeded');
    toast({ title: 'Payment Successful', description: 'Thank you for your payment!' });
    void changed();
  };
  const fail = (message: string | undefined) => {
    const sentence = message === undefined || message === '' ? unexplained : message;
    busy.current = false;
    setPhase('idle');
    setProblem(sentence);
    toast({ title: 'Payment Failed', description: sentence, destructive: true });
  };
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (stripe === null || elements === null || busy.current) return;
    busy.current = true;
    setPhase('processing');
    setProblem(null);
    try {
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: `${window.location.origin}${paths.paymentSuccess}` },
        redirect: 'if_required',
      });
      if (paymentIntent?.status === 'processing') {
        const secret = encodeURIComponent(paymentIntent.client_secret ?? '');
        navigate(`${paths.paymentSuccess}?payment_intent_client_secret=${secret}`);
      } else if (error === undefined || error.payment_intent?.status === 'succeeded') {
        // The second: an earlier try went through after all, only its answer was lost.
        succeed();
      } else {
        fail(error.message);
      }
    } catch {
      fail(undefined);
    }
  };

  if (phase === 'broken') {
    return (
      <SetupFailed
        sentence="Unable to initialize payment form. Please try again later."
        onRetry={() => window.location.reload()}
      />
    );
  }
  return (
    <Card>
      <header className="px-5 pt-5">
        <h1 className="font-semibold text-2xl tracking-tight">
          {phase === 'succeeded' ? 'Payment Successful!' : 'Complete Your Payment'}
        </h1>
        <p className="mt-1 break-words text-soft">Payment for {description}</p>
        <p className="tabular mt-3 font-semibold text-lg">Total: {price}</p>
      </header>
      <CardBody>
        {phase === 'succeeded' ? (
          <div role="status" className="grid justify-items-start gap-4">
            <p className="text-pretty text-soft">
              A receipt is on its way to you by email. Your dashboard opens in a moment.
            </p>
            <Button asChild>
              <Link to={paths.dashboard}>Go to Dashboard</Link>
            </Button>
          </div>
        ) : (
          <form onSubmit={pay} className="grid gap-5" aria-busy={phase === 'processing'}>
            {phase === 'loading' ? (
              <div role="status" className="grid gap-3">
                <span className="sr-only">Loading the card form</span>
                <Skeleton className="h-11" />
                <Skeleton className="h-11" />
              </div>
            ) : null}
            <PaymentElement
              onReady={() => setPhase((now) => (now === 'loading' ? 'idle' : now))}
              onLoadError={() => setPhase('broken')}
            />
            {problem === null ? null : <Alert title="Payment Failed">{problem}</Alert>}
            <Button type="submit" size="lg" disabled={phase !== 'idle'} aria-busy={phase === 'processing'}>
              {phase === 'processing' ? 'Processing...' : `Pay ${price}`}
            </Button>
            <p className="flex items-start gap-2 text-pretty text-faint text-sm">
              <ShieldCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              Your payment is processed securely by Stripe. We do not store your card details.
            </p>
          </form>
        )}
      </CardBody>
    </Card>
  );
}

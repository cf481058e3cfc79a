import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSubscriptionChanged } from '@/api/billing';
import { paidPath, paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Card, CardBody } from '@/ui/Card';
import { toast } from '@/ui/toast-store';
import { type Outcome, ProviderForm } from './ProviderForm';
import { FormBroken } from './states';

/** How long the success message is shown before the redirect to the dashboard (specification, section 9). */
export const LEAVE_AFTER_MS = 2000;

interface Props {
  stripe: Stripe;
  clientSecret: string;
  /** The formatted amount to pay. */
  price: string;
  description: string;
  /** Called when the payment has succeeded or is processing. */
  onPaid: () => void;
}

/** The form for a single payment. */
export function CardForm({ stripe, clientSecret, price, description, onPaid }: Props) {
  const navigate = useNavigate();
  const changed = useSubscriptionChanged();
  const [phase, setPhase] = useState<'open' | 'succeeded' | 'broken'>('open');

  useEffect(() => {
    if (phase !== 'succeeded') return;
    // Replaces the history entry, so that Back does not lead to a form for another payment.
    const timer = setTimeout(() => navigate(paths.dashboard, { replace: true }), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [phase, navigate]);

  const pay = async (elements: StripeElements): Promise<Outcome> => {
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${window.location.origin}${paths.paymentSuccess}` },
      redirect: 'if_required',
    });
    if (paymentIntent?.status === 'processing') {
      onPaid();
      void navigate(paidPath(paymentIntent.client_secret ?? ''), { replace: true });
      return { done: true };
    }
    // In the second case, an earlier attempt succeeded but its response was lost.
    if (error !== undefined && error.payment_intent?.status !== 'succeeded') {
      return { done: false, sentence: error.message };
    }
    onPaid();
    setPhase('succeeded');
    toast({ title: 'Payment Successful', description: 'Thank you for your payment!' });
    void changed();
    return { done: true };
  };

  if (phase === 'broken') {
    return <FormBroken />;
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
            <p className="text-pretty text-soft">Taking you to your dashboard...</p>
            <Button asChild>
              <Link replace to={paths.dashboard}>
                Go to Dashboard
              </Link>
            </Button>
          </div>
        ) : (
          <ProviderForm
            stripe={stripe}
            clientSecret={clientSecret}
            label={`Pay ${price}`}
            failed="Payment Failed"
            note="Your payment is processed securely by Stripe. We do not store your card details."
            onBroken={() => setPhase('broken')}
            send={pay}
          />
        )}
      </CardBody>
    </Card>
  );
}

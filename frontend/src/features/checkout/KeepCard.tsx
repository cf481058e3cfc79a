import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useState } from 'react';
import { Link } from 'react-router';
import { payWithGivenCard } from '@/api/billing';
import { ApiError } from '@/api/errors';
import type { Subscribed } from '@/api/types';
import { useUser } from '@/api/user';
import { cardName } from '@/lib/card-name';
import { formatLongDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatCents } from '@/lib/money';
import { cardPath, paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Card, CardBody } from '@/ui/Card';
import { type Outcome, ProviderForm } from './ProviderForm';
import { FormBroken } from './states';

interface Props {
  stripe: Stripe;
  clientSecret: string;
  own: Subscribed;
  currency: string;
  /** The reason why the previous card was declined. */
  problem: string | null;
  onSaved: (own: Subscribed) => void;
}

/**
 * The form for saving a card for future payments. Nothing is charged now, except for the balance of a
 * past-due plan.
 */
export function KeepCard({ stripe, clientSecret, own, currency, problem, onSaved }: Props) {
  const format = useFormat();
  const timeZone = useUser().data?.timeZone ?? 'UTC';
  const [broken, setBroken] = useState(false);
  const { subscription, plan, card } = own;
  const price = formatCents(plan.price, currency);
  const next = subscription.currentPeriodEnd;

  const keep = async (elements: StripeElements): Promise<Outcome> => {
    const { error } = await stripe.confirmSetup({
      elements,
      confirmParams: { return_url: `${window.location.origin}${cardPath}` },
      redirect: 'if_required',
    });
    // In the second case, the card was already saved in another window, or by an attempt whose response was
    // lost.
    if (error !== undefined && error.setup_intent?.status !== 'succeeded') {
      return { done: false, sentence: error.message };
    }
    try {
      onSaved(await payWithGivenCard());
      return { done: true };
    } catch (failure) {
      return { done: false, sentence: failure instanceof ApiError ? failure.sentence : undefined };
    }
  };

  if (broken) {
    return <FormBroken />;
  }
  return (
    <Card>
      <header className="px-5 pt-5">
        <h1 className="font-semibold text-2xl tracking-tight">
          {card === null ? 'Add Your Card' : 'Update Your Card'}
        </h1>
        <p className="mt-1 break-words text-soft">For your {plan.name} plan</p>
        <p className="tabular mt-3 text-pretty">
          {subscription.status === 'past_due'
            ? `We'll charge the payment due of ${price} to this card now, and use it for later payments.`
            : next === null
              ? 'Nothing is charged now.'
              : `Nothing is charged now. The next payment of ${price} is on ${formatLongDay(format, next, timeZone)}.`}
        </p>
        {card === null ? null : (
          <p className="mt-1 text-soft text-sm">This card replaces {cardName(card)}.</p>
        )}
      </header>
      <CardBody className="grid gap-3">
        <ProviderForm
          stripe={stripe}
          clientSecret={clientSecret}
          label="Save Card"
          failed="Card Not Saved"
          note="Your card is stored securely by Stripe. We do not store your card details."
          problem={problem}
          onBroken={() => setBroken(true)}
          send={keep}
        />
        <Button asChild kind="secondary">
          <Link to={paths.subscription}>Back to Your Subscription</Link>
        </Button>
      </CardBody>
    </Card>
  );
}

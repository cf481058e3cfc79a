import { CalendarClock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useCancelAtPeriodEnd, useNextPayment } from '@/api/billing';
import { refusalOf } from '@/api/form-errors';
import type { Subscribed } from '@/api/types';
import { tellFailed } from '@/components/tell-failed';
import { cardName } from '@/lib/card-name';
import { formatLongDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatCents } from '@/lib/money';
import { useOneAtATime } from '@/lib/one-at-a-time';
import { cardPath, subscriptionCheckoutPath } from '@/lib/paths';
import { intervalSuffix } from '@/lib/plan';
import { redirectTo } from '@/lib/redirect';
import { hasOutlivedTrial, subscriptionStatus } from '@/lib/subscription-status';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Fact } from '@/ui/facts';
import { toast } from '@/ui/toast-store';

type Props = Subscribed & { timeZone: string; currency: string };

/** The business's subscription: its status, its period, and the available actions. */
export function OwnSubscription({ subscription, plan, payable, takesCard, card, timeZone, currency }: Props) {
  const format = useFormat();
  const { status, currentPeriodStart, currentPeriodEnd, trialEnd, cancelAtPeriodEnd, canceledAt } =
    subscription;
  const { word, tone } = subscriptionStatus(status);
  const day = (iso: string) => formatLongDay(format, iso, timeZone);
  const runs = status === 'active' || status === 'trial';
  const isCharged = runs && !cancelAtPeriodEnd && card !== null && plan.price > 0;
  const next = useNextPayment(isCharged);
  const amount = next.data?.amount ?? plan.price;
  return (
    <Card>
      <CardHeader title="Your Subscription" aside={<Badge tone={tone}>{word}</Badge>} />
      <CardBody className="grid gap-5 pt-4">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <p className="min-w-0 break-words font-semibold text-xl tracking-tight">{plan.name}</p>
          <p className="tabular text-soft">
            {formatCents(plan.price, currency)}
            {intervalSuffix(plan.interval)}
          </p>
        </div>
        <dl className="max-w-md text-sm">
          {currentPeriodStart === null ? null : <Fact label="Period start">{day(currentPeriodStart)}</Fact>}
          {currentPeriodEnd === null ? null : <Fact label="Period end">{day(currentPeriodEnd)}</Fact>}
          {trialEnd === null ? null : <Fact label="Trial end">{day(trialEnd)}</Fact>}
          {takesCard && card !== null ? <Fact label="Card">{cardName(card)}</Fact> : null}
          {isCharged && currentPeriodEnd !== null ? (
            <Fact label="Next payment">
              <span className="tabular">{`${formatCents(amount, currency)} on ${day(currentPeriodEnd)}`}</span>
              {amount < plan.price ? <span className="block text-soft">after your credit</span> : null}
            </Fact>
          ) : null}
        </dl>
        {cancelAtPeriodEnd && status !== 'canceled' ? (
          <Notice>Your subscription will cancel at the end of the current billing period.</Notice>
        ) : null}
        {status === 'canceled' && canceledAt !== null ? (
          <Notice>Subscription canceled on {day(canceledAt)}</Notice>
        ) : null}
        {status === 'past_due' ? <PastDue first={hasOutlivedTrial(subscription)} payable={payable} /> : null}
        {status === 'incomplete' ? (
          <Notice>Your plan starts after the first payment, which is still due.</Notice>
        ) : null}
        {runs && !cancelAtPeriodEnd && takesCard && card === null && plan.price > 0 ? (
          <Notice>{noCardYet(status, trialEnd === null ? null : day(trialEnd))}</Notice>
        ) : null}
        <div className="flex flex-wrap gap-2">
          {status === 'past_due' && payable ? (
            <Pay label={hasOutlivedTrial(subscription) ? 'Complete Payment' : 'Update Card'} />
          ) : null}
          {status === 'incomplete' ? <Pay label="Complete Payment" /> : null}
          {runs && cancelAtPeriodEnd ? <Resume /> : null}
          {runs && !cancelAtPeriodEnd && takesCard ? <GiveCard first={card === null} /> : null}
          {runs && !cancelAtPeriodEnd ? <Cancel atOnce={false} /> : null}
          {status === 'past_due' || status === 'incomplete' ? <Cancel atOnce /> : null}
        </div>
      </CardBody>
    </Card>
  );
}

/** The notice for a running plan without a card. */
function noCardYet(status: string, trialEnd: string | null): string {
  return status === 'trial' && trialEnd !== null
    ? `No card is on file yet. Add one before ${trialEnd}, and your plan continues automatically. Nothing is charged until then.`
    : 'No card is on file. Add one so that future payments go through.';
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-start gap-3 rounded-md border border-amber-line/60 bg-amber-wash px-3.5 py-3 text-sm">
      <CalendarClock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
      <p className="min-w-0 text-pretty">{children}</p>
    </div>
  );
}

/**
 * The notice after a trial or a failed payment. Without Stripe keys nothing can be paid, so another plan has
 * to be chosen.
 */
function PastDue({ first, payable }: { first: boolean; payable: boolean }) {
  if (!payable) {
    return (
      <Notice>
        Your trial is over. Choose a plan below to continue. You can keep working in the meantime.
      </Notice>
    );
  }
  return first ? (
    <Notice>
      Your trial is over, and the first payment is due. We'll use the card you pay with for later payments
      too. You can keep working in the meantime.
    </Notice>
  ) : (
    <Notice>
      A payment didn't go through. Please pay with another card. We'll use that card for later payments too.
      You can keep working in the meantime.
    </Notice>
  );
}

/** Opens the card form for the payment due. */
function Pay({ label }: { label: string }) {
  return <Button onClick={() => redirectTo(subscriptionCheckoutPath)}>{label}</Button>;
}

/** Opens the card form for future payments. */
function GiveCard({ first }: { first: boolean }) {
  return (
    <Button kind={first ? 'primary' : 'secondary'} onClick={() => redirectTo(cardPath)}>
      {first ? 'Add Card' : 'Update Card'}
    </Button>
  );
}

function Resume() {
  const resume = useCancelAtPeriodEnd();
  const oneAtATime = useOneAtATime();
  const resumeNow = (done: () => void) =>
    resume.mutate(false, {
      onSettled: done,
      onSuccess: () =>
        toast({ title: 'Subscription resumed', description: 'Your plan will renew as usual.' }),
      onError: tellFailed('Failed to resume subscription'),
    });
  return (
    <Button pending={resume.isPending} pendingLabel="Resuming..." onClick={() => oneAtATime(resumeNow)}>
      Resume Subscription
    </Button>
  );
}

const ofPeriod = {
  name: 'Cancel Subscription',
  asks: "Are you sure you want to cancel your subscription? You'll still have access until the end of your current billing period.",
  pending: 'Canceling...',
};
/** Texts for an unpaid subscription, which ends immediately because no period is paid for. */
const now = {
  name: 'End Subscription',
  asks: "Are you sure you want to end your subscription? Your plan ends now, and you won't owe the payment due. You can choose another plan at any time.",
  pending: 'Ending...',
};

function Cancel({ atOnce }: { atOnce: boolean }) {
  const format = useFormat();
  const texts = atOnce ? now : ofPeriod;
  const [asking, setAsking] = useState(false);
  const cancel = useCancelAtPeriodEnd();
  const oneAtATime = useOneAtATime();
  const cancelNow = (done: () => void) =>
    cancel.mutate(true, {
      onSettled: done,
      onSuccess: () => {
        setAsking(false);
        toast({
          title: 'Subscription canceled',
          description: 'Your subscription has been canceled successfully.',
        });
      },
      onError: tellFailed('Failed to cancel subscription'),
    });
  return (
    <>
      <Button
        kind="secondary"
        onClick={() => {
          cancel.reset();
          setAsking(true);
        }}
      >
        {texts.name}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={texts.name}
        description={texts.asks}
        cancelLabel="Keep Subscription"
        confirmLabel={texts.name}
        pendingLabel={texts.pending}
        onConfirm={() => oneAtATime(cancelNow)}
        error={refusalOf(format, cancel.error)}
        pending={cancel.isPending}
      />
    </>
  );
}

import { CalendarClock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useCancelAtPeriodEnd } from '@/api/billing';
import { sentenceOf } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import type { Subscribed } from '@/api/types';
import { formatLongDay } from '@/lib/dates';
import { leaveFor } from '@/lib/leave';
import { formatCents } from '@/lib/money';
import { subscriptionCheckoutPath } from '@/lib/paths';
import { hasOutlivedTrial, subscriptionStatus } from '@/lib/subscription-status';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Fact } from '@/ui/Section';
import { toast } from '@/ui/toast-store';
import { intervalSuffix } from './plan';

type Props = Subscribed & { timeZone: string; currency: string };

/** The business's subscription: how it stands, until when, and what can be done with it. */
export function OwnSubscription({ subscription, plan, payable, timeZone, currency }: Props) {
  const { status, currentPeriodStart, currentPeriodEnd, trialEnd, cancelAtPeriodEnd, canceledAt } =
    subscription;
  const { word, tone } = subscriptionStatus(status);
  const day = (iso: string) => formatLongDay(iso, timeZone);
  const runs = status === 'active' || status === 'trial';
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
        </dl>
        {cancelAtPeriodEnd && status !== 'canceled' ? (
          <Notice>Your subscription will cancel at the end of the current billing period.</Notice>
        ) : null}
        {status === 'canceled' && canceledAt !== null ? (
          <Notice>Subscription canceled on {day(canceledAt)}</Notice>
        ) : null}
        {status === 'past_due' ? <PastDue first={hasOutlivedTrial(subscription)} payable={payable} /> : null}
        {status === 'incomplete' ? (
          <Due label="Complete payment">Your plan begins with its first payment, which is still open.</Due>
        ) : null}
        {runs && cancelAtPeriodEnd ? <Resume /> : null}
        {runs && !cancelAtPeriodEnd ? <Cancel /> : null}
      </CardBody>
    </Card>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-start gap-3 rounded-md border border-amber-line/60 bg-amber-wash px-3.5 py-3 text-sm">
      <CalendarClock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
      <p className="min-w-0 text-pretty">{children}</p>
    </div>
  );
}

/** What is open at the end of a trial, or since a card has failed. Without keys nothing is: another plan is taken. */
function PastDue({ first, payable }: { first: boolean; payable: boolean }) {
  if (!payable) {
    return (
      <Notice>Your trial is over. Choose a plan below to go on. Nothing is locked in the meantime.</Notice>
    );
  }
  return first ? (
    <Due label="Complete payment">
      Your trial is over, and the first payment is open. The card that pays it is used for the payments that
      follow. Nothing is locked in the meantime.
    </Due>
  ) : (
    <Due label="Update card">
      A payment did not go through. Pay it with a card that works: the payments that follow are then taken
      from that card. Nothing is locked in the meantime.
    </Due>
  );
}

/** Says that a payment is open, with the way to the card form. */
function Due({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Notice>{children}</Notice>
      <Button className="justify-self-start" onClick={() => leaveFor(subscriptionCheckoutPath)}>
        {label}
      </Button>
    </>
  );
}

function Resume() {
  const resume = useCancelAtPeriodEnd();
  const onClick = () =>
    resume.mutate(false, {
      onSuccess: () =>
        toast({ title: 'Subscription resumed', description: 'Your plan continues as before.' }),
      onError: (error) =>
        toast({
          title: 'Failed to resume subscription',
          description: sentenceOf(error),
          destructive: true,
        }),
    });
  return (
    <Button
      className="justify-self-start"
      disabled={resume.isPending}
      aria-busy={resume.isPending}
      onClick={onClick}
    >
      {resume.isPending ? 'Resuming...' : 'Resume Subscription'}
    </Button>
  );
}

function Cancel() {
  const [asking, setAsking] = useState(false);
  const cancel = useCancelAtPeriodEnd();
  const onConfirm = () =>
    cancel.mutate(true, {
      onSuccess: () => {
        setAsking(false);
        toast({
          title: 'Subscription canceled',
          description: 'Your subscription has been canceled successfully.',
        });
      },
      onError: (error) =>
        toast({
          title: 'Failed to cancel subscription',
          description: sentenceOf(error),
          destructive: true,
        }),
    });
  return (
    <>
      <Button
        kind="secondary"
        className="justify-self-start"
        onClick={() => {
          cancel.reset();
          setAsking(true);
        }}
      >
        Cancel Subscription
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel Subscription"
        description="Are you sure you want to cancel your subscription? You'll still have access until the end of your current billing period."
        cancelLabel="Keep Subscription"
        confirmLabel="Cancel Subscription"
        pendingLabel="Canceling..."
        onConfirm={onConfirm}
        error={cancel.error === null ? null : failureOf(cancel.error)}
        pending={cancel.isPending}
      />
    </>
  );
}

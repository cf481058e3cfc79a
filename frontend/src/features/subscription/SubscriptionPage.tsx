import { useSubscription } from '@/api/billing';
import { ApiError } from '@/api/errors';
import { usePaymentSetup } from '@/api/payments';
import type { Subscribed } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { LoadState } from '@/components/LoadState';
import { usePageTitle } from '@/lib/page-title';
import { hasEnded } from '@/lib/subscription-status';
import { Card } from '@/ui/Card';
import { DemoCards } from '@/ui/DemoNotice';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';
import { Placeholder, Skeleton } from '@/ui/Skeleton';
import { OwnSubscription } from './OwnSubscription';
import { PaymentHistory } from './PaymentHistory';
import { Plans } from './Plans';

/** The business's own billing: its subscription, the plans, and its payments. */
export function SubscriptionPage() {
  usePageTitle('Subscription Plans');
  const timeZone = useSignedInUser().timeZone ?? 'UTC';
  const setup = usePaymentSetup().data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <PageHeader title="Subscription Plans" description="Choose a plan that best fits your business needs" />
      <DemoCards demo={setup?.demo} />
      {setup?.publishableKey === null ? (
        <p className="rounded-md border border-line bg-sunken px-3.5 py-3 text-pretty text-sm">
          Card payments are not set up on this site yet. You can still choose free plans and trials, and you
          can use everything without a plan.
        </p>
      ) : null}
      <Content timeZone={timeZone} currency={setup?.currency ?? 'USD'} />
    </div>
  );
}

function Content({ timeZone, currency }: { timeZone: string; currency: string }) {
  const { data, error, refetch } = useSubscription();
  if (data === undefined) {
    if (error === null) {
      return <Loading />;
    }
    return error instanceof ApiError && error.status === 403 ? (
      <Card>
        <EmptyState title={error.sentence} description="Only the owner can see a business's subscription." />
      </Card>
    ) : (
      <>
        <LoadState of={{ error, refetch }} failed="Failed to fetch subscription data" />
        <Plans
          currency={currency}
          timeZone={timeZone}
          current={null}
          trialEnd={null}
          known={false}
          other="nothing"
        />
      </>
    );
  }
  const current = data !== null && !givesWay(data) ? data.plan : null;
  return (
    <>
      {data === null ? null : <OwnSubscription {...data} timeZone={timeZone} currency={currency} />}
      <Plans
        currency={currency}
        timeZone={timeZone}
        current={current}
        trialEnd={data?.subscription.status === 'trial' ? data.subscription.trialEnd : null}
        known
        other={otherPlans(data)}
      />
      {data === null ? null : <PaymentHistory timeZone={timeZone} />}
    </>
  );
}

/**
 * Return whether another plan may be chosen: this one has ended, or is past due with nothing that can be
 * paid.
 */
function givesWay({ subscription: { status }, payable }: Subscribed): boolean {
  return hasEnded(status) || (status === 'past_due' && !payable);
}

/**
 * Return the effect of choosing another plan. A plan without a provider subscription (free, or a trial) is
 * replaced.
 */
function otherPlans(data: Subscribed | null): 'subscribe' | 'replace' | 'change' | 'nothing' {
  if (data === null || givesWay(data)) {
    return 'subscribe';
  }
  const { subscription, takesCard } = data;
  if (subscription.status !== 'active' && subscription.status !== 'trial') {
    return 'nothing';
  }
  if (!takesCard) {
    return 'replace';
  }
  return subscription.cancelAtPeriodEnd ? 'nothing' : 'change';
}

function Loading() {
  return (
    <Placeholder what="your subscription" className="grid gap-8" bars={['h-44 rounded-xl']}>
      <div className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        <Skeleton className="h-80 rounded-xl" />
        <Skeleton className="h-80 rounded-xl" />
        <Skeleton className="h-80 rounded-xl" />
      </div>
    </Placeholder>
  );
}

import { type SubscriptionFigures, useSubscriptions } from '@/api/admin';
import { oneOf } from '@/lib/keys';
import { formatCents } from '@/lib/money';
import { usePageTitle } from '@/lib/page-title';
import { useAddressParams } from '@/lib/use-address';
import { PageHeader } from '@/ui/PageHeader';
import { HiddenPlaceholder } from '@/ui/Skeleton';
import { TabList, TabPanel, Tabs } from '@/ui/Tabs';
import { LabeledNumber } from './ListStates';
import { PlansTab } from './PlansTab';
import { SubscribersTab, subscriptionStates } from './SubscribersTab';

/** Plans and subscriptions. The tab, search and filter are stored in the URL. */
export function SubscriptionsPage() {
  usePageTitle('Subscription Management');
  const [params, change] = useAddressParams();
  const status = oneOf(params.get('status'), subscriptionStates, 'all');
  const filter = { q: params.get('q') ?? '', status: status === 'all' ? '' : status } as const;
  const subscriptions = useSubscriptions(filter);
  const figures = subscriptions.data?.pages[0]?.figures;
  return (
    <div className="in-turn grid gap-6">
      <PageHeader
        title="Subscription Management"
        description="Plans and the businesses subscribed to them."
      />
      {figures === undefined ? (
        subscriptions.isLoading && <HiddenPlaceholder />
      ) : (
        <Figures figures={figures} />
      )}
      <Tabs
        className="min-w-0"
        value={params.get('tab') === 'subscriptions' ? 'subscriptions' : 'plans'}
        onValueChange={(next) => change('tab', next === 'plans' ? '' : next)}
      >
        <TabList aria-label="Subscriptions" of={{ plans: 'Plans', subscriptions: 'User Subscriptions' }} />
        <TabPanel value="plans">
          <PlansTab />
        </TabPanel>
        <TabPanel value="subscriptions">
          <SubscribersTab
            list={subscriptions}
            wanted={filter}
            opened={params.get('subscription')}
            onChange={change}
          />
        </TabPanel>
      </Tabs>
    </div>
  );
}

/**
 * Subscription totals. Active and trial subscriptions count as live; revenue is the sum of their prices
 * (section 9).
 */
function Figures({ figures }: { figures: SubscriptionFigures }) {
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <LabeledNumber label="Live Subscriptions" value={figures.live} />
      <LabeledNumber label="On Trial" value={figures.onTrial} />
      <LabeledNumber label="Past Due" value={figures.pastDue} />
      <LabeledNumber
        label="Monthly Revenue"
        value={formatCents(figures.monthlyRevenue)}
        note={`${formatCents(figures.recurringMonthly)} recurring, excluding trials and pending cancellations`}
      />
    </div>
  );
}

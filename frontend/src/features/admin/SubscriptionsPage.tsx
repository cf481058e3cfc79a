import { useSearchParams } from 'react-router';
import { type AdminSubscription, useSubscriptions } from '@/api/admin';
import { sentenceOf } from '@/api/errors';
import { formatDay } from '@/lib/dates';
import { formatCents } from '@/lib/money';
import { usePageTitle } from '@/lib/page-title';
import { subscriptionStatus } from '@/lib/subscription-status';
import { Badge } from '@/ui/Badge';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { LoadError } from '@/ui/LoadError';
import { PageHeader } from '@/ui/PageHeader';
import { Skeleton } from '@/ui/Skeleton';
import { Table, Td, Th } from '@/ui/Table';
import { Tab, TabList, TabPanel, Tabs } from '@/ui/Tabs';
import { PlansTab } from './PlansTab';
import { intervals } from './plan-form';
import { Stat } from './Stat';

const isLive = ({ status }: AdminSubscription) => status === 'active' || status === 'trial';

/** Plans, and who has which. */
export function SubscriptionsPage() {
  usePageTitle('Subscription Management');
  const [params, setParams] = useSearchParams();
  const subscriptions = useSubscriptions();
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Subscription Management"
        description="What businesses subscribe to, and who has what."
      />
      {subscriptions.data === undefined ? null : <Figures subscriptions={subscriptions.data} />}
      <Tabs
        className="min-w-0"
        value={params.get('tab') === 'subscriptions' ? 'subscriptions' : 'plans'}
        onValueChange={(next) => setParams(next === 'plans' ? {} : { tab: next }, { replace: true })}
      >
        <TabList aria-label="Subscriptions">
          <Tab value="plans">Plans</Tab>
          <Tab value="subscriptions">User Subscriptions</Tab>
        </TabList>
        <TabPanel value="plans">
          <PlansTab />
        </TabPanel>
        <TabPanel value="subscriptions">
          {subscriptions.error !== null ? (
            <LoadError
              title="Error loading subscriptions. Please try again."
              sentence={sentenceOf(subscriptions.error)}
              onRetry={() => void subscriptions.refetch()}
            />
          ) : subscriptions.data === undefined ? (
            <Skeleton className="h-64 rounded-xl" />
          ) : subscriptions.data.length === 0 ? (
            <Card>
              <EmptyState
                title="No user subscriptions found"
                description="They are listed here once a business has subscribed to a plan."
              />
            </Card>
          ) : (
            <List subscriptions={subscriptions.data} />
          )}
        </TabPanel>
      </Tabs>
    </div>
  );
}

/** Active and trial subscriptions count as live; the revenue is the sum of their prices (section 9). */
function Figures({ subscriptions }: { subscriptions: readonly AdminSubscription[] }) {
  const live = subscriptions.filter(isLive);
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Stat label="Live Subscriptions" value={live.length} />
      <Stat label="On Trial" value={live.filter(({ status }) => status === 'trial').length} />
      <Stat label="Past Due" value={subscriptions.filter(({ status }) => status === 'past_due').length} />
      <Stat label="Monthly Revenue" value={formatCents(live.reduce((sum, { price }) => sum + price, 0))} />
    </div>
  );
}

function List({ subscriptions }: { subscriptions: readonly AdminSubscription[] }) {
  return (
    <Card className="overflow-hidden">
      <Table label="User subscriptions" className="stacks md:min-w-[48rem]">
        <thead>
          <tr>
            <Th>User</Th>
            <Th>Plan</Th>
            <Th>Price</Th>
            <Th>Status</Th>
            <Th>Current Period</Th>
          </tr>
        </thead>
        <tbody>
          {subscriptions.map((subscription) => (
            <tr key={subscription.id}>
              <Td className="max-w-72">
                <p className="font-medium md:truncate">{subscription.email}</p>
                <p className="truncate text-faint text-xs">
                  {subscription.companyName ?? subscription.username}
                </p>
              </Td>
              <Td label="Plan">{subscription.planName}</Td>
              <Td label="Price" className="tabular whitespace-nowrap">
                {formatCents(subscription.price)}{' '}
                <span className="text-faint">{intervals[subscription.interval].toLowerCase()}</span>
              </Td>
              <Td label="Status">
                <Badge tone={subscriptionStatus(subscription.status).tone}>
                  {subscriptionStatus(subscription.status).word}
                </Badge>
                {subscription.cancelAtPeriodEnd ? (
                  <p className="mt-1 text-faint text-xs">Cancels at its end</p>
                ) : null}
              </Td>
              <Td label="Current Period" className="tabular whitespace-nowrap">
                {subscription.currentPeriodStart === null || subscription.currentPeriodEnd === null
                  ? '–'
                  : `${formatDay(subscription.currentPeriodStart)} – ${formatDay(subscription.currentPeriodEnd)}`}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

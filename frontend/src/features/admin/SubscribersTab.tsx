import type { AdminSubscription, SubscriptionFilter, useSubscriptions } from '@/api/admin';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatCents } from '@/lib/money';
import { subscriptionStatus } from '@/lib/subscription-status';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Options, Select } from '@/ui/Input';
import { SearchBox } from '@/ui/SearchBox';
import { ShowMore } from '@/ui/ShowMore';
import { Table, TableHead, Td } from '@/ui/Table';
import { Matching } from './Comparisons';
import { ListStates } from './ListStates';
import { intervals } from './plan-form';
import { SubscriptionDialog } from './SubscriptionDialog';

/** Status filters, in lifecycle order. */
export const subscriptionStates = {
  all: 'All statuses',
  trial: subscriptionStatus('trial').word,
  active: subscriptionStatus('active').word,
  past_due: subscriptionStatus('past_due').word,
  canceled: subscriptionStatus('canceled').word,
  incomplete: subscriptionStatus('incomplete').word,
  incomplete_expired: subscriptionStatus('incomplete_expired').word,
} as const;

export interface SubscribersTabProps {
  list: ReturnType<typeof useSubscriptions>;
  wanted: SubscriptionFilter;
  /** Id of the open subscription, from the URL. */
  opened: string | null;
  /** Updates one URL parameter. */
  onChange: (name: 'q' | 'status' | 'subscription', value: string) => void;
}

/** Paginated list of subscriptions with search and a status filter. */
export function SubscribersTab({ list, wanted, opened, onChange }: SubscribersTabProps) {
  const all = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const id = opened !== null && /^[1-9][0-9]{0,14}$/.test(opened) ? Number(opened) : null;
  const matching = list.data?.pages[0]?.matching;
  const isNarrowed = wanted.q !== '' || wanted.status !== '';
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox label="Search subscriptions" value={wanted.q} onSearch={(q) => onChange('q', q)} />
        <Select
          aria-label="Status"
          value={wanted.status === '' ? 'all' : wanted.status}
          onChange={(event) => onChange('status', event.target.value === 'all' ? '' : event.target.value)}
          className="w-44"
        >
          <Options of={subscriptionStates} />
        </Select>
        <Matching count={matching} noun="subscription" />
      </div>
      <ListStates
        of={list}
        names="subscriptions"
        empty={{
          title: 'No user subscriptions found',
          description: isNarrowed
            ? 'No subscriptions match. Try a different search or status.'
            : 'Subscriptions appear here when a business subscribes to a plan.',
        }}
        isEmpty={() => matching === 0}
      >
        {() => (
          <Card className="overflow-hidden" aria-busy={list.isPlaceholderData}>
            <SubscriberTable subscriptions={all} onOpen={(row) => onChange('subscription', String(row.id))} />
          </Card>
        )}
      </ListStates>
      <ShowMore list={list} />
      {id === null ? null : (
        <SubscriptionDialog
          id={id}
          name={all.find((row) => row.id === id)?.email}
          onClose={() => onChange('subscription', '')}
        />
      )}
    </div>
  );
}

function SubscriberTable({
  subscriptions,
  onOpen,
}: {
  subscriptions: readonly AdminSubscription[];
  onOpen: (subscription: AdminSubscription) => void;
}) {
  const format = useFormat();
  return (
    <Table label="User subscriptions" className="stacks md:min-w-[48rem]">
      <TableHead columns={['User', 'Plan', 'Price', 'Status', 'Current Period']} actions />
      <tbody>
        {subscriptions.map((subscription) => (
          <tr key={subscription.id}>
            <Td className="max-w-72">
              <p className="font-medium max-md:wrap-anywhere md:truncate" title={subscription.email}>
                {subscription.email}
              </p>
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
                <p className="mt-1 text-faint text-xs">Cancels at period end</p>
              ) : null}
            </Td>
            <Td label="Current Period" className="tabular whitespace-nowrap">
              {subscription.currentPeriodStart === null || subscription.currentPeriodEnd === null
                ? '–'
                : `${formatDay(format, subscription.currentPeriodStart)} – ${formatDay(format, subscription.currentPeriodEnd)}`}
            </Td>
            <Td className="md:text-right">
              <Button
                kind="secondary"
                size="sm"
                aria-label={`Manage the subscription of ${subscription.email}`}
                onClick={() => onOpen(subscription)}
              >
                Manage
              </Button>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

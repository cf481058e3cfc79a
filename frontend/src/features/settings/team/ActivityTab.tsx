import { useState } from 'react';
import { Link } from 'react-router';
import { useActivity } from '@/api/team';
import type { User } from '@/api/types';
import { AuditFilters } from '@/components/AuditFilters';
import { LoadState } from '@/components/LoadState';
import { type AuditFilter, type AuditKind, emptyAuditFilter } from '@/lib/audit';
import { dayIn, formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { paths } from '@/lib/paths';
import { AuditTable } from '@/ui/AuditTable';
import { Card, CardHeader } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { ShowMore } from '@/ui/ShowMore';
import { Placeholder } from '@/ui/Skeleton';

const kinds: readonly AuditKind[] = [
  'account',
  'team',
  'settings',
  'booking',
  'payment',
  'subscription',
  'business',
  'deleted',
];

/** The business's audit log: searchable, newest first. */
export function ActivityTab({ user }: { user: User }) {
  const format = useFormat();
  const [filter, setFilter] = useState<AuditFilter>(emptyAuditFilter);
  const activity = useActivity(filter);
  const lines = activity.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Card id="activity" className="overflow-hidden">
      <CardHeader
        title="Activity"
        description="Every action in your business: who did it and when. Entries can't be edited or deleted."
      />
      <div className="px-5 pt-4 pb-4">
        <AuditFilters
          label="Search activity"
          kinds={kinds}
          filter={filter}
          today={dayIn(user.timeZone ?? 'UTC', new Date())}
          onChange={setFilter}
        />
      </div>
      {activity.error !== null || activity.data === undefined ? (
        <div className="px-5 pb-5">
          <LoadState of={activity} failed="We couldn't load your activity">
            <Placeholder what="the activity" bars={['h-64']} />
          </LoadState>
        </div>
      ) : lines.length === 0 ? (
        <EmptyState title="No results" description="No activity matches your filters." />
      ) : (
        <AuditTable
          label="Activity"
          lines={lines}
          when="When"
          moment={(iso) => formatMoment(format, iso)}
          nobody="Customer or system"
          currency={user.currency ?? 'USD'}
          subject={({ action, subjectId }, name) =>
            /^(booking|payment)\./.test(action) && subjectId !== null ? (
              <Link to={`${paths.bookings}?id=${subjectId}`} className="text-link hover:underline">
                {name}
              </Link>
            ) : null
          }
        />
      )}
      {activity.hasNextPage ? (
        <div className="flex justify-center border-line border-t p-4">
          <ShowMore list={activity} />
        </div>
      ) : null}
    </Card>
  );
}

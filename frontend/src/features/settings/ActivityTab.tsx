import { useState } from 'react';
import { useActivity } from '@/api/activity';
import { sentenceOf } from '@/api/errors';
import type { User } from '@/api/types';
import { deedOf, particularsOf, subjectOf } from '@/lib/deeds';
import { Button } from '@/ui/Button';
import { Card, CardHeader } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { LoadError } from '@/ui/LoadError';
import { SearchBox } from '@/ui/SearchBox';
import { Skeleton } from '@/ui/Skeleton';
import { Table, Td, Th } from '@/ui/Table';

/** Who did what in the business, when: searchable, the latest first. */
export function ActivityTab({ user }: { user: User }) {
  const [q, setQ] = useState('');
  const activity = useActivity(q);
  const lines = activity.data?.pages.flatMap(({ items }) => items) ?? [];
  const moment = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: user.timeZone ?? 'UTC',
  });
  if (activity.data === undefined && activity.error !== null) {
    return (
      <LoadError
        title="The activity could not be loaded"
        sentence={sentenceOf(activity.error)}
        onRetry={() => void activity.refetch()}
      />
    );
  }
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Activity"
        description="Who did what in your business, when. Nothing here can be changed or removed."
      />
      <div className="flex px-5 pt-4 pb-4">
        <SearchBox label="Search the activity" value={q} onSearch={setQ} />
      </div>
      {activity.data === undefined ? (
        <div role="status" className="px-5 pb-5">
          <span className="sr-only">Loading the activity</span>
          <Skeleton className="h-64" />
        </div>
      ) : lines.length === 0 ? (
        <EmptyState title="Nothing found" description="Nothing that was done has these words in it." />
      ) : (
        <Table label="Activity" className="stacks">
          <thead>
            <tr className="border-line border-t">
              <Th>When</Th>
              <Th>Who</Th>
              <Th>What</Th>
              <Th>Details</Th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <Td label="When" className="tabular whitespace-nowrap text-soft">
                  {moment.format(new Date(line.at))}
                </Td>
                <Td label="Who" className="md:max-w-72 md:truncate" title={line.actor ?? undefined}>
                  {line.actor ?? 'A customer, or by itself'}
                </Td>
                <Td className="wrap-anywhere max-md:order-first md:min-w-56">
                  {deedOf(line)} <span className="font-medium">{subjectOf(line)}</span>
                </Td>
                <Td className="wrap-anywhere text-soft max-md:-mt-2 max-md:empty:hidden md:min-w-52">
                  {particularsOf(line)}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {activity.hasNextPage ? (
        <div className="flex justify-center border-line border-t p-4">
          <Button
            kind="secondary"
            disabled={activity.isFetchingNextPage}
            onClick={() => void activity.fetchNextPage()}
          >
            {activity.isFetchingNextPage ? 'Loading...' : 'Show More'}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

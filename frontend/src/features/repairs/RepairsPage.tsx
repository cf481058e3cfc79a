import { useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '@/api/errors';
import { type Repair, usePutBack, useRepairs, useRepairUntil } from '@/api/repairs';
import { useMay } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { FAULTS } from '@/booking-form/texts';
import { DayField } from '@/booking-parts/DayField';
import { dayIn, formatDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { usePageTitle } from '@/lib/page-title';
import { bookingPath, paths } from '@/lib/paths';
import { counted } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { LoadError } from '@/ui/LoadError';
import { PageHeader } from '@/ui/PageHeader';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';

/** What is broken or lost, since when, and when it is back in service. */
export function RepairsPage() {
  usePageTitle('Repairs');
  const { data, error, refetch } = useRepairs();
  const pieces = data?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Repairs and Losses"
        description={
          data === undefined || data.length === 0
            ? 'Pieces that are out of service.'
            : `${counted(pieces, 'piece')} out of service.`
        }
        action={
          <Button kind="secondary" size="sm" asChild>
            <Link to={paths.inventory}>Open the Inventory</Link>
          </Button>
        }
      />
      {data === undefined ? (
        error === null ? (
          <div aria-busy="true" role="status" aria-label="Loading repairs">
            <Skeleton className="h-32" />
          </div>
        ) : (
          <LoadError
            title="Repairs could not be loaded"
            sentence={sentenceOf(error)}
            onRetry={() => void refetch()}
          />
        )
      ) : data.length === 0 ? (
        <Card>
          <EmptyState
            title="Everything is in service"
            description="Report a repair from a letter in the inventory, or mark pieces as damaged or missing when they come back."
          />
        </Card>
      ) : (
        <Card className="overflow-hidden">
          <ul>
            {data.map((repair) => (
              <li key={repair.id} className="border-line border-b [content-visibility:auto] last:border-b-0">
                <Row repair={repair} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

function Row({ repair }: { repair: Repair }) {
  const { currency } = useSignedInUser();
  const changes = useMay('changeStock');
  const [dating, setDating] = useState(false);
  const putBack = usePutBack();
  const name = `${repair.count} × ${repair.name}${repair.size === null ? '' : ` (${repair.size})`}`;
  const facts = [
    `Reported ${formatDay(repair.reportedAt)}${repair.reportedBy === null ? '' : ` by ${repair.reportedBy}`}`,
    repair.lastDay === null
      ? repair.kind === 'missing'
        ? 'not found yet'
        : 'no end set'
      : `back in service after ${formatDay(repair.lastDay)}`,
    ...(repair.replacementPrice == null
      ? []
      : [`replacement ${formatMoney(repair.replacementPrice, currency ?? 'USD')} each`]),
  ];
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3 px-5 py-4 text-sm">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <b className="wrap-anywhere font-semibold">{name}</b>
          <Badge tone={repair.kind === 'missing' ? 'red' : 'yellow'}>
            {repair.kind === 'missing' ? 'Missing' : 'Repair'}
          </Badge>
        </p>
        {repair.reason === null ? null : <p className="wrap-anywhere">{repair.reason}</p>}
        <p className="text-soft">{facts.join(', ')}</p>
        {repair.bookingId === null ? null : (
          <p className="wrap-anywhere text-soft">
            From{' '}
            <Link to={bookingPath(repair.bookingId)} className="rounded-sm text-link hover:underline">
              booking #{repair.bookingNumber}
            </Link>
            , {repair.customerName}
          </p>
        )}
        {dating ? <Until repair={repair} onDone={() => setDating(false)} /> : null}
      </div>
      {changes ? (
        <div className="flex flex-wrap gap-2">
          <Button kind="secondary" size="sm" onClick={() => setDating(!dating)} aria-expanded={dating}>
            Set End
          </Button>
          <Button
            size="sm"
            disabled={putBack.isPending}
            onClick={() =>
              putBack.mutate(repair, {
                onSuccess: () => toast({ title: 'Back in service', description: name }),
                onError: (error) =>
                  toast({ title: 'It was not put back', description: sentenceOf(error), destructive: true }),
              })
            }
          >
            {repair.kind === 'missing' ? 'Found' : 'Put Back'}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Until({ repair, onDone }: { repair: Repair; onDone: () => void }) {
  const [day, setDay] = useState(() => (repair.lastDay === null ? '' : typedFromIso(repair.lastDay)));
  const [fault, setFault] = useState<string | undefined>(undefined);
  const until = useRepairUntil();
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  return (
    <form
      className="mt-1 flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const lastDay = day.trim() === '' ? null : isoFromTyped(day);
        if (day.trim() !== '' && lastDay === null) {
          setFault(FAULTS.dateForm());
          return;
        }
        until.mutate(
          { repair, lastDay },
          {
            onSuccess: ({ atRisk }) => {
              onDone();
              toast({
                title: 'End of the repair saved',
                ...(atRisk.length > 0 && {
                  description: `${counted(atRisk.length, 'booking')} at risk. See the dashboard.`,
                }),
              });
            },
          },
        );
      }}
    >
      <DayField
        label="Last day out of service"
        name="lastDay"
        error={fault ?? (until.error === null ? undefined : sentenceOf(until.error))}
        hint="Leave it empty until somebody puts it back."
        value={day}
        today={today}
        onChange={(typed) => {
          setDay(typed);
          setFault(undefined);
          until.reset();
        }}
      />
      <Button type="submit" size="sm" disabled={until.isPending}>
        Save
      </Button>
    </form>
  );
}

import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError, sentenceOf } from '@/api/errors';
import { photoPath } from '@/api/goods';
import { type Repair, useChangeRepair, usePutBack, useRepairs } from '@/api/outages';
import { useCan } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { FAULTS } from '@/booking-form/texts';
import { RepairCost } from '@/components/booking/RepairCost';
import { DayField } from '@/components/DayField';
import { LoadState } from '@/components/LoadState';
import { MutationButton } from '@/components/MutationButton';
import { dayIn, formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { usePageTitle } from '@/lib/page-title';
import { bookingPath, paths } from '@/lib/paths';
import { counted, sizeName } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { PageHeader } from '@/ui/PageHeader';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { ReportDialog } from './ReportDialog';

/** Damaged and lost pieces, with reporter, dates and a button to put them back in service. */
export function RepairsPage() {
  usePageTitle('Repairs');
  const { data, error, refetch } = useRepairs();
  const reports = useCan('changeStock');
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  const [reporting, setReporting] = useState(false);
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
          <div className="flex flex-wrap gap-2">
            <Button kind="secondary" size="sm" asChild>
              <Link to={paths.inventory}>Open Inventory</Link>
            </Button>
            {reports ? (
              <Button size="sm" onClick={() => setReporting(true)}>
                Report Damage or Loss
              </Button>
            ) : null}
          </div>
        }
      />
      {data === undefined ? (
        <LoadState of={{ error, refetch }} failed="We couldn't load the repairs">
          <div aria-busy="true" role="status" aria-label="Loading repairs">
            <Skeleton className="h-32" />
          </div>
        </LoadState>
      ) : data.length === 0 ? (
        <Card>
          <EmptyState
            title="Everything is in service"
            description="Report damaged or lost letters and items here, or when they come back from a booking."
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
      {reporting ? <ReportDialog today={today} onClose={() => setReporting(false)} /> : null}
    </div>
  );
}

function Row({ repair }: { repair: Repair }) {
  const format = useFormat();
  const { currency } = useSignedInUser();
  const changes = useCan('changeStock');
  const [dating, setDating] = useState(false);
  const putBack = usePutBack();
  const name = `${repair.count} × ${repair.name}${repair.size === null ? '' : ` (${sizeName(format, repair.size)})`}`;
  const facts = [
    `Reported ${formatDay(format, repair.reportedAt)}${repair.reportedBy === null ? '' : ` by ${repair.reportedBy}`}`,
    repair.lastDay === null
      ? repair.kind === 'missing'
        ? 'not found yet'
        : 'no end date'
      : `out of service through ${formatDay(format, repair.lastDay)}`,
    ...(repair.cost == null ? [] : [`repair cost ${formatMoney(repair.cost, currency ?? 'USD')}`]),
    ...(repair.replacementPrice == null
      ? []
      : [`replacement ${formatMoney(repair.replacementPrice, currency ?? 'USD')} each`]),
  ];
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3 px-5 py-4 text-sm">
      {repair.photo === null ? null : (
        <a href={photoPath(repair.photo)} target="_blank" rel="noopener" className="shrink-0 rounded-md">
          <img
            src={photoPath(repair.photo, 'small')}
            alt={`Damage to ${name}`}
            width={72}
            height={72}
            loading="lazy"
            className="size-18 rounded-md border border-line object-cover"
          />
        </a>
      )}
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
            Edit
          </Button>
          <MutationButton
            size="sm"
            disabled={putBack.isPending}
            change={putBack}
            input={repair}
            failed="We couldn't put the piece back in service"
            onDone={() => toast({ title: 'Back in service', description: name })}
          >
            {repair.kind === 'missing' ? 'Mark as Found' : 'Put Back in Service'}
          </MutationButton>
        </div>
      ) : null}
    </div>
  );
}

function Until({ repair, onDone }: { repair: Repair; onDone: () => void }) {
  const format = useFormat();
  const [day, setDay] = useState(() => (repair.lastDay === null ? '' : typedFromIso(format, repair.lastDay)));
  const [reason, setReason] = useState(repair.reason ?? '');
  const [cost, setCost] = useState(repair.cost == null ? '' : String(repair.cost));
  const [fault, setFault] = useState<string | undefined>(undefined);
  const change = useChangeRepair();
  const money = useCan('seeMoney');
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  const fields: Readonly<Record<string, string>> =
    change.error instanceof ApiError ? change.error.fields : {};
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value);
    setFault(undefined);
    change.reset();
  };
  return (
    <form
      className="mt-2 grid max-w-md gap-3"
      aria-label="Repair"
      onSubmit={(event) => {
        event.preventDefault();
        const lastDay = day.trim() === '' ? null : isoFromTyped(format, day);
        if (day.trim() !== '' && lastDay === null) {
          setFault(FAULTS.dateForm(format));
          return;
        }
        change.mutate(
          {
            repair,
            change: {
              lastDay,
              reason: reason.trim() || null,
              ...(money && { cost: cost.trim() === '' ? null : Number(cost) }),
            },
          },
          {
            onSuccess: ({ atRisk }) => {
              onDone();
              toast({
                title: 'Repair saved',
                ...(atRisk.length > 0 && {
                  description: `${counted(atRisk.length, 'booking')} at risk. See your dashboard.`,
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
        error={fault ?? fields.lastDay}
        hint="Leave empty if you don't know yet."
        value={day}
        today={today}
        onChange={typed(setDay)}
      />
      <Field label="Problem (Optional)" error={fields.reason}>
        <Input value={reason} maxLength={200} onChange={(event) => typed(setReason)(event.target.value)} />
      </Field>
      {money ? <RepairCost value={cost} error={fields.cost} onChange={typed(setCost)} /> : null}
      {change.error === null || Object.keys(fields).length > 0 ? null : (
        <p role="alert" className="text-danger">
          {sentenceOf(change.error)}
        </p>
      )}
      <div>
        <Button type="submit" size="sm" disabled={change.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

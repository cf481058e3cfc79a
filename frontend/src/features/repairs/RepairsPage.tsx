import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiError, sentenceOf } from '@/api/errors';
import { type AtRisk, photoPath, useAtRisk } from '@/api/goods';
import {
  type Repair,
  useChangeRepair,
  useChangeRepairKind,
  useEndRepair,
  useReopenRepair,
  useRepairs,
} from '@/api/outages';
import { useCan } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { FAULTS } from '@/booking-form/texts';
import { RecordRepair } from '@/components/booking/RecordRepair';
import { RepairCost } from '@/components/booking/RepairCost';
import type { Reportable } from '@/components/booking/RepairForm';
import { ShortBookings, shortOf } from '@/components/booking/ShortBookings';
import { DayField } from '@/components/DayField';
import { LoadState } from '@/components/LoadState';
import { tellFailed } from '@/components/tell-failed';
import { dayIn, formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { usePageTitle } from '@/lib/page-title';
import { bookingPath, paths } from '@/lib/paths';
import { counted, listed, sizeName } from '@/lib/words';
import { useWaitingRepairs } from '@/outbox/useWaitingRepairs';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { PageHeader } from '@/ui/PageHeader';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';

/** The piece that a link names, for example from search: ?letter=O&size=4ft&finish=rgb. */
function pieceIn(params: URLSearchParams): Reportable | undefined {
  const [letter, size, finish] = ['letter', 'size', 'finish'].map((name) => params.get(name));
  return letter && size && finish ? { letter, size, finish, itemId: null, name: letter } : undefined;
}

/** Open repairs and losses, what is short because of them, and how they end. */
export function RepairsPage() {
  usePageTitle('Repairs');
  const { data, error, refetch } = useRepairs();
  const risks = useAtRisk();
  const records = useCan('addNotes');
  const [params, setParams] = useSearchParams();
  const pieces = data?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const initial = pieceIn(params);
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
            {records ? (
              <Button size="sm" onClick={() => setParams({ record: '' })}>
                Record a Repair or Loss
              </Button>
            ) : null}
          </div>
        }
      />
      <Waiting />
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
            description="Record broken or lost letters and items here, or when they come back from a booking."
          />
        </Card>
      ) : (
        <Card className="overflow-hidden">
          <ul>
            {data.map((repair) => (
              <li
                key={repair.id}
                className="border-line border-b [contain-intrinsic-size:auto_5rem] [content-visibility:auto] last:border-b-0"
              >
                <Row repair={repair} risks={risks.data ?? []} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {records && (params.has('record') || initial !== undefined) ? (
        <RecordRepair initial={initial} onClose={() => setParams({})} />
      ) : null}
    </div>
  );
}

/** Records and photos that aren't sent yet, and those that the server rejected. */
function Waiting() {
  const { rows, remove } = useWaitingRepairs(useSignedInUser().id);
  const waiting = rows.filter(({ refused }) => refused === null);
  return (
    <div aria-live="polite" className="grid gap-2 empty:hidden">
      {waiting.length === 0 ? null : (
        <p className="wrap-anywhere rounded-lg bg-amber-wash px-4 py-3 text-amber text-sm">
          Waiting to send:{' '}
          {listed(waiting.map(({ title, photo }) => (photo === undefined ? title : `photo of ${title}`)))}
        </p>
      )}
      {rows.map(({ order, title, photo, refused }) =>
        refused === null ? null : (
          <div
            key={order}
            role="alert"
            className="flex flex-wrap items-center gap-3 rounded-lg bg-danger-wash px-4 py-3 text-sm"
          >
            <p className="wrap-anywhere min-w-0 flex-1 basis-52">
              <b className="font-semibold">{title}</b>
              {photo === undefined ? ' was not recorded. ' : ': the photo was not added. '}
              {refused}
            </p>
            <Button kind="secondary" size="sm" onClick={() => void remove(order)}>
              Remove
            </Button>
          </div>
        ),
      )}
    </div>
  );
}

function Row({ repair, risks }: { repair: Repair; risks: readonly AtRisk[] }) {
  const format = useFormat();
  const { currency } = useSignedInUser();
  const changes = useCan('changeStock');
  const [dating, setDating] = useState(false);
  const [showing, setShowing] = useState(false);
  const name = `${repair.count} × ${repair.name}${repair.size === null ? '' : ` (${sizeName(format, repair.size)})`}`;
  const short = shortOf(repair, risks);
  const facts = [
    `Reported ${formatDay(format, repair.reportedAt)}${repair.reportedBy === null ? '' : ` by ${repair.reportedBy}`}`,
    repair.lastDay === null
      ? repair.kind === 'missing'
        ? 'not found yet'
        : 'no end date'
      : `out of service through ${formatDay(format, repair.lastDay)}`,
    ...(repair.tag === null ? [] : [`tag ${repair.tag}`]),
    ...(repair.cost == null ? [] : [`repair cost ${formatMoney(repair.cost, currency ?? 'USD')}`]),
    ...(repair.replacementPrice == null
      ? []
      : [`replacement ${formatMoney(repair.replacementPrice, currency ?? 'USD')} each`]),
  ];
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3 px-5 py-4 text-sm">
      {repair.photos.map((photo) => (
        <a
          key={photo}
          href={photoPath(photo)}
          target="_blank"
          rel="noopener"
          className="-mr-3 shrink-0 rounded-md last-of-type:mr-0"
        >
          <img
            src={photoPath(photo, 'small')}
            alt={`Damage to ${name}`}
            width={72}
            height={72}
            loading="lazy"
            className="size-18 rounded-md border border-line object-cover"
          />
        </a>
      ))}
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <b className="wrap-anywhere font-semibold">{name}</b>
          <Badge tone={repair.kind === 'missing' ? 'red' : 'yellow'}>
            {repair.kind === 'missing' ? 'Missing' : 'Repair'}
          </Badge>
        </p>
        {repair.reason === null ? null : <p className="wrap-anywhere">{repair.reason}</p>}
        <p className="wrap-anywhere text-soft">{facts.join(', ')}</p>
        {repair.bookingId === null ? null : (
          <p className="wrap-anywhere text-soft">
            From{' '}
            <Link to={bookingPath(repair.bookingId)} className="rounded-sm text-link hover:underline">
              booking #{repair.bookingNumber}
            </Link>
            , {repair.customerName}
          </p>
        )}
        {short.length === 0 ? null : (
          <p>
            <button
              type="button"
              aria-expanded={showing}
              className="min-h-8 cursor-pointer rounded-sm font-medium text-danger hover:underline"
              onClick={() => setShowing(!showing)}
            >
              {counted(short.length, 'booking')} short
            </button>
          </p>
        )}
        {showing && short.length > 0 ? <ShortBookings rows={short} /> : null}
        {dating ? <Until repair={repair} onDone={() => setDating(false)} /> : null}
      </div>
      {changes ? (
        <div className="flex flex-wrap gap-2">
          <Button kind="secondary" size="sm" onClick={() => setDating(!dating)} aria-expanded={dating}>
            Edit
          </Button>
          <Ends repair={repair} name={name} />
        </div>
      ) : null}
    </div>
  );
}

/** Ends a repair: the piece is back, or lost for good. Both can be undone. */
function Ends({ repair: { id, kind }, name }: { repair: Repair; name: string }) {
  const end = useEndRepair();
  const reopen = useReopenRepair();
  const change = useChangeRepairKind();
  const undone = () => toast({ title: 'Undone', description: name });
  // The row is gone or changed by then, so its own callbacks would not run.
  const backAgain = () => void reopen.mutateAsync(id).then(undone, tellFailed("Couldn't undo"));
  const repairAgain = () =>
    void change.mutateAsync({ id, kind: 'repair' }).then(undone, tellFailed("Couldn't undo"));
  const busy = end.isPending || change.isPending;
  return (
    <>
      {kind === 'missing' ? null : (
        <Button
          kind="secondary"
          size="sm"
          disabled={busy}
          onClick={() =>
            void change.mutateAsync({ id, kind: 'missing' }).then(
              () =>
                toast({
                  title: 'Marked as lost',
                  description: name,
                  action: { label: 'Undo', onPress: repairAgain },
                }),
              tellFailed("We couldn't mark the piece as lost"),
            )
          }
        >
          Mark as Lost
        </Button>
      )}
      <Button
        size="sm"
        disabled={busy}
        onClick={() =>
          void end.mutateAsync(id).then(
            () =>
              toast({
                title: 'Back in service',
                description: name,
                action: { label: 'Undo', onPress: backAgain },
              }),
            tellFailed("We couldn't put the piece back in service"),
          )
        }
      >
        {kind === 'missing' ? 'Mark as Found' : 'Put Back in Service'}
      </Button>
    </>
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

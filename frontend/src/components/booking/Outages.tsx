import { Wrench } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useEndOutage, useOutages } from '@/api/outages';
import type { Outage } from '@/api/types';
import { LoadState } from '@/components/LoadState';
import { tellFailed } from '@/components/tell-failed';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Placeholder } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import type { OpenRepair } from './open-repair';
import { type Pieces, ReportOutage } from './ReportOutage';

/** Loaded on demand. */
const RecordRepair = lazy(async () => ({ default: (await import('./RecordRepair')).RecordRepair }));

interface PiecesOnDay {
  pieces: Pieces;
  today: string;
}

export interface OutagesProps extends PiecesOnDay {
  repair: OpenRepair;
}

/**
 * Pieces of a letter or item that are being repaired or are lost, with their dates and a button to end the
 * outage.
 *
 * Rendered inside the form of the letter or item. Actions apply immediately; a repair that is still being
 * entered is sent when the form is saved.
 */
export function Outages({ pieces, today, repair }: OutagesProps) {
  const outages = useOutages(pieces);
  const [adding, setAdding] = useState(false);
  const [recording, setRecording] = useState(false);
  // Hide past outages.
  const current = (outages.data ?? []).filter(({ lastDay }) => lastDay === null || lastDay >= today);
  return (
    <section aria-label="Out of service" className="grid gap-3 border-line border-t pt-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="flex items-center gap-2 font-medium text-sm">
          <Wrench aria-hidden="true" className="size-4 text-soft" />
          Out of Service
        </h3>
        {adding ? null : (
          <div className="flex flex-wrap gap-2">
            <Button kind="quiet" size="sm" onClick={() => setAdding(true)}>
              With Dates or Cost
            </Button>
            <Button kind="secondary" size="sm" onClick={() => setRecording(true)}>
              Record a Repair
            </Button>
          </div>
        )}
      </div>
      {outages.error !== null || outages.data === undefined ? (
        <LoadState of={outages} failed="We couldn't load the repairs">
          <Placeholder what="repairs" bars={['h-11']} />
        </LoadState>
      ) : current.length === 0 ? (
        adding ? null : (
          <p className="text-faint text-sm">All pieces are in service.</p>
        )
      ) : (
        <ul className="grid gap-2">
          {current.map((outage) => (
            <li key={outage.id}>
              <OutageRow pieces={pieces} outage={outage} today={today} />
            </li>
          ))}
        </ul>
      )}
      {adding ? (
        <ReportOutage pieces={pieces} today={today} {...repair} onDone={() => setAdding(false)} />
      ) : null}
      {recording ? (
        <Suspense fallback={null}>
          <RecordRepair initial={pieces.piece} onClose={() => setRecording(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

function OutageRow({ pieces, outage, today }: PiecesOnDay & { outage: Outage }) {
  const format = useFormat();
  const end = useEndOutage(pieces);
  const { id, count, firstDay, lastDay, reason } = outage;
  const span =
    lastDay === null
      ? `since ${formatDay(format, firstDay)}, no end date`
      : firstDay <= today
        ? `until ${formatDay(format, lastDay)}`
        : firstDay === lastDay
          ? `on ${formatDay(format, firstDay)}`
          : `${formatDay(format, firstDay)} – ${formatDay(format, lastDay)}`;
  const finish = () =>
    end.mutate(id, {
      onSuccess: () =>
        toast({
          title: 'Back in service',
          description: `${count} × ${pieces.name}`,
        }),
      onError: tellFailed("The repair couldn't be ended"),
    });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface py-2 pr-2 pl-3.5 text-sm">
      <div className="min-w-0 flex-1">
        <p className="tabular">
          <span className="font-semibold">
            {count} × {pieces.name}
          </span>{' '}
          {span}
        </p>
        {reason === null ? null : <p className="break-words text-soft">{reason}</p>}
      </div>
      <Button
        kind="quiet"
        size="sm"
        pending={end.isPending}
        pendingLabel="Saving..."
        aria-label={`Put back in service: ${count} × ${pieces.name}, ${span}`}
        onClick={finish}
      >
        Put Back in Service
      </Button>
    </div>
  );
}

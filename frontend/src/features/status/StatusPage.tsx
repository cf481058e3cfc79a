import { CircleAlert, CircleCheck, Clock, Database, RefreshCw, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Part, type PublicStatus, type Status, useStatus } from '@/api/status';
import { cn } from '@/lib/cn';
import { formatLocalMoment } from '@/lib/local-moment';
import { usePageTitle } from '@/lib/page-title';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Skeleton } from '@/ui/Skeleton';

/** Current service status as reported by the server. */
export function StatusPage() {
  usePageTitle('Status');
  const { data: status, isFetching, refetch } = useStatus();
  const works = status === undefined ? null : worksFully(status);
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6">
      <h1 className="font-semibold text-3xl tracking-tight">Status</h1>
      <section
        aria-live="polite"
        aria-busy={works === null}
        className="night night-ground grid min-h-56 content-center justify-items-center gap-5 rounded-xl px-6 py-9 text-center text-ink"
      >
        <div aria-hidden="true" className="h-18 w-full">
          <MarqueeSign
            message={works === false ? 'OOPS' : 'ON'}
            state={works === true ? 'lit' : 'unlit'}
            height={72}
            maxHeight={72}
            surface="night"
            align="center"
            switchOn
          />
        </div>
        <p className="flex items-center gap-2.5 font-semibold text-xl">
          {works === null ? null : works ? (
            <CircleCheck aria-hidden="true" className="size-5 text-good" />
          ) : (
            <CircleAlert aria-hidden="true" className="size-5 text-danger" />
          )}
          {works === null ? 'Checking…' : works ? 'All systems operational' : headline(status)}
        </p>
      </section>
      <Notes of={status?.published} />
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface shadow-card">
        <Line
          icon={<Server />}
          name="Pages and booking forms"
          about="The server is responding."
          part={status?.server}
        />
        <Line
          icon={<Database />}
          name="Bookings and stock"
          about="The database is responding and matches this version."
          part={status?.database}
        />
        <Line
          icon={<Clock />}
          name="Emails and reminders"
          about="Background jobs run on time."
          part={status === undefined ? undefined : workerPart(status.published)}
        />
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-soft text-sm">
        <dl className="tabular flex flex-wrap gap-x-6 gap-y-1">
          <div className="flex gap-1.5">
            <dt>Checked at</dt>
            <dd className="font-medium text-ink">{status === undefined ? '…' : timeOf(status.at)}</dd>
          </div>
          <div className="flex gap-1.5">
            <dt>Version</dt>
            <dd className="font-medium text-ink">
              {status === undefined ? '…' : (status.version ?? 'unknown')}
            </dd>
          </div>
        </dl>
        <Button kind="secondary" size="sm" disabled={isFetching} onClick={() => void refetch()}>
          <RefreshCw aria-hidden="true" className={cn(isFetching && 'animate-spin')} />
          {isFetching ? 'Checking...' : 'Check Again'}
        </Button>
      </div>
    </div>
  );
}

function worksFully({ server, database, published }: Status): boolean {
  return server.works && database.works && published?.status === 'ok';
}

function headline(status: Status | undefined): string {
  if (status?.published?.status === 'maintenance') return 'Down for maintenance';
  if (!status?.server.works) return 'Can’t reach the service';
  return status.database.works && status.published?.database === 'ok'
    ? 'Some systems are slow'
    : 'Some systems are down';
}

const WORKER: Record<PublicStatus['worker'], string | null> = {
  ok: null,
  late: 'Emails and reminders are delayed.',
  unknown: 'Can’t be checked while the database is down.',
};

function workerPart(published: PublicStatus | null): Part {
  const sentence = published === null ? 'The server is not responding.' : WORKER[published.worker];
  return { works: sentence === null, took: null, sentence };
}

/** Maintenance with its expected end, and current announcements. */
function Notes({ of }: { of: PublicStatus | null | undefined }) {
  const until = of?.maintenance?.until;
  const notes = [
    ...(until == null ? [] : [`Maintenance until ${formatLocalMoment(until)}.`]),
    ...(of?.announcements.map((row) => row.text) ?? []),
  ];
  return notes.length === 0 ? null : (
    <ul aria-label="Announcements" className="grid gap-2">
      {notes.map((note) => (
        <li
          key={note}
          className="wrap-anywhere whitespace-pre-line rounded-md border border-amber-line/60 bg-amber-wash px-3.5 py-3 text-sm"
        >
          {note}
        </li>
      ))}
    </ul>
  );
}

interface LineProps {
  icon: ReactNode;
  name: string;
  about: string;
  part: Part | undefined;
}

function Line({ icon, name, about, part }: LineProps) {
  return (
    <li className="flex items-start gap-4 px-5 py-4">
      <span aria-hidden="true" className="mt-0.5 text-amber [&_svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-medium">{name}</h2>
        <p className="mt-0.5 text-soft text-sm">{part?.sentence ?? about}</p>
      </div>
      {part === undefined ? (
        <Skeleton className="h-6 w-20 rounded-full" />
      ) : (
        <div className="flex flex-col items-end gap-1">
          <Badge tone={part.works ? 'green' : 'red'}>{part.works ? 'Operational' : 'Down'}</Badge>
          {part.works && part.took !== null ? (
            <span className="tabular text-faint text-xs">{part.took} ms</span>
          ) : null}
        </div>
      )}
    </li>
  );
}

function timeOf(at: Date): string {
  return at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' });
}

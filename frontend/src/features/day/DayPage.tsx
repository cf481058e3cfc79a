import {
  ArrowDownNarrowWide,
  ChevronLeft,
  ChevronRight,
  Printer,
  Route,
  Smartphone,
  Wrench,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type Day, useDay, useOrderByTime } from '@/api/day';
import { useCan } from '@/api/rights';
import { addDays, dayInWords, isoFromTyped } from '@/booking-form/dates';
import { stopsInWords } from '@/components/booking/stops';
import { LoadState } from '@/components/LoadState';
import { MutationButton } from '@/components/MutationButton';
import { useFormat } from '@/lib/format';
import { usePageTitle } from '@/lib/page-title';
import { dayPath, paths } from '@/lib/paths';
import { counted } from '@/lib/words';
import { SignLater } from '@/sign/SignLater';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { PageHeader } from '@/ui/PageHeader';
import { Skeleton } from '@/ui/Skeleton';
import { ComingDays } from './ComingDays';
import { LoadCard } from './LoadCard';
import { NotBackCard } from './NotBackCard';
import { PackingCard } from './PackingCard';
import { routeHrefs } from './route';
import { StopList } from './StopList';
import './day.css';

const GiveBackCard = lazy(async () => ({ default: (await import('./GiveBackCard')).GiveBackCard }));
const CertificatesCard = lazy(async () => ({
  default: (await import('./CertificatesCard')).CertificatesCard,
}));
const CashCard = lazy(async () => ({ default: (await import('./CashCard')).CashCard }));

/** Deliveries and pickups of a day with packing and load lists. Today's page also shows tomorrow's stops. */
export function DayPage() {
  const format = useFormat();
  const [params] = useSearchParams();
  const date = isoFromTyped(format, params.get('date') ?? '') ?? undefined;
  const { data, error, refetch } = useDay(date);
  const isToday = data !== undefined && data.date === data.today;
  const title = data === undefined ? 'Today' : isToday ? 'Today' : dayInWords(format, data.date, 'short');
  usePageTitle(title);
  if (data === undefined) {
    return (
      <LoadState of={{ error, refetch }} failed="We couldn't load this day">
        <Loading />
      </LoadState>
    );
  }
  return (
    <div className="run-sheet grid gap-6">
      <PageHeader
        title={title}
        description={
          isToday ? `${dayInWords(format, data.date, 'long')}. ${summary(data)}.` : `${summary(data)}.`
        }
        action={<DayButtons day={data} isToday={isToday} />}
      />
      {data.requests === 0 ? null : (
        <Link
          to={`${paths.bookings}?on=${data.date}&status=pending`}
          className="screen-only rounded-lg bg-amber-wash px-4 py-3 font-medium text-amber text-sm hover:underline"
        >
          {counted(data.requests, 'request')} for this day {data.requests === 1 ? 'needs' : 'need'} your reply
        </Link>
      )}
      {data.giveBack.length === 0 ? null : (
        <Suspense fallback={null}>
          <GiveBackCard rows={data.giveBack} date={data.date} />
        </Suspense>
      )}
      {data.notBack.length === 0 ? null : <NotBackCard rows={data.notBack} />}
      <div className="in-turn grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="in-turn grid min-w-0 gap-6">
          <Stops day={data} dayName={isToday ? 'today' : 'on this day'} heading="h2" />
          {isToday ? <Tomorrow today={data.date} /> : null}
        </div>
        <div className="in-turn grid min-w-0 gap-6">
          {data.packing.length + data.items.length === 0 ? null : (
            <>
              <PackingCard packing={data.packing} items={data.items} />
              <LoadCard date={data.date} />
            </>
          )}
          <Suspense fallback={null}>
            <CashCard date={data.date} today={data.today} />
            {isToday ? <CertificatesCard /> : null}
          </Suspense>
          {/* Today's page already shows tomorrow's stops. */}
          <ComingDays
            title={isToday ? 'The Following Seven Days' : 'The Next Seven Days'}
            after={isToday ? addDays(data.date, 1) : data.date}
          />
        </div>
      </div>
    </div>
  );
}

function summary({ stops }: Day): string {
  if (stops.length === 0) return 'No stops';
  const done = stops.filter(({ done }) => done).length;
  return `${stopsInWords(stops)}${done === 0 ? '' : `, ${done} done`}`;
}

/** Loaded on demand. */
const RecordRepair = lazy(async () => ({
  default: (await import('@/components/booking/RecordRepair')).RecordRepair,
}));

function DayButtons({ day: { date, stops, reordered, team }, isToday }: { day: Day; isToday: boolean }) {
  const format = useFormat();
  const records = useCan('addNotes');
  const [recording, setRecording] = useState(false);
  const orderByTime = useOrderByTime(date);
  const before = addDays(date, -1);
  const after = addDays(date, 1);
  const routes = routeHrefs(
    stops.flatMap(({ done, address }) => (done || address === null ? [] : [address])),
  );
  return (
    <div className="screen-only flex flex-wrap items-center gap-2">
      <Button kind="secondary" size="icon" asChild>
        <Link to={dayPath(before)} aria-label={`Previous day, ${dayInWords(format, before, 'short')}`}>
          <ChevronLeft aria-hidden="true" />
        </Link>
      </Button>
      {isToday ? null : (
        <Button kind="secondary" size="sm" asChild>
          <Link to={paths.day}>Today</Link>
        </Button>
      )}
      <Button kind="secondary" size="icon" asChild>
        <Link to={dayPath(after)} aria-label={`Next day, ${dayInWords(format, after, 'short')}`}>
          <ChevronRight aria-hidden="true" />
        </Link>
      </Button>
      {routes.map((href, index) => (
        <Button key={href} kind="secondary" size="sm" asChild>
          <a href={href} target="_blank" rel="noopener noreferrer">
            <Route aria-hidden="true" />
            {routes.length === 1 ? 'Route' : `Route, Part ${index + 1}`}
            <span className="sr-only"> (opens a map)</span>
          </a>
        </Button>
      ))}
      {reordered && team !== undefined ? (
        <MutationButton
          kind="secondary"
          size="sm"
          change={orderByTime}
          input={undefined}
          failed="Couldn’t change the order"
        >
          <ArrowDownNarrowWide aria-hidden="true" />
          Sort by Time
        </MutationButton>
      ) : null}
      {records ? (
        <Button kind="secondary" size="sm" onClick={() => setRecording(true)}>
          <Wrench aria-hidden="true" />
          Record a Repair
        </Button>
      ) : null}
      {recording ? (
        <Suspense fallback={null}>
          <RecordRepair onClose={() => setRecording(false)} />
        </Suspense>
      ) : null}
      <Button kind="secondary" size="sm" onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        Print Run Sheet
      </Button>
      <Button kind="secondary" size="sm" asChild>
        {/* The crew page is a separate build, so this leaves the app. */}
        <a href="/crew">
          <Smartphone aria-hidden="true" />
          Crew Page
        </a>
      </Button>
    </div>
  );
}

function Stops({ day, dayName, heading }: { day: Day; dayName: string; heading: 'h2' | 'h3' }) {
  if (day.stops.length === 0) {
    return (
      <Card className="flex flex-wrap items-center gap-x-5 gap-y-3 px-5 py-4">
        <div className="w-28 shrink-0">
          <SignLater message="FREE" height={36} state="unlit" />
        </div>
        <p className="min-w-0 flex-1 basis-52 text-sm">
          <b className="block font-semibold text-base">No stops {dayName}</b>
          <span className="text-soft">Confirmed bookings show up on their delivery and pickup days.</span>
        </p>
      </Card>
    );
  }
  return <StopList day={day} heading={heading} />;
}

/** Tomorrow's stops, below today's. */
function Tomorrow({ today }: { today: string }) {
  const format = useFormat();
  const date = addDays(today, 1);
  const { data, error, refetch } = useDay(date);
  return (
    <section aria-labelledby="tomorrow" className="screen-only grid min-w-0 gap-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="tomorrow" className="font-semibold text-lg tracking-tight">
          Tomorrow
        </h2>
        {data === undefined || data.packing.length + data.items.length === 0 ? null : (
          <Link to={dayPath(date)} className="rounded-sm text-link text-sm hover:underline">
            Packing and load list for {dayInWords(format, date, 'short')}
          </Link>
        )}
      </header>
      {data !== undefined ? (
        <Stops day={data} dayName="tomorrow" heading="h3" />
      ) : (
        <LoadState of={{ error, refetch }} failed="We couldn't load tomorrow's stops">
          <Skeleton className="h-40" />
        </LoadState>
      )}
    </section>
  );
}

function Loading() {
  return (
    <div
      data-page-loading=""
      aria-busy="true"
      role="status"
      aria-label="Loading the day"
      className="grid gap-6"
    >
      <Skeleton className="h-9 w-48" />
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  );
}

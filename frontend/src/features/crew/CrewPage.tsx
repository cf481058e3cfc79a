import { useEffect, useState } from 'react';
import { newKey } from '@/booking-form/idempotency';
import { collectedInWords } from '@/components/booking/collected';
import { shortInWords } from '@/components/booking/goods';
import { formatDay } from '@/lib/dates';
import { DEFAULT_FORMAT, type Format, FormatProvider, useFormat } from '@/lib/format';
import { counted } from '@/lib/words';
import { type AtStop, isHandover, isRepair, type RepairInput, type Waiting } from '@/outbox/records';
import { type Jobs, type OpenStocktake, type Piece, type Stop, withCounts, withWaiting } from './actions';
import { Job } from './Job';
import { badge, button, card, quiet } from './looks';
import { Repair } from './Repair';
import { Shelves } from './Shelves';
import { useCrew } from './useCrew';
import { VanLoad } from './VanLoad';

const nameOf = (stop: Stop) => `${stop.kind}-${stop.booking.id}`;

function useHash(): string {
  const [hash, setHash] = useState(location.hash.slice(1));
  useEffect(() => {
    const changed = () => {
      setHash(location.hash.slice(1));
      scrollTo(0, 0);
    };
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return hash;
}

/** Upcoming jobs for delivery crews, online and offline. */
export function CrewPage() {
  const crew = useCrew();
  const hash = useHash();
  const { jobs, queue, reach } = crew;
  const all = jobs?.days.flatMap(({ stops }) => stops) ?? [];
  const open = all.find((stop) => nameOf(stop) === hash);
  // Jobs stored offline by the previous version have no `stocktakes`.
  const stocktake = jobs?.stocktakes?.find(({ id }) => `stocktake-${id}` === hash);
  // Days stored offline by the previous version have no `load`.
  const load = jobs?.days.find(({ date }) => `load-${date}` === hash)?.load ?? undefined;
  const [everybodys, setEverybodys] = useState(false);
  const mine = queue.filter(({ person }) => person === jobs?.person);
  const report = (title: string, repair: RepairInput, photo?: Blob) =>
    crew.record(null, title, { repair, ...(photo && { photo }) });
  return (
    <FormatProvider of={jobs ?? DEFAULT_FORMAT}>
      <div className="mx-auto grid w-full max-w-2xl content-start gap-4 px-4 pt-3 pb-10">
        <header className="flex min-h-12 items-center justify-between gap-3">
          {open === undefined && stocktake === undefined && load === undefined ? (
            <h1 className="font-semibold text-xl tracking-tight">Crew</h1>
          ) : (
            <a href="#list" className={quiet}>
              ← All jobs
            </a>
          )}
          <Reached crew={crew} />
        </header>
        <Outbox
          queue={queue}
          person={jobs?.person ?? null}
          currency={jobs?.currency ?? 'USD'}
          reach={reach}
          onForget={crew.forget}
        />
        {stocktake !== undefined ? (
          <Shelves
            key={stocktake.id}
            rows={withCounts(stocktake, mine)}
            onCount={(row, counted) =>
              crew.record(null, `${row.name} ${row.size}`, {
                stocktakeId: stocktake.id,
                count: {
                  letter: row.letter ?? '',
                  size: row.size ?? '',
                  finish: row.finish,
                  counted,
                  clientId: newKey(),
                  at: new Date().toISOString(),
                },
              })
            }
          />
        ) : load !== undefined && jobs !== null ? (
          <VanLoad
            list={load}
            mine={
              new Set(
                all
                  .filter((stop) => everybodys || !isOthers(stop, jobs.person))
                  .map(({ booking }) => booking.id),
              )
            }
          />
        ) : open !== undefined && jobs !== null ? (
          <Job
            key={nameOf(open)}
            onReport={report}
            stop={open}
            pieces={piecesOf(jobs, open, mine)}
            tags={jobs.tags ?? []}
            repairs={jobs.repairs ?? []}
            contract={(jobs.contracts ?? []).find(({ bookingId }) => bookingId === open.booking.id)}
            currency={jobs.currency}
            waiting={mine.filter(({ bookingId }) => bookingId === open.booking.id)}
            onRecord={(recorded) =>
              crew.record(open.booking.id, `“${open.booking.message}” #${open.booking.number}`, recorded)
            }
          />
        ) : (
          <>
            <Listed
              jobs={jobs}
              reach={reach}
              queue={mine}
              everybodys={everybodys}
              onEverybodys={() => setEverybodys(!everybodys)}
            />
            {/* Jobs stored offline by the previous version have no `stock`. */}
            {jobs === null ? null : <Repair pieces={jobs.stock ?? []} onRecord={report} />}
          </>
        )}
      </div>
    </FormatProvider>
  );
}

function piecesOf(jobs: Jobs, stop: Stop, queue: readonly Waiting[]): Piece[] {
  const pieces = jobs.pieces[String(stop.booking.id)] ?? [];
  return withWaiting(
    pieces,
    queue.filter(isHandover).filter(({ bookingId }) => bookingId === stop.booking.id),
  );
}

function Reached({ crew: { reach, refresh, jobs } }: { crew: ReturnType<typeof useCrew> }) {
  const format = useFormat();
  if (reach === 'asking') return <p className="text-faint text-sm">Loading</p>;
  if (reach === 'signed out') return null;
  return (
    <button type="button" className={quiet} onClick={() => void refresh()}>
      {reach === 'fresh' ? 'Up to date' : 'No connection'}
      {reach === 'kept' && jobs !== null ? `, as of ${clock(format, jobs.readAt)}` : ''}
    </button>
  );
}

const clock = (format: Format, iso: string) =>
  new Date(iso).toLocaleTimeString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: format.timeFormat === '24h' ? 'h23' : 'h12',
  });

/** Records that wait to be sent or were rejected. Nothing is shown as saved before the server has it. */
function Outbox({
  queue,
  person,
  currency,
  reach,
  onForget,
}: {
  queue: readonly Waiting[];
  person: number | null;
  currency: string;
  reach: string;
  onForget: (order: number) => Promise<void>;
}) {
  const mine = queue.filter((row) => person === null || row.person === person);
  const others = queue.length - mine.length;
  const waits = mine.filter(({ refused }) => refused === null).length;
  return (
    <div aria-live="polite" className="grid gap-2 empty:hidden">
      {waits === 0 ? null : <p className={`${badge} bg-amber-wash text-amber`}>{waits} waiting to send</p>}
      {reach !== 'signed out' ? null : (
        <p className={`${badge} bg-danger-wash text-danger`}>
          You are signed out. {mine.length === 0 ? '' : 'Your records are saved on this phone. '}
          <a href="/auth?next=/crew" className="font-semibold underline">
            Sign in
          </a>
        </p>
      )}
      {others === 0 ? null : (
        <p className={`${badge} bg-sunken text-soft`}>
          {counted(others, 'record')} of another team member {others === 1 ? 'waits' : 'wait'} on this phone
          until they sign in.
        </p>
      )}
      {mine.map((record) =>
        record.refused === null ? null : (
          <div
            key={record.order}
            role="alert"
            className="grid gap-2 rounded-lg border border-danger-line/60 bg-danger-wash p-3"
          >
            <p>
              <b className="font-semibold">{record.title}</b>
              {isRepair(record)
                ? record.photo === undefined
                  ? ' was not recorded as out of service.'
                  : ': the photo was not added.'
                : ` was not recorded: ${recordInWords(record, currency)}.`}
            </p>
            <p>{record.refused}</p>
            <button type="button" className={button} onClick={() => void onForget(record.order)}>
              Remove This Record
            </button>
          </div>
        ),
      )}
    </div>
  );
}

function recordInWords(record: AtStop, currency: string): string {
  if ('payment' in record) return collectedInWords(record.payment, currency);
  if ('count' in record) return `${record.count.counted} counted`;
  return record.handover.lines
    .map(({ letter, itemId, count }) => `${count} × ${letter ?? `item ${itemId}`}`)
    .join(', ');
}

/** True if a stop is assigned to another team member. */
const isOthers = ({ assignee }: Stop, person: number) => assignee != null && assignee.id !== person;

interface ListedProps {
  jobs: Jobs | null;
  reach: string;
  queue: readonly Waiting[];
  /** True to also show the stops of other team members. */
  everybodys: boolean;
  onEverybodys: () => void;
}

function Listed({ jobs, reach, queue, everybodys, onEverybodys }: ListedProps) {
  const format = useFormat();
  if (jobs === null) {
    if (reach === 'signed out') return null;
    return (
      <p className="py-10 text-center text-soft">
        {reach === 'asking'
          ? 'Loading your jobs'
          : 'No jobs are saved on this phone yet. Open this page once while online.'}
      </p>
    );
  }
  const others = jobs.days.reduce(
    (sum, { stops }) => sum + stops.filter((stop) => isOthers(stop, jobs.person)).length,
    0,
  );
  const days = jobs.days.map(({ date, stops, load, giveBack }) => ({
    date,
    load,
    // Days stored offline by the previous version have no `giveBack`.
    giveBack: (giveBack ?? []).filter(({ givenBack }) => !givenBack),
    stops: everybodys ? stops : stops.filter((stop) => !isOthers(stop, jobs.person)),
  }));
  const today = days.findIndex(({ date }) => date === jobs.today);
  const called = new Map([
    [today - 1, 'Yesterday, Not Picked Up'],
    [today, 'Today'],
    [today + 1, 'Tomorrow'],
  ]);
  return (
    <>
      {(jobs.stocktakes ?? []).map((stocktake) => (
        <StocktakeRow key={stocktake.id} stocktake={stocktake} queue={queue} />
      ))}
      {days.map(({ date, stops, load, giveBack }, index) => (
        <section key={date} aria-labelledby={`day-${date}`} className="grid gap-2">
          <h2 id={`day-${date}`} className="pt-2 font-semibold">
            {called.get(index) ?? formatDay(format, date)}{' '}
            <span className="font-normal text-soft">{counted(stops.length, 'stop')}</span>
          </h2>
          {load != null && stops.some(({ kind }) => kind === 'delivery') ? (
            <a href={`#load-${date}`} className={button}>
              Load the Van
            </a>
          ) : null}
          {giveBack.map(({ id, text, lender, canceled }) => (
            <p key={id} className={`${card} wrap-anywhere`}>
              Give back <b className="font-semibold">{text}</b> to {lender}
              {canceled ? ' (booking canceled)' : ''}
            </p>
          ))}
          {stops.length === 0 ? <p className={`${card} text-soft`}>No stops on this day</p> : null}
          <ol className="grid gap-2 empty:hidden">
            {stops.map((stop) => (
              <li key={nameOf(stop)}>
                <Row
                  stop={stop}
                  others={isOthers(stop, jobs.person)}
                  waits={queue.some(({ bookingId }) => bookingId === stop.booking.id)}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
      {others === 0 ? null : (
        <button type="button" className={button} onClick={onEverybodys}>
          {everybodys ? 'Show My Jobs Only' : `Show ${counted(others, 'Other Job')}`}
        </button>
      )}
    </>
  );
}

function StocktakeRow({ stocktake, queue }: { stocktake: OpenStocktake; queue: readonly Waiting[] }) {
  const rows = withCounts(stocktake, queue);
  const done = rows.filter(({ counted }) => counted !== null).length;
  return (
    <a href={`#stocktake-${stocktake.id}`} className={`${card} grid gap-1`}>
      <span className="font-semibold text-lg">Count the Shelves</span>
      <span className="text-soft text-sm">
        {done} of {counted(rows.length, 'letter')} counted, started by {stocktake.startedBy}
      </span>
    </a>
  );
}

function Row({ stop, others, waits }: { stop: Stop; others: boolean; waits: boolean }) {
  const format = useFormat();
  const { booking } = stop;
  return (
    <a href={`#${nameOf(stop)}`} className={`${card} grid gap-1 ${stop.done ? 'opacity-70' : ''}`}>
      <span className="flex justify-between gap-3 text-sm">
        <span>
          <b className="font-semibold">{stop.window ?? 'Any time'}</b>{' '}
          <span className="text-soft">
            {stop.kind === 'delivery' ? 'Delivery' : 'Pickup'}
            {others ? `, ${stop.assignee?.name}` : ''}
          </span>
        </span>
        {waits ? (
          <span className="text-amber">Waiting to send</span>
        ) : stop.done ? (
          <span className="text-good">Done</span>
        ) : null}
      </span>
      <span className="wrap-anywhere font-semibold text-lg">“{booking.message}”</span>
      <span className="wrap-anywhere text-soft text-sm">
        #{booking.number}, {[stop.place, stop.address].filter(Boolean).join(', ') || booking.customerName}
      </span>
      {/* Stops stored offline by the previous version have no `risk`. */}
      {stop.risk == null ? null : (
        <span className="wrap-anywhere font-semibold text-danger text-sm">
          Short of {shortInWords(format, stop.risk)}
        </span>
      )}
    </a>
  );
}

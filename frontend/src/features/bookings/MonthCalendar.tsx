import { ChevronLeft, ChevronRight, PackageCheck, Truck } from 'lucide-react';
import { Popover } from 'radix-ui';
import { Link } from 'react-router';
import type { Booking } from '@/api/types';
import { addMonths, dayInWords, monthOf } from '@/booking-form/dates';
import { counted } from '@/booking-form/texts';
import { popover } from '@/booking-parts/DayField';
import { bookingStatus } from '@/lib/booking-status';
import { cn } from '@/lib/cn';
import { formatMoment } from '@/lib/dates';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { signText } from './actions';
import { type Errand, errandsByDay, monthGrid } from './calendar';
import { StatusBadge } from './Marks';
import { useWide } from './useWide';

export interface MonthCalendarProps {
  /** "2027-06" */
  month: string;
  today: string;
  /** A day that is looked for; it stands out. */
  date: string;
  bookings: readonly Booking[];
  busy: boolean;
  onMonth: (month: string) => void;
  hrefOf: (id: number) => string;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const chipsADay = 3;

const kinds = {
  delivery: { word: 'Delivery', Icon: Truck },
  pickup: { word: 'Pickup', Icon: PackageCheck },
} as const;

const tints = {
  yellow: 'bg-amber-wash text-amber',
  green: 'bg-good-wash text-good',
  blue: 'bg-info-wash text-info',
  red: 'bg-danger-wash text-danger',
} as const;

/** A month of deliveries and pickups: a grid of weeks, on phones the days that have something. */
export function MonthCalendar({ month, today, date, bookings, busy, onMonth, hrefOf }: MonthCalendarProps) {
  const wide = useWide();
  const errands = errandsByDay(bookings);
  const turn = (months: number) => onMonth(monthOf(addMonths(`${month}-01`, months)));
  const View = wide ? Grid : Agenda;
  return (
    <section aria-label="Deliveries and pickups" aria-busy={busy}>
      <div className="flex flex-wrap items-center gap-1 p-3 sm:gap-2 sm:p-4">
        <Button kind="quiet" size="icon" aria-label="Previous month" onClick={() => turn(-1)}>
          <ChevronLeft aria-hidden="true" />
        </Button>
        <h2
          aria-live="polite"
          className="min-w-32 text-center font-semibold tracking-tight sm:min-w-40 sm:text-lg"
        >
          {dayInWords(`${month}-01`, 'month')}
        </h2>
        <Button kind="quiet" size="icon" aria-label="Next month" onClick={() => turn(1)}>
          <ChevronRight aria-hidden="true" />
        </Button>
        <Button
          kind="secondary"
          size="sm"
          disabled={month === monthOf(today)}
          onClick={() => onMonth(monthOf(today))}
        >
          Today
        </Button>
        <p className="ml-auto flex gap-4 text-soft text-sm max-md:hidden" aria-hidden="true">
          {Object.values(kinds).map(({ word, Icon }) => (
            <span key={word} className="inline-flex items-center gap-1.5">
              <Icon className="size-4" />
              {word}
            </span>
          ))}
        </p>
      </div>
      <View month={month} today={today} date={date} errands={errands} hrefOf={hrefOf} />
    </section>
  );
}

interface DaysProps extends Pick<MonthCalendarProps, 'month' | 'today' | 'date' | 'hrefOf'> {
  errands: ReadonlyMap<string, readonly Errand[]>;
}

function Grid({ month, today, date, errands, hrefOf }: DaysProps) {
  return (
    <table className="w-full table-fixed border-collapse">
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th
              key={name}
              scope="col"
              abbr={name}
              className="border-line border-y bg-sunken/60 py-2 font-medium text-soft text-xs"
            >
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthGrid(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell
                key={day}
                day={day}
                outside={monthOf(day) !== month}
                isToday={day === today}
                isWanted={day === date}
                errands={errands.get(day) ?? []}
                hrefOf={hrefOf}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  day: string;
  /** True for a day of the month before or after. */
  outside: boolean;
  isToday: boolean;
  isWanted: boolean;
  errands: readonly Errand[];
  hrefOf: (id: number) => string;
}

function DayCell({ day, outside, isToday, isWanted, errands, hrefOf }: DayProps) {
  const fits = errands.length <= chipsADay + 1 ? errands.length : chipsADay;
  return (
    <td
      className={cn(
        'h-30 border-line border-r border-b p-1.5 align-top last:border-r-0',
        outside && 'bg-sunken/50',
        isWanted && 'bg-action-wash/70',
      )}
    >
      <time
        dateTime={day}
        aria-current={isToday ? 'date' : undefined}
        className={cn(
          'tabular inline-grid h-6 min-w-6 place-items-center rounded-full px-1 text-xs',
          outside ? 'text-faint' : 'font-medium',
          isToday && 'bg-night font-semibold text-bulb shadow-glow',
        )}
      >
        <span aria-hidden="true">{Number(day.slice(8))}</span>
        <span className="sr-only">{dayInWords(day, 'long')}</span>
      </time>
      {errands.length === 0 ? null : (
        <ul className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-1">
          {errands.slice(0, fits).map((errand) => (
            <li key={`${errand.kind} ${errand.booking.id}`} className="min-w-0">
              <Chip errand={errand} hrefOf={hrefOf} />
            </li>
          ))}
          {errands.length > fits ? (
            <li>
              <MoreErrands day={day} count={errands.length - fits} errands={errands} hrefOf={hrefOf} />
            </li>
          ) : null}
        </ul>
      )}
    </td>
  );
}

function inWords({ kind, at, booking }: Errand): string {
  return `${kinds[kind].word}, ${formatMoment(at)}: ${booking.customerName}, ${signText(booking)}, ${bookingStatus[booking.status].word}`;
}

function Chip({ errand, hrefOf }: { errand: Errand; hrefOf: (id: number) => string }) {
  const { booking, kind } = errand;
  const { Icon } = kinds[kind];
  return (
    <Link
      to={hrefOf(booking.id)}
      state={{ fromList: true }}
      preventScrollReset
      aria-label={inWords(errand)}
      title={inWords(errand)}
      className={cn(
        'flex min-w-0 items-center gap-1.5 rounded-sm border border-current/15 px-1.5 py-0.5 font-medium text-xs leading-5 transition-shadow hover:shadow-card',
        tints[bookingStatus[booking.status].tone],
        kind === 'pickup' && 'bg-transparent',
      )}
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      <span className={cn('truncate', booking.status === 'canceled' && 'line-through')}>
        {booking.message}
      </span>
    </Link>
  );
}

function MoreErrands({
  day,
  count,
  errands,
  hrefOf,
}: {
  day: string;
  count: number;
  errands: readonly Errand[];
  hrefOf: (id: number) => string;
}) {
  return (
    <Popover.Root>
      <Popover.Trigger className="w-full cursor-pointer rounded-sm px-1.5 py-0.5 text-left text-link text-xs hover:bg-sunken">
        +{count} more<span className="sr-only"> on {dayInWords(day, 'long')}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="right"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={dayInWords(day, 'long')}
          className={cn(popover, 'grid max-h-80 w-72 gap-1 overflow-y-auto p-3')}
        >
          <p className="mb-1 font-semibold text-sm">{dayInWords(day, 'short')}</p>
          {errands.map((errand) => (
            <Popover.Close asChild key={`${errand.kind} ${errand.booking.id}`}>
              <Chip errand={errand} hrefOf={hrefOf} />
            </Popover.Close>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The days that have something. Of the present month, those before today are folded away. */
function Agenda({ month, today, date, errands, hrefOf }: DaysProps) {
  const days = monthGrid(month)
    .flat()
    .filter((day) => monthOf(day) === month && (errands.has(day) || day === today || day === date));
  const folds = month === monthOf(today) && date === '';
  const earlier = folds ? days.filter((day) => day < today) : [];
  const row = (day: string) => (
    <AgendaDay
      key={day}
      day={day}
      isToday={day === today}
      isWanted={day === date}
      errands={errands.get(day) ?? []}
      hrefOf={hrefOf}
    />
  );
  return (
    <div className="border-line border-t">
      {earlier.length === 0 ? null : (
        <details className="border-line border-b">
          <summary className="cursor-pointer px-4 py-3 text-link text-sm">
            Earlier this month: {counted(earlier.length, 'day')}
          </summary>
          <ol className="divide-y divide-line border-line border-t">{earlier.map(row)}</ol>
        </details>
      )}
      {days.length === 0 ? (
        <p className="px-4 py-8 text-center text-soft text-sm">Nothing to deliver or pick up this month.</p>
      ) : (
        <ol className="divide-y divide-line">{days.filter((day) => !earlier.includes(day)).map(row)}</ol>
      )}
    </div>
  );
}

function AgendaDay({ day, isToday, isWanted, errands, hrefOf }: Omit<DayProps, 'outside'>) {
  return (
    <li className={cn('px-4 py-3', isWanted && 'bg-action-wash/70')}>
      <h3 className="flex items-center gap-2 font-semibold text-sm">
        {dayInWords(day, 'short')}
        {isToday ? <Badge tone="yellow">Today</Badge> : null}
        <span className="ml-auto font-normal text-faint text-xs">
          {errands.length === 0 ? 'Nothing' : counted(errands.length, 'stop')}
        </span>
      </h3>
      {errands.length === 0 ? null : (
        <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
          {errands.map((errand) => (
            <AgendaRow key={`${errand.kind} ${errand.booking.id}`} errand={errand} hrefOf={hrefOf} />
          ))}
        </ul>
      )}
    </li>
  );
}

function AgendaRow({ errand, hrefOf }: { errand: Errand; hrefOf: (id: number) => string }) {
  const { booking, kind, at } = errand;
  const { Icon, word } = kinds[kind];
  return (
    <li>
      <Link
        to={hrefOf(booking.id)}
        state={{ fromList: true }}
        preventScrollReset
        className="flex min-w-0 items-start gap-3 rounded-md border border-line bg-raised px-3 py-2 text-sm"
      >
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-soft" />
        <span className="min-w-0 flex-1">
          <span className="tabular block text-soft text-xs">
            {word} · {formatMoment(at).replace(/^.*\d{4} /, '')}
          </span>
          <span className="block truncate font-medium">{signText(booking)}</span>
          <span className="block truncate text-soft">
            {booking.customerName}
            {booking.venueName === null ? '' : ` · ${booking.venueName}`}
          </span>
        </span>
        <StatusBadge status={booking.status} />
      </Link>
    </li>
  );
}

import { CalendarPlus, ChevronLeft, ChevronRight } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useCalendar } from '@/api/bookings';
import { useCan } from '@/api/rights';
import { addDays, dayInWords } from '@/booking-form/dates';
import { addMonths, monthOf } from '@/booking-form/months';
import { LoadState } from '@/components/LoadState';
import { ListLoading } from '@/components/PagedCard';
import { type Format, useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Segments } from '@/ui/Segments';
import { loadFailed } from '../actions';
import { kinds } from '../DayStops';
import { MoveDialog } from '../edit/MoveDialog';
import type { Move } from '../edit/move';
import { useMoving } from '../edit/useMoving';
import type { BookingsAddress, Span } from '../url-state';
import { monthGrid, stopsByDay, weekInWords, weekOf } from './calendar';
import { MonthCalendar } from './MonthCalendar';
import { WeekCalendar } from './WeekCalendar';

export interface CalendarViewProps {
  address: BookingsAddress;
  today: string;
  currency: string;
  hrefOf: (id: number) => string;
  onChange: (change: Partial<BookingsAddress>) => void;
}

/** Loaded on demand: users set up the feed once. */
const CalendarFeedDialog = lazy(async () => ({
  default: (await import('@/components/CalendarFeed')).CalendarFeedDialog,
}));

/** Calendar of a month's or week's deliveries and pickups, which can be moved. */
export function CalendarView({ address, today, currency, hrefOf, onChange }: CalendarViewProps) {
  const format = useFormat();
  const { tab, q, date, span } = address;
  const page = pageOf(format, address, today);
  const [from = '', to = ''] = [page.days[0], page.days.at(-1)];
  const calendar = useCalendar({
    statuses: tab === 'all' ? ['pending', 'confirmed', 'completed'] : [tab],
    ...(q !== '' && { q }),
    from,
    to,
  });
  const [move, setMove] = useState<Move | null>(null);
  const [subscribing, setSubscribing] = useState(false);
  const feeds = useCan('changeSettings');
  const bookings = calendar.data ?? none;
  const stops = useMemo(() => stopsByDay(bookings), [bookings]);
  const moving = useMoving(bookings, setMove);

  if (calendar.data === undefined) {
    return (
      <LoadState of={calendar} failed={loadFailed}>
        <ListLoading what="bookings" />
      </LoadState>
    );
  }
  /** Go to the page of a day. The current page is omitted from the URL. */
  const show = (day: string) => {
    const present = date === '' && pageOf(format, { ...address, month: '', day: '' }, today);
    const isPresent = present !== false && present.days.includes(day) && monthOf(day) === present.month;
    if (span === 'week') onChange({ day: present !== false && present.days.includes(day) ? '' : day });
    else onChange({ month: isPresent ? '' : monthOf(day) });
  };
  const shared = { today, date, stops, hrefOf, onMove: setMove, onDay: show };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Card className="overflow-hidden">
        <div {...moving}>
          <section aria-label="Deliveries and pickups" aria-busy={calendar.isPlaceholderData}>
            <Header page={page} span={span} today={today} onDay={show} onChange={onChange} />
            {span === 'week' ? (
              <WeekCalendar week={page.days} bookings={bookings} {...shared} />
            ) : (
              <MonthCalendar month={page.month} {...shared} />
            )}
          </section>
        </div>
      </Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-60 flex-1 text-faint text-sm">
          <span className="max-md:hidden">
            Drag a delivery to move the whole rental, or a pickup to change only the end. You can also press
            M. We'll ask you to confirm.{' '}
          </span>
          {tab === 'all' ? 'Canceled bookings are only shown in the Canceled tab.' : null}
        </p>
        {feeds ? (
          <Button kind="secondary" size="sm" onClick={() => setSubscribing(true)}>
            <CalendarPlus aria-hidden="true" />
            Add to Your Calendar
          </Button>
        ) : null}
      </div>
      {subscribing ? (
        <Suspense fallback={null}>
          <CalendarFeedDialog onClose={() => setSubscribing(false)} />
        </Suspense>
      ) : null}
      <LoadState of={calendar} failed={loadFailed} />
      {move === null ? null : <MoveDialog move={move} currency={currency} onClose={() => setMove(null)} />}
    </div>
  );
}

const none = [] as const;

interface Page {
  /** "2027-06"; for a week, the month of the day it was opened for. */
  month: string;
  /** A day on the page. */
  day: string;
  /** All days shown. */
  days: string[];
}

function pageOf(format: Format, { span, month, day, date }: BookingsAddress, today: string): Page {
  if (span === 'week') {
    const shown = day || date || today;
    return { month: monthOf(shown), day: shown, days: weekOf(format, shown) };
  }
  const shown = month || monthOf(date || today);
  return { month: shown, day: `${shown}-01`, days: monthGrid(format, shown).flat() };
}

interface HeaderProps {
  page: Page;
  span: Span;
  today: string;
  onDay: (day: string) => void;
  onChange: (change: Partial<BookingsAddress>) => void;
}

function Header({ page, span, today, onDay, onChange }: HeaderProps) {
  const format = useFormat();
  const turn = (by: number) => onDay(span === 'week' ? addDays(page.day, 7 * by) : addMonths(page.day, by));
  const present = span === 'week' ? page.days.includes(today) : page.month === monthOf(today);
  const choose = (next: Span) => {
    if (next === span) return;
    if (next === 'week') {
      onChange({ span: next, day: page.month === monthOf(today) ? '' : page.day });
    } else {
      onChange({ span: next, month: page.month === monthOf(today) ? '' : page.month });
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-1 p-3 sm:gap-2 sm:p-4">
      <Button kind="quiet" size="icon" aria-label={`Previous ${span}`} onClick={() => turn(-1)}>
        <ChevronLeft aria-hidden="true" />
      </Button>
      <h2
        aria-live="polite"
        className="tabular min-w-32 text-center font-semibold tracking-tight sm:min-w-52 sm:text-lg"
      >
        {span === 'week' ? weekInWords(format, page.days) : dayInWords(format, page.day, 'month')}
      </h2>
      <Button kind="quiet" size="icon" aria-label={`Next ${span}`} onClick={() => turn(1)}>
        <ChevronRight aria-hidden="true" />
      </Button>
      <Button kind="secondary" size="sm" disabled={present} onClick={() => onDay(today)}>
        Today
      </Button>
      <p className="ml-auto flex gap-4 text-soft text-sm max-lg:hidden" aria-hidden="true">
        {Object.values(kinds).map(({ word, Icon }) => (
          <span key={word} className="inline-flex items-center gap-1.5">
            <Icon className="size-4" />
            {word}
          </span>
        ))}
      </p>
      <Segments
        label="Period"
        options={[
          ['month', 'Month'],
          ['week', 'Week'],
        ]}
        value={span}
        onChange={choose}
        className="max-lg:ml-auto lg:ml-4"
      />
    </div>
  );
}

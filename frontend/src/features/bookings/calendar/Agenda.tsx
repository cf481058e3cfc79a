import { type ReactNode, useState } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
import { counted } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { type CalendarActions, keyOf, StopRow } from '../DayStops';
import type { Stop } from './calendar';

export interface AgendaProps extends CalendarActions {
  days: readonly string[];
  today: string;
  date: string;
  stops: ReadonlyMap<string, readonly Stop[]>;
  /** Renders additional content below a day's heading. */
  about?: (day: string) => ReactNode;
  className?: string;
}

const rowsADay = 12;

/** A list of days with their stops: the calendar on phones. */
export function Agenda({ days, today, date, stops, about, className, ...actions }: AgendaProps) {
  return (
    <ol className={cn('divide-y divide-line', className)}>
      {days.map((day) => (
        <AgendaDay
          key={day}
          day={day}
          isToday={day === today}
          isWanted={day === date}
          stops={stops.get(day) ?? []}
          about={about?.(day)}
          {...actions}
        />
      ))}
    </ol>
  );
}

interface AgendaDayProps extends CalendarActions {
  day: string;
  isToday: boolean;
  isWanted: boolean;
  stops: readonly Stop[];
  about: ReactNode;
}

function AgendaDay({ day, isToday, isWanted, stops, about, ...actions }: AgendaDayProps) {
  const format = useFormat();
  const [whole, setWhole] = useState(false);
  const shown = whole || stops.length <= rowsADay + 1 ? stops : stops.slice(0, rowsADay);
  return (
    <li className={cn('px-4 py-3', isWanted && 'bg-action-wash/70')}>
      <h3 className="flex items-center gap-2 font-semibold text-sm">
        {dayInWords(format, day, 'short')}
        {isToday ? <Badge tone="yellow">Today</Badge> : null}
        <span className="tabular ml-auto font-normal text-faint text-xs">
          {stops.length === 0 ? 'No stops' : counted(stops.length, 'stop')}
        </span>
      </h3>
      {about}
      {stops.length === 0 ? null : (
        <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
          {shown.map((stop) => (
            <li key={keyOf(stop)} className="[contain-intrinsic-size:auto_76px] [content-visibility:auto]">
              <StopRow stop={stop} {...actions} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < stops.length ? (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="tabular mt-2 w-full cursor-pointer rounded-md py-2 text-link text-sm hover:bg-sunken"
        >
          +{stops.length - shown.length} more
          <span className="sr-only"> on {dayInWords(format, day, 'long')}</span>
        </button>
      ) : null}
    </li>
  );
}

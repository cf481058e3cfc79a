import { type ReactNode, useState } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { cn } from '@/lib/cn';
import { counted } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import type { Errand } from './calendar';
import { type CalendarActions, ErrandRow, keyOf } from './Errands';

export interface AgendaProps extends CalendarActions {
  days: readonly string[];
  today: string;
  date: string;
  errands: ReadonlyMap<string, readonly Errand[]>;
  /** Further notes on a day. */
  about?: (day: string) => ReactNode;
  className?: string;
}

const rowsADay = 12;

/** Days one below the other, each with its stops: the calendar of a phone. */
export function Agenda({ days, today, date, errands, about, className, ...actions }: AgendaProps) {
  return (
    <ol className={cn('divide-y divide-line', className)}>
      {days.map((day) => (
        <AgendaDay
          key={day}
          day={day}
          isToday={day === today}
          isWanted={day === date}
          errands={errands.get(day) ?? []}
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
  errands: readonly Errand[];
  about: ReactNode;
}

function AgendaDay({ day, isToday, isWanted, errands, about, ...actions }: AgendaDayProps) {
  const [whole, setWhole] = useState(false);
  const shown = whole || errands.length <= rowsADay + 1 ? errands : errands.slice(0, rowsADay);
  return (
    <li className={cn('px-4 py-3', isWanted && 'bg-action-wash/70')}>
      <h3 className="flex items-center gap-2 font-semibold text-sm">
        {dayInWords(day, 'short')}
        {isToday ? <Badge tone="yellow">Today</Badge> : null}
        <span className="tabular ml-auto font-normal text-faint text-xs">
          {errands.length === 0 ? 'Nothing' : counted(errands.length, 'stop')}
        </span>
      </h3>
      {about}
      {errands.length === 0 ? null : (
        <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
          {shown.map((errand) => (
            <li key={keyOf(errand)} className="[contain-intrinsic-size:auto_76px] [content-visibility:auto]">
              <ErrandRow errand={errand} {...actions} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < errands.length ? (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="tabular mt-2 w-full cursor-pointer rounded-md py-2 text-link text-sm hover:bg-sunken"
        >
          +{errands.length - shown.length} more<span className="sr-only"> on {dayInWords(day, 'long')}</span>
        </button>
      ) : null}
    </li>
  );
}

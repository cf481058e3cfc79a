import { inWeekOrder, monthOf, WEEKDAYS } from '@/booking-form/months';
import { cn } from '@/lib/cn';
import { type Format, useFormat } from '@/lib/format';
import { useWide } from '@/lib/use-wide';
import { counted } from '@/lib/words';
import { DayHead } from '../DayHead';
import { type CalendarActions, Chip, DayList, keyOf } from '../DayStops';
import { Agenda } from './Agenda';
import { monthGrid, type Stop } from './calendar';
import { useDayKeys } from './useDayKeys';

export interface CalendarProps extends CalendarActions {
  today: string;
  /** The day selected by the date filter, highlighted. */
  date: string;
  stops: ReadonlyMap<string, readonly Stop[]>;
  /** Goes to the page that contains the day. */
  onDay: (day: string) => void;
}

export interface MonthCalendarProps extends CalendarProps {
  /** "2027-06" */
  month: string;
}

export const weekdays = (format: Format) => inWeekOrder(format, WEEKDAYS);
const chipsADay = 3;

/** Deliveries and pickups of a month: a grid of weeks, on phones a list of the days with stops. */
export function MonthCalendar(props: MonthCalendarProps) {
  return useWide() ? <Grid {...props} /> : <MonthAgenda {...props} />;
}

function Grid({ month, today, date, stops, onDay, ...actions }: MonthCalendarProps) {
  const format = useFormat();
  const inMonth = (day: string) => monthOf(day) === month;
  const start = [date, today].find((day) => day !== '' && inMonth(day)) ?? `${month}-01`;
  const keys = useDayKeys(start, inMonth, onDay);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the focusable days inside.
    <div ref={keys.grid} onKeyDown={keys.onKeyDown}>
      <table className="w-full table-fixed border-collapse">
        <thead>
          <tr>
            {weekdays(format).map((name) => (
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
          {monthGrid(format, month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  outside={!inMonth(day)}
                  isToday={day === today}
                  isWanted={day === date}
                  inTabOrder={day === keys.focus}
                  onFocusDay={keys.onFocusDay}
                  stops={stops.get(day) ?? nothing}
                  {...actions}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const nothing: readonly Stop[] = [];

interface DayCellProps extends CalendarActions {
  day: string;
  /** True for a day of the previous or next month. */
  outside: boolean;
  isToday: boolean;
  isWanted: boolean;
  inTabOrder: boolean;
  onFocusDay: (day: string) => void;
  stops: readonly Stop[];
}

function DayCell({ outside, isToday, isWanted, inTabOrder, onFocusDay, ...list }: DayCellProps) {
  const { day, stops, hrefOf } = list;
  const fits = stops.length <= chipsADay + 1 ? stops.length : chipsADay;
  return (
    <td
      data-day={day}
      className={cn(
        'h-30 border-line border-r border-b p-1.5 align-top last:border-r-0 data-over:bg-action-wash data-over:shadow-[inset_0_0_0_2px_var(--action)]',
        outside && 'bg-sunken/50',
        isWanted && 'bg-action-wash/70',
      )}
    >
      <DayHead {...list} isToday={isToday} faint={outside} inTabOrder={inTabOrder} onFocusDay={onFocusDay} />
      {stops.length === 0 ? null : (
        <ul className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-1">
          {stops.slice(0, fits).map((stop) => (
            <li key={keyOf(stop)} className="min-w-0">
              <Chip stop={stop} hrefOf={hrefOf} />
            </li>
          ))}
          {stops.length > fits ? (
            <li>
              <DayList {...list} trigger={<MoreButton count={stops.length - fits} />} />
            </li>
          ) : null}
        </ul>
      )}
    </td>
  );
}

/** "+12 more" button that opens the day. Passes on the props of the popover trigger. */
export function MoreButton({ count, ...trigger }: { count: number } & React.ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...trigger}
      className="tabular w-full cursor-pointer rounded-sm px-1.5 py-0.5 text-left text-link text-xs hover:bg-sunken"
    >
      +{count} more<span className="sr-only"> on this day</span>
    </button>
  );
}

/** The days with stops. In the current month, past days are collapsed. */
function MonthAgenda({ month, today, date, stops, ...actions }: MonthCalendarProps) {
  const format = useFormat();
  const days = monthGrid(format, month)
    .flat()
    .filter((day) => monthOf(day) === month && (stops.has(day) || day === today || day === date));
  const folds = month === monthOf(today) && date === '';
  const earlier = folds ? days.filter((day) => day < today) : [];
  const shared = { today, date, stops, ...actions };
  return (
    <div className="border-line border-t">
      {earlier.length === 0 ? null : (
        <details className="border-line border-b">
          <summary className="cursor-pointer px-4 py-3 text-link text-sm">
            Earlier this month: {counted(earlier.length, 'day')}
          </summary>
          <Agenda days={earlier} className="border-line border-t" {...shared} />
        </details>
      )}
      {days.length === 0 ? (
        <p className="px-4 py-8 text-center text-soft text-sm">No deliveries or pickups this month.</p>
      ) : (
        <Agenda days={days.filter((day) => !earlier.includes(day))} {...shared} />
      )}
    </div>
  );
}

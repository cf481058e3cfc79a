import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import type { CalendarBooking } from '@/api/types';
import { rentalInWords } from '@/components/booking/stock';
import { cn } from '@/lib/cn';
import { dayOf } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { bookingStatus } from '@/lib/status';
import { useWide } from '@/lib/use-wide';
import { counted } from '@/lib/words';
import { signText } from '../actions';
import { DayHead } from '../DayHead';
import { CalendarLink, DayList, keyOf, ShortMark, StopCard, tints } from '../DayStops';
import { Agenda } from './Agenda';
import { type Bar, barsOf } from './calendar';
import { type CalendarProps, MoreButton, weekdays } from './MonthCalendar';
import { useDayKeys } from './useDayKeys';

export interface WeekCalendarProps extends CalendarProps {
  /** Seven days from the first day of the week. */
  week: readonly string[];
  bookings: readonly CalendarBooking[];
}

const cardsADay = 8;
const lanesShown = 4;

/** Deliveries and pickups of a week by time, with rentals over several days as bars; on phones day by day. */
export function WeekCalendar(props: WeekCalendarProps) {
  return useWide() ? <Columns {...props} /> : <WeekAgenda {...props} />;
}

function Columns({ week, bookings, today, date, stops, onDay, ...actions }: WeekCalendarProps) {
  const format = useFormat();
  const bars = useMemo(() => barsOf(week, bookings), [week, bookings]);
  const shown = (day: string) => week.includes(day);
  const start = [date, today].find((day) => day !== '' && shown(day)) ?? week[0] ?? today;
  const keys = useDayKeys(start, shown, onDay);
  const hidden = bars.filter(({ lane }) => lane >= lanesShown).length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the focusable days inside.
    <div ref={keys.grid} onKeyDown={keys.onKeyDown}>
      <div className="grid grid-cols-7 border-line border-y bg-sunken/60">
        {week.map((day, column) => (
          <div key={day} data-day={day} className="py-2 text-center data-over:bg-action-wash">
            <span className="block font-medium text-soft text-xs" aria-hidden="true">
              {weekdays(format)[column]?.slice(0, 3)}
            </span>
            <DayHead
              day={day}
              stops={stops.get(day) ?? []}
              isToday={day === today}
              inTabOrder={day === keys.focus}
              onFocusDay={keys.onFocusDay}
              className="h-7 min-w-7 text-sm"
              {...actions}
            />
          </div>
        ))}
      </div>
      {bars.length === 0 ? null : <Bars week={week} bars={bars} hidden={hidden} hrefOf={actions.hrefOf} />}
      <ol className="grid min-h-72 grid-cols-7">
        {week.map((day) => {
          const ofDay = stops.get(day) ?? [];
          const fits = ofDay.length <= cardsADay + 1 ? ofDay.length : cardsADay;
          return (
            <li
              key={day}
              data-day={day}
              className={cn(
                'min-w-0 border-line border-r p-1.5 last:border-r-0 data-over:bg-action-wash data-over:shadow-[inset_0_0_0_2px_var(--action)]',
                day === date && 'bg-action-wash/70',
              )}
            >
              <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
                {ofDay.slice(0, fits).map((stop) => (
                  <li key={keyOf(stop)} className="min-w-0">
                    <StopCard stop={stop} hrefOf={actions.hrefOf} />
                  </li>
                ))}
                {ofDay.length > fits ? (
                  <li>
                    <DayList
                      day={day}
                      stops={ofDay}
                      trigger={<MoreButton count={ofDay.length - fits} />}
                      {...actions}
                    />
                  </li>
                ) : null}
              </ul>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface BarsProps {
  week: readonly string[];
  bars: readonly Bar[];
  /** The number of bars that don't fit. */
  hidden: number;
  hrefOf: (id: number) => string;
}

function Bars({ week, bars, hidden, hrefOf }: BarsProps) {
  return (
    <section aria-label="Rentals over several days" className="relative border-line border-b">
      {/* Drop targets behind the bars. */}
      <div aria-hidden="true" className="absolute inset-0 grid grid-cols-7">
        {week.map((day) => (
          <div
            key={day}
            data-day={day}
            className="border-line border-r last:border-r-0 data-over:bg-action-wash"
          />
        ))}
      </div>
      <ul className="pointer-events-none relative grid grid-cols-7 gap-y-1 py-1.5">
        {bars
          .filter(({ lane }) => lane < lanesShown)
          .map((bar) => (
            <RentalBar key={bar.booking.id} bar={bar} week={week} hrefOf={hrefOf} />
          ))}
      </ul>
      {hidden === 0 ? null : (
        <p className="tabular pointer-events-none relative px-2 pb-1.5 text-faint text-xs">
          and {counted(hidden, 'more rental')} over several days
        </p>
      )}
    </section>
  );
}

function RentalBar({ bar, week, hrefOf }: { bar: Bar } & Pick<BarsProps, 'week' | 'hrefOf'>) {
  const format = useFormat();
  const { booking, first, last, before, after, lane } = bar;
  const { tone, word } = bookingStatus[booking.status];
  const rental = rentalInWords(format, booking.deliveryDate, booking.pickupDate);
  return (
    <li
      className="min-w-0 px-1"
      style={{ gridColumn: `${first + 1} / ${last + 2}`, gridRow: lane + 1 }}
      data-first={week[first]}
      data-columns={last - first + 1}
    >
      <CalendarLink
        booking={booking}
        part="rental"
        label={`Rental, ${rental}: ${booking.customerName}, ${signText(format, booking)}, ${word}${booking.risk ? ', short of pieces' : ''}`}
        hrefOf={hrefOf}
        className={cn(
          'pointer-events-auto flex min-w-0 items-center gap-1 border border-current/20 px-1.5 text-xs leading-5',
          tints[tone],
          before ? 'rounded-l-none' : 'rounded-l-full pl-2.5',
          after ? 'rounded-r-none' : 'rounded-r-full pr-2.5',
        )}
      >
        {before ? <ChevronLeft aria-hidden="true" className="-ml-1 size-3.5 shrink-0" /> : null}
        <span className={cn('truncate font-semibold', booking.status === 'canceled' && 'line-through')}>
          {booking.message}
        </span>
        {booking.risk ? <ShortMark /> : null}
        <span className="truncate font-normal text-soft">{booking.customerName}</span>
        {after ? <ChevronRight aria-hidden="true" className="-mr-1 ml-auto size-3.5 shrink-0" /> : null}
      </CalendarLink>
    </li>
  );
}

/** All days of the week, including empty ones, with the rentals out on each day. */
function WeekAgenda({ week, bookings, today, date, stops, onDay: _, ...actions }: WeekCalendarProps) {
  const out = (day: string) =>
    bookings.filter(({ deliveryDate, pickupDate }) => dayOf(deliveryDate) < day && day < dayOf(pickupDate));
  return (
    <Agenda
      days={week}
      today={today}
      date={date}
      stops={stops}
      className="border-line border-t"
      about={(day) => <OnRent bookings={out(day)} />}
      {...actions}
    />
  );
}

const namedOnRent = 3;

function OnRent({ bookings }: { bookings: readonly CalendarBooking[] }) {
  if (bookings.length === 0) return null;
  const named = bookings.slice(0, namedOnRent).map(({ message }) => message);
  const more = bookings.length - named.length;
  return (
    <p className="mt-1 break-words text-soft text-xs">
      On rent: {named.join(', ')}
      {more === 0 ? '' : ` and ${more} more`}
    </p>
  );
}

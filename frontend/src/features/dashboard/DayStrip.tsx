import { Link } from 'react-router';
import type { Dashboard } from '@/api/dashboard';
import { dayInWords } from '@/booking-form/dates';
import { weekday } from '@/booking-form/months';
import { cn } from '@/lib/cn';
import { isDayFirst } from '@/lib/day-order';
import { type Format, useFormat } from '@/lib/format';
import { dayPath } from '@/lib/paths';
import { counted } from '@/lib/words';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { monthName } from './figures';

type Day = Dashboard['days'][number];

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The next two weeks, day by day. */
export function DayStrip({ days, today }: { days: readonly Day[]; today: string }) {
  return (
    <Card>
      <CardHeader
        title="Next Two Weeks"
        description="Deliveries and pickups of pending and confirmed bookings."
        aside={
          <ul className="flex gap-4 text-soft text-xs">
            <li className="flex items-center gap-1.5">
              <Mark kind="delivery" />
              Delivery
            </li>
            <li className="flex items-center gap-1.5">
              <Mark kind="pickup" />
              Pickup
            </li>
          </ul>
        }
      />
      <CardBody className="px-3 sm:px-5">
        <ol className="grid grid-cols-7 gap-1 sm:gap-1.5 lg:grid-cols-14">
          {days.map((day) => (
            <li key={day.date}>
              <DayLink day={day} isToday={day.date === today} />
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

function DayLink({ day, isToday }: { day: Day; isToday: boolean }) {
  const format = useFormat();
  const { date, deliveries, pickups } = day;
  const busy = deliveries + pickups > 0;
  const number = Number(date.slice(8));
  return (
    <Link
      to={dayPath(date)}
      aria-label={describe(format, day, isToday)}
      aria-current={isToday ? 'date' : undefined}
      className={cn(
        'grid h-full min-h-20 content-start justify-items-center gap-0.5 rounded-lg border px-0.5 py-2 transition-colors',
        busy ? 'border-line bg-raised hover:border-edge' : 'border-transparent hover:bg-sunken',
        isToday && 'border-action hover:border-action',
      )}
    >
      <span className={cn('whitespace-nowrap text-xs', isToday ? 'font-medium text-link' : 'text-faint')}>
        {isToday ? 'Today' : weekdays[weekday(date)]}
      </span>
      <span
        className={cn('tabular whitespace-nowrap text-base', busy || isToday ? 'font-semibold' : 'text-soft')}
      >
        {number === 1 ? <FirstOf month={monthName(Number(date.slice(5, 7))).slice(0, 3)} /> : number}
      </span>
      <span className="tabular flex flex-wrap items-center justify-center gap-x-2 font-medium text-ink text-xs">
        {deliveries === 0 ? null : (
          <span className="inline-flex items-center gap-1">
            <Mark kind="delivery" />
            {deliveries}
          </span>
        )}
        {pickups === 0 ? null : (
          <span className="inline-flex items-center gap-1">
            <Mark kind="pickup" />
            {pickups}
          </span>
        )}
      </span>
    </Link>
  );
}

/** The first of a month with its name, in the business's date order. */
function FirstOf({ month }: { month: string }) {
  const format = useFormat();
  const name = <span className="font-medium text-xs">{month}</span>;
  return isDayFirst(format) ? <>1 {name}</> : <>{name} 1</>;
}

/** A lit bulb for deliveries, an unlit one for pickups. */
function Mark({ kind }: { kind: 'delivery' | 'pickup' }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'size-2.5 shrink-0 rounded-full border-[1.5px]',
        kind === 'delivery' ? 'border-amber bg-bulb' : 'border-edge bg-transparent',
      )}
    />
  );
}

function describe(format: Format, { date, deliveries, pickups }: Day, isToday: boolean): string {
  const parts = [
    ...(deliveries === 0 ? [] : [deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`]),
    ...(pickups === 0 ? [] : [counted(pickups, 'pickup')]),
  ];
  const what = parts.length === 0 ? 'nothing planned' : parts.join(', ');
  return `${isToday ? 'Today, ' : ''}${dayInWords(format, date, 'long')}: ${what}`;
}

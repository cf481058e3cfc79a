import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useCalendar } from '@/api/bookings';
import { addDays, dayInWords } from '@/booking-form/dates';
import { stopsInWords, stopsOf } from '@/components/booking/stops';
import { LoadState } from '@/components/LoadState';
import { useFormat } from '@/lib/format';
import { dayPath, paths } from '@/lib/paths';
import { Card, CardHeader } from '@/ui/Card';
import { Skeleton } from '@/ui/Skeleton';

const DAYS = 7;
const statuses = ['confirmed'] as const;

/** The seven days after a day: those with stops, each linking to its page. */
export function ComingDays({ after, title }: { after: string; title: string }) {
  const format = useFormat();
  const first = addDays(after, 1);
  const { data, error, refetch } = useCalendar({
    statuses: [...statuses],
    from: first,
    to: addDays(after, DAYS),
  });
  if (data === undefined) {
    return (
      <LoadState of={{ error, refetch }} failed="We couldn't load the upcoming days">
        <Skeleton className="h-40" />
      </LoadState>
    );
  }
  const days = Array.from({ length: DAYS }, (_, at) => addDays(first, at))
    .map((date) => ({ date, stops: stopsOf(data, date) }))
    .filter(({ stops }) => stops.length > 0);
  return (
    <Card className="screen-only overflow-hidden">
      <CardHeader
        title={title}
        aside={
          <Link
            to={`${paths.bookings}?view=calendar`}
            className="rounded-sm text-link text-sm hover:underline"
          >
            Calendar
          </Link>
        }
      />
      {days.length === 0 ? (
        <p className="px-5 pt-2 pb-5 text-soft text-sm">No deliveries or pickups.</p>
      ) : (
        <ul className="mt-3 border-line border-t">
          {days.map(({ date, stops }) => (
            <li key={date} className="border-line border-b last:border-b-0">
              <Link
                to={dayPath(date)}
                className="flex items-center gap-3 px-5 py-3 text-sm transition-colors hover:bg-sunken"
              >
                <span className="grid min-w-0 flex-1 gap-0.5">
                  <span className="flex flex-wrap justify-between gap-x-3">
                    <b className="font-semibold">{dayInWords(format, date, 'short')}</b>
                    <span className="tabular text-soft">{stopsInWords(stops)}</span>
                  </span>
                  <span className="truncate text-soft">
                    {stops.map(({ booking }) => `“${booking.message}”`).join(', ')}
                  </span>
                </span>
                <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-faint" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

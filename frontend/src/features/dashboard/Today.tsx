import { ChevronRight, PackageCheck, Truck } from 'lucide-react';
import { Link } from 'react-router';
import type { CalendarBooking } from '@/api/types';
import { type Stop, stopsOf } from '@/components/booking/stops';
import { formatTime } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { paths } from '@/lib/paths';
import { counted, sizeName } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Card, CardHeader } from '@/ui/Card';

export interface TodayProps {
  today: string;
  /** Rentals that are out today, including those delivered or picked up today. */
  rentals: readonly CalendarBooking[];
  /** The number of pending requests. */
  requests: number;
}

/** Today's stops and pending requests. */
export function Today({ today, rentals, requests }: TodayProps) {
  const stops = stopsOf(rentals, today);
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Today"
        aside={
          <p className="tabular flex gap-3 text-soft text-sm">
            {stops.length === 0 ? 'No stops' : counted(stops.length, 'stop')}
            <Link to={paths.day} className="rounded-sm text-link hover:underline">
              View day
            </Link>
          </p>
        }
      />
      <ul className="mt-3 border-line border-t">
        {requests > 0 ? (
          <li className="border-line border-b last:border-b-0">
            <Link
              to={`${paths.bookings}?status=pending`}
              className="flex items-center gap-3 bg-amber-wash px-5 py-3 font-medium text-amber text-sm hover:underline"
            >
              <span className="flex-1">
                {counted(requests, 'request')} {requests === 1 ? 'needs' : 'need'} your reply
              </span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0" />
            </Link>
          </li>
        ) : null}
        {stops.map((stop) => (
          <li key={`${stop.kind} ${stop.booking.id}`} className="border-line border-b last:border-b-0">
            <StopLink stop={stop} />
          </li>
        ))}
        {stops.length === 0 ? (
          <li className="px-5 py-3 text-soft text-sm">No deliveries or pickups today.</li>
        ) : null}
      </ul>
    </Card>
  );
}

function StopLink({ stop: { kind, at, timeGiven, booking } }: { stop: Stop }) {
  const format = useFormat();
  const Icon = kind === 'delivery' ? Truck : PackageCheck;
  return (
    <Link
      to={`${paths.bookings}?id=${booking.id}`}
      className="flex items-center gap-3 px-5 py-3 transition-colors hover:bg-sunken"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-soft" />
      <span className="grid min-w-0 flex-1 gap-0.5 text-sm">
        <span className="truncate">
          <b className="font-semibold">{kind === 'delivery' ? 'Deliver' : 'Pick up'}</b> “{booking.message}” (
          {sizeName(format, booking.size)})
        </span>
        <span className="truncate text-soft">
          <span className="tabular">{timeGiven ? formatTime(format, at) : 'Any time'}</span> ·{' '}
          {booking.customerName}
          {booking.venueName === null ? '' : ` · ${booking.venueName}`}
        </span>
      </span>
      {booking.risk && kind === 'delivery' ? <Badge tone="red">Short</Badge> : null}
      {booking.status === 'pending' ? <Badge tone="yellow">Pending</Badge> : null}
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-faint" />
    </Link>
  );
}

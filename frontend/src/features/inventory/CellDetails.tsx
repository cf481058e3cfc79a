import { Wrench } from 'lucide-react';
import { Link } from 'react-router';
import type { LetterCalendar, LetterLine } from '@/api/types';
import { dayInWords } from '@/booking-form/dates';
import { dayOf, formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { isKeyOf } from '@/lib/keys';
import { paths } from '@/lib/paths';
import { bookingStatus } from '@/lib/status';
import { Badge } from '@/ui/Badge';
import { type Cell, cellInWords, kindOf } from './letter-calendar';

export interface CellDetailsProps {
  line: LetterLine;
  day: string;
  cell: Cell;
  bookings: LetterCalendar['bookings'];
}

/** The bookings that use a letter on a day. */
export function CellDetails({ line, day, cell, bookings }: CellDetailsProps) {
  const format = useFormat();
  const holders = bookings.filter(({ id }) => cell.bookings.includes(id));
  return (
    <div className="grid gap-3 text-sm">
      <div>
        <p className="font-semibold">
          {line.letter}
          {kindOf(format, line) === '' ? '' : ` (${kindOf(format, line)})`},{' '}
          {dayInWords(format, day, 'short')}
        </p>
        <p className="tabular text-soft">{cellInWords({ ...cell, repair: 0 }, line.owned)}</p>
      </div>
      {cell.repair > 0 ? (
        <p className="flex items-center gap-2 text-soft">
          <Wrench aria-hidden="true" className="size-4 shrink-0" />
          {cell.repair} out of service
        </p>
      ) : null}
      {holders.length === 0 ? (
        <p className="text-faint">No bookings use this letter on this day.</p>
      ) : (
        <ul className="grid gap-2">
          {holders.map((booking) => (
            <li key={booking.id}>
              <Holder booking={booking} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Holder({ booking }: { booking: LetterCalendar['bookings'][number] }) {
  const format = useFormat();
  // Show unknown statuses by their code.
  const { status } = booking;
  const { word, tone } = isKeyOf(status, bookingStatus)
    ? bookingStatus[status]
    : ({ word: status, tone: 'neutral' } as const);
  const [first, last] = [dayOf(booking.deliveryDate), dayOf(booking.pickupDate)];
  return (
    <Link
      to={`${paths.bookings}?id=${booking.id}`}
      className="grid gap-0.5 rounded-md border border-line bg-surface px-3 py-2 hover:border-edge"
    >
      <span className="flex items-center justify-between gap-2">
        <span className="truncate font-medium">{booking.message}</span>
        <Badge tone={tone}>{word}</Badge>
      </span>
      <span className="truncate text-soft">{booking.customerName}</span>
      <span className="tabular text-faint text-xs">
        {first === last
          ? formatDay(format, first)
          : `${formatDay(format, first)} – ${formatDay(format, last)}`}
      </span>
    </Link>
  );
}

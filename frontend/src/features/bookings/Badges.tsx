import { Copy, HandHelping, Layers, TimerOff } from 'lucide-react';
import type { Booking } from '@/api/types';
import { bookingStatus } from '@/lib/status';
import { Badge } from '@/ui/Badge';
import { askedAnyway, holdHasLapsed } from './actions';

export function StatusBadge({ status }: Pick<Booking, 'status'>) {
  const { tone, word } = bookingStatus[status];
  return <Badge tone={tone}>{word}</Badge>;
}

/** Badges for what needs a second look in a booking. */
export function Badges({ booking }: { booking: Booking }) {
  const open = booking.status === 'pending' || booking.status === 'confirmed';
  return (
    <>
      {open && booking.possibleDuplicate ? (
        <Badge>
          <Copy aria-hidden="true" />
          Possible duplicate
        </Badge>
      ) : null}
      {askedAnyway(booking) ? (
        <Badge>
          <HandHelping aria-hidden="true" />
          Asked anyway
        </Badge>
      ) : holdHasLapsed(booking, Date.now()) ? (
        <Badge>
          <TimerOff aria-hidden="true" />
          Hold lapsed
        </Badge>
      ) : null}
      {/* Staff are not told why the stock was overruled. */}
      {open && 'overbookReason' in booking && booking.overbookReason !== null ? (
        <Badge>
          <Layers aria-hidden="true" />
          Over stock
        </Badge>
      ) : null}
    </>
  );
}

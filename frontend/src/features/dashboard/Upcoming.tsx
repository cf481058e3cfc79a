import type { Booking } from '@/api/types';
import { bookingStatus } from '@/lib/booking-status';
import { formatDay } from '@/lib/dates';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Badge } from '@/ui/Badge';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';

/** The next deliveries. */
export function Upcoming({ bookings }: { bookings: readonly Booking[] }) {
  return (
    <Card>
      <CardHeader title="Upcoming Bookings" />
      {bookings.length === 0 ? (
        <EmptyState
          title="No upcoming bookings"
          description="Requests from your booking form appear here as soon as they come in."
          picture={<MarqueeSign message="SOON" height={56} state="unlit" align="center" />}
        />
      ) : (
        <CardBody className="pt-3 pb-2">
          <ul>
            {bookings.map((booking) => {
              const status = bookingStatus[booking.status];
              return (
                <li key={booking.id} className="grid gap-1 border-line border-t py-3 first:border-t-0">
                  <div className="flex items-start justify-between gap-3">
                    <p className="min-w-0 truncate font-medium text-sm">{booking.customerName}</p>
                    <Badge tone={status.tone}>{status.word}</Badge>
                  </div>
                  <p className="tabular text-soft text-sm">
                    {formatDay(booking.deliveryDate)}
                    {booking.venueName === null ? '' : ` · ${booking.venueName}`}
                  </p>
                  <p className="truncate text-soft text-sm">
                    “{booking.message}” ({booking.size})
                  </p>
                </li>
              );
            })}
          </ul>
        </CardBody>
      )}
    </Card>
  );
}

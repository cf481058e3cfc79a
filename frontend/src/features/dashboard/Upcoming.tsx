import { Link } from 'react-router';
import type { Booking } from '@/api/types';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { paths } from '@/lib/paths';
import { bookingStatus } from '@/lib/status';
import { sizeName } from '@/lib/words';
import { SignLater } from '@/sign/SignLater';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';

/** The next deliveries. */
export function Upcoming({ bookings }: { bookings: readonly Booking[] }) {
  const format = useFormat();
  return (
    <Card>
      <CardHeader
        title="Upcoming Bookings"
        aside={
          <Link to={paths.bookings} className="rounded-sm font-medium text-link text-sm hover:underline">
            View all
          </Link>
        }
      />
      {bookings.length === 0 ? (
        <EmptyState
          title="No upcoming bookings"
          description="Requests from your booking form show up here right away."
          picture={<SignLater message="SOON" height={56} state="unlit" align="center" />}
          action={
            <Button asChild kind="secondary" size="sm">
              <Link to={paths.quote} state={{ newBooking: true }}>
                Create a Booking
              </Link>
            </Button>
          }
        />
      ) : (
        <CardBody className="pt-3 pb-2">
          <ul>
            {bookings.map((booking) => {
              const status = bookingStatus[booking.status];
              return (
                <li key={booking.id} className="border-line border-t first:border-t-0">
                  <Link
                    to={`${paths.bookings}?id=${booking.id}`}
                    className="-mx-3 grid gap-1 rounded-md px-3 py-3 transition-colors hover:bg-sunken"
                  >
                    <span className="flex items-start justify-between gap-3">
                      <span className="min-w-0 truncate font-medium text-sm">{booking.customerName}</span>
                      <Badge tone={status.tone}>{status.word}</Badge>
                    </span>
                    <span className="tabular text-soft text-sm">
                      {formatDay(format, booking.deliveryDate)}
                      {booking.venueName === null ? '' : ` · ${booking.venueName}`}
                    </span>
                    <span className="truncate text-soft text-sm">
                      {/* Rentals of items only have no size; their message lists the items. */}
                      {booking.size === ''
                        ? booking.message
                        : `“${booking.message}” (${sizeName(format, booking.size)})`}
                    </span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </CardBody>
      )}
    </Card>
  );
}

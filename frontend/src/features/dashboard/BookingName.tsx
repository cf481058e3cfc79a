import { Link } from 'react-router';
import { bookingPath } from '@/lib/paths';

/** Link to a booking with its message and number. */
export function BookingName({ id, number, message }: { id: number; number: number; message: string }) {
  return (
    <Link to={bookingPath(id)} className="wrap-anywhere rounded-sm font-semibold hover:underline">
      “{message}” <span className="font-normal text-soft">#{number}</span>
    </Link>
  );
}

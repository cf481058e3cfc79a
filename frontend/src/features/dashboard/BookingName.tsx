import { Link } from 'react-router';
import { bookingPath } from '@/lib/paths';

/** A booking by its words and its number, as the link to it. */
export function BookingName({ id, number, message }: { id: number; number: number; message: string }) {
  return (
    <Link to={bookingPath(id)} className="wrap-anywhere rounded-sm font-semibold hover:underline">
      “{message}” <span className="font-normal text-soft">#{number}</span>
    </Link>
  );
}

import { Link } from 'react-router';
import type { AtRisk } from '@/api/goods';
import { RiskOptions } from '@/components/booking/RiskNote';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { bookingPath } from '@/lib/paths';
import { sizeName } from '@/lib/words';

/** What can be done for a booking that is short of pieces. */
export function Resolutions({ row }: { row: AtRisk }) {
  const format = useFormat();
  // The other booking needs the piece on one day only, so an earlier pickup is enough.
  const sharing = row.resolutions.filter(({ kind, otherSize }) => kind === 'swap' && otherSize === null);
  return (
    <div className="grid basis-full gap-2 sm:pl-3">
      <RiskOptions bookingId={row.bookingId} options={row.options} />
      {sharing.map(({ bookingId, number, customerName, count, letter, size, name, firstDay }) => (
        <p key={`${bookingId} ${letter ?? name}`} className="wrap-anywhere">
          Pick up earlier: booking #{number} ({customerName}) also needs {count} ×{' '}
          {letter === null ? name : `${letter} (${sizeName(format, size ?? '')})`}, but only on{' '}
          {formatDay(format, firstDay ?? '')}.{' '}
          <Link
            to={bookingPath(bookingId ?? 0)}
            className="rounded-sm text-link underline underline-offset-2"
          >
            Open #{number}
          </Link>
        </p>
      ))}
    </div>
  );
}

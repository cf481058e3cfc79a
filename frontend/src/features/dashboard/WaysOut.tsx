import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AtRisk, WayOut } from '@/api/goods';
import { formatDay } from '@/lib/dates';
import { bookingPath } from '@/lib/paths';
import { finishName, sizeName } from '@/lib/words';
import { EmailLink, PhoneLinks } from '@/ui/Reach';

const link = 'rounded-sm text-link underline underline-offset-2';

/** What can be done about a booking that is short of pieces, the simplest first. */
export function WaysOut({ row }: { row: AtRisk }) {
  return (
    <ul aria-label={`Options for #${row.number}`} className="grid basis-full gap-1.5 sm:pl-3">
      {row.waysOut.map((way) => (
        <li key={JSON.stringify(way)} className="wrap-anywhere flex gap-2.5">
          <span aria-hidden="true" className="mt-2 size-1.5 shrink-0 rounded-full bg-edge" />
          <span>
            <Way way={way} bookingId={row.bookingId} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Way({ way, bookingId }: { way: WayOut; bookingId: number }): ReactNode {
  switch (way.kind) {
    case 'size':
    case 'finish':
      return (
        <>
          Use {other(way)}: {way.free} free.{' '}
          <Link to={bookingPath(bookingId)} className={link}>
            Change the booking
          </Link>
        </>
      );
    case 'swap':
      return (
        <>
          {way.otherSize === null
            ? `Pick up earlier: booking #${way.number} (${way.customerName}) needs ${pieces(way)} on ${formatDay(way.firstDay ?? '')} too, and on no other of these days.`
            : `Swap with booking #${way.number} (${way.customerName}): it takes ${other(way)}, and this one gets ${pieces(way)}.`}{' '}
          <Link to={bookingPath(way.bookingId ?? 0)} className={link}>
            Open #{way.number}
          </Link>
        </>
      );
    case 'borrow':
      return `Borrow ${pieces(way)}, ${daysOf(way)}.`;
    case 'call':
      return (
        <span className="inline-flex flex-wrap items-center gap-x-3">
          {way.phone === null && way.email === null
            ? 'There is no phone number or email.'
            : 'Talk to the customer:'}
          {way.phone === null ? null : <PhoneLinks phone={way.phone} />}
          {way.email === null ? null : <EmailLink email={way.email} />}
        </span>
      );
    default:
      return way.kind satisfies never;
  }
}

/** The days of something that is borrowed: one of them alone is named once. */
function daysOf({ firstDay, lastDay }: WayOut): string {
  const first = formatDay(firstDay ?? '');
  return firstDay === lastDay ? first : `${first} to ${formatDay(lastDay ?? '')}`;
}

const pieces = ({ count, letter, size, name }: WayOut) =>
  `${count} × ${letter === null ? name : `${letter} (${sizeName(size ?? '')})`}`;

/** The other pieces, by what tells them from those that are missing. */
function other({ count, letter, size, otherSize, otherFinish, kind, finish }: WayOut): string {
  const told = [
    ...(otherSize === size ? [] : [sizeName(otherSize ?? '')]),
    ...(otherFinish === finish && kind !== 'finish' ? [] : [finishName(otherFinish ?? '')]),
  ];
  return `${count} × ${letter} (${told.join(', ')})`;
}

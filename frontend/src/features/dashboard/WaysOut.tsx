import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AtRisk, WayOut } from '@/api/goods';
import { formatDay } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { bookingPath } from '@/lib/paths';
import { finishName, sizeName } from '@/lib/words';
import { EmailLink, PhoneLinks } from '@/ui/Reach';

const link = 'rounded-sm text-link underline underline-offset-2';

/** Resolutions for a booking that is short of pieces, simplest first. */
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
  const format = useFormat();
  switch (way.kind) {
    case 'size':
    case 'finish':
      return (
        <>
          Use {other(format, way)}: {way.free} available.{' '}
          <Link to={bookingPath(bookingId)} className={link}>
            Edit booking
          </Link>
        </>
      );
    case 'swap':
      return (
        <>
          {way.otherSize === null
            ? `Pick up earlier: booking #${way.number} (${way.customerName}) also needs ${pieces(format, way)}, but only on ${formatDay(format, way.firstDay ?? '')}.`
            : `Swap with booking #${way.number} (${way.customerName}). That booking takes ${other(format, way)}, and this one gets ${pieces(format, way)}.`}{' '}
          <Link to={bookingPath(way.bookingId ?? 0)} className={link}>
            Open #{way.number}
          </Link>
        </>
      );
    case 'borrow':
      return `Borrow ${pieces(format, way)}, ${daysOf(format, way)}.`;
    case 'call':
      return (
        <span className="inline-flex flex-wrap items-center gap-x-3">
          {way.phone === null && way.email === null
            ? 'No phone number or email on file.'
            : 'Contact the customer:'}
          {way.phone === null ? null : <PhoneLinks phone={way.phone} />}
          {way.email === null ? null : <EmailLink email={way.email} />}
        </span>
      );
    default:
      return way.kind satisfies never;
  }
}

/** The rental period of borrowed pieces; a single day is named once. */
function daysOf(format: Format, { firstDay, lastDay }: WayOut): string {
  const first = formatDay(format, firstDay ?? '');
  return firstDay === lastDay ? first : `${first} to ${formatDay(format, lastDay ?? '')}`;
}

const pieces = (format: Format, { count, letter, size, name }: WayOut) =>
  `${count} × ${letter === null ? name : `${letter} (${sizeName(format, size ?? '')})`}`;

/** The alternative pieces, described by what differs from the missing ones. */
function other(
  format: Format,
  { count, letter, size, otherSize, otherFinish, kind, finish }: WayOut,
): string {
  const told = [
    ...(otherSize === size ? [] : [sizeName(format, otherSize ?? '')]),
    ...(otherFinish === finish && kind !== 'finish' ? [] : [finishName(format, otherFinish ?? '')]),
  ];
  return `${count} × ${letter} (${told.join(', ')})`;
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AtRisk, Resolution } from '@/api/goods';
import { formatDay } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { bookingPath } from '@/lib/paths';
import { finishName, sizeName } from '@/lib/words';
import { EmailLink, PhoneLinks } from '@/ui/Reach';

const link = 'rounded-sm text-link underline underline-offset-2';

/** Resolutions for a booking that is short of pieces, simplest first. */
export function Resolutions({ row }: { row: AtRisk }) {
  return (
    <ul aria-label={`Options for #${row.number}`} className="grid basis-full gap-1.5 sm:pl-3">
      {row.resolutions.map((resolution) => (
        <li key={JSON.stringify(resolution)} className="wrap-anywhere flex gap-2.5">
          <span aria-hidden="true" className="mt-2 size-1.5 shrink-0 rounded-full bg-edge" />
          <span>
            <ResolutionText resolution={resolution} bookingId={row.bookingId} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function ResolutionText({ resolution, bookingId }: { resolution: Resolution; bookingId: number }): ReactNode {
  const format = useFormat();
  switch (resolution.kind) {
    case 'size':
    case 'finish':
      return (
        <>
          Use {other(format, resolution)}: {resolution.free} available.{' '}
          <Link to={bookingPath(bookingId)} className={link}>
            Edit booking
          </Link>
        </>
      );
    case 'swap':
      return (
        <>
          {resolution.otherSize === null
            ? `Pick up earlier: booking #${resolution.number} (${resolution.customerName}) also needs ${pieces(format, resolution)}, but only on ${formatDay(format, resolution.firstDay ?? '')}.`
            : `Swap with booking #${resolution.number} (${resolution.customerName}). That booking takes ${other(format, resolution)}, and this one gets ${pieces(format, resolution)}.`}{' '}
          <Link to={bookingPath(resolution.bookingId ?? 0)} className={link}>
            Open #{resolution.number}
          </Link>
        </>
      );
    case 'borrow':
      return `Borrow ${pieces(format, resolution)}, ${daysOf(format, resolution)}.`;
    case 'call':
      return (
        <span className="inline-flex flex-wrap items-center gap-x-3">
          {resolution.phone === null && resolution.email === null
            ? 'No phone number or email on file.'
            : 'Contact the customer:'}
          {resolution.phone === null ? null : <PhoneLinks phone={resolution.phone} />}
          {resolution.email === null ? null : <EmailLink email={resolution.email} />}
        </span>
      );
    default:
      return resolution.kind satisfies never;
  }
}

/** The rental period of borrowed pieces; a single day is named once. */
function daysOf(format: Format, { firstDay, lastDay }: Resolution): string {
  const first = formatDay(format, firstDay ?? '');
  return firstDay === lastDay ? first : `${first} to ${formatDay(format, lastDay ?? '')}`;
}

const pieces = (format: Format, { count, letter, size, name }: Resolution) =>
  `${count} × ${letter === null ? name : `${letter} (${sizeName(format, size ?? '')})`}`;

/** The alternative pieces, described by what differs from the missing ones. */
function other(
  format: Format,
  { count, letter, size, otherSize, otherFinish, kind, finish }: Resolution,
): string {
  const told = [
    ...(otherSize === size ? [] : [sizeName(format, otherSize ?? '')]),
    ...(otherFinish === finish && kind !== 'finish' ? [] : [finishName(format, otherFinish ?? '')]),
  ];
  return `${count} × ${letter} (${told.join(', ')})`;
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AtRisk, Resolution } from '@/api/goods';
import { canApply, RiskOptions } from '@/components/booking/RiskNote';
import { formatDay } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { bookingPath } from '@/lib/paths';
import { sizeName } from '@/lib/words';
import { EmailLink, PhoneLinks } from '@/ui/Reach';

const link = 'rounded-sm text-link underline underline-offset-2';

/** What can be done for a booking that is short of pieces: changes to apply here, then what people have to do. */
export function Resolutions({ row }: { row: AtRisk }) {
  const byPeople = row.resolutions.filter(
    ({ kind, otherSize }) => kind === 'borrow' || kind === 'call' || (kind === 'swap' && otherSize === null),
  );
  return (
    <div className="grid basis-full gap-1.5 sm:pl-3">
      <RiskOptions bookingId={row.bookingId} options={row.options.filter(canApply)} />
      <ul aria-label={`Options for #${row.number}`} className="grid gap-1.5">
        {byPeople.map((resolution) => (
          <li key={JSON.stringify(resolution)} className="wrap-anywhere flex gap-2.5">
            <span aria-hidden="true" className="mt-2 size-1.5 shrink-0 rounded-full bg-edge" />
            <span>
              <ResolutionText resolution={resolution} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ResolutionText({ resolution }: { resolution: Resolution }): ReactNode {
  const format = useFormat();
  switch (resolution.kind) {
    case 'size':
    case 'finish':
      return null;
    case 'swap':
      return (
        <>
          Pick up earlier: booking #{resolution.number} ({resolution.customerName}) also needs{' '}
          {pieces(format, resolution)}, but only on {formatDay(format, resolution.firstDay ?? '')}.{' '}
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

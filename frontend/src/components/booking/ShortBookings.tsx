import { Link } from 'react-router';
import type { AtRisk } from '@/api/goods';
import { formatDay } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { bookingPath } from '@/lib/paths';
import { listed, sizeName } from '@/lib/words';
import { RiskOptions } from './RiskNote';

/** A letter in a size and finish, or an item. */
export interface ShortPiece {
  letter: string | null;
  size: string | null;
  finish: string | null;
  itemId: number | null;
}

type Shortage = AtRisk['shortages'][number];

/** Whether a shortage is of this piece. */
const isOf = ({ letter, size, finish, itemId }: ShortPiece, short: Shortage) =>
  itemId === null
    ? short.letter === letter && short.size === size && (short.finish == null || short.finish === finish)
    : short.itemId === itemId;

/** The bookings that are short of a piece, nearest first. */
export const shortOf = (piece: ShortPiece, rows: readonly AtRisk[]) =>
  rows.filter(({ shortages }) => shortages.some((short) => isOf(piece, short)));

function inWords(format: Format, shortages: readonly Shortage[]): string {
  return listed(
    shortages.map(({ letter, size, name, needed, free }) => {
      const what = name ?? `${letter} (${sizeName(format, size ?? '')})`;
      return `${needed - (free ?? 0)} × ${what}`;
    }),
  );
}

/** Bookings at risk, each with what can be done about it. */
export function ShortBookings({ rows }: { rows: readonly AtRisk[] }) {
  const format = useFormat();
  return (
    <ul className="grid gap-3 text-sm">
      {rows.map(({ bookingId, number, message, customerName, deliveryDate, shortages, options }) => (
        <li key={bookingId} className="grid gap-1.5 rounded-lg bg-danger-wash px-4 py-3">
          <p className="wrap-anywhere">
            <Link to={bookingPath(bookingId)} className="rounded-sm font-semibold hover:underline">
              “{message}” <span className="font-normal text-soft">#{number}</span>
            </Link>{' '}
            <span className="text-soft">
              {customerName}, {formatDay(format, deliveryDate)}
            </span>
          </p>
          <p className="text-danger">Short of {inWords(format, shortages)}</p>
          <RiskOptions bookingId={bookingId} options={options} />
        </li>
      ))}
    </ul>
  );
}

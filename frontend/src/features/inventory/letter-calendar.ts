/** Availability of each letter by day, for the letter calendar. */

import type { LetterCalendar, LetterLine } from '@/api/types';
import type { Format } from '@/lib/format';
import { counted, finishName, sizeName } from '@/lib/words';

/** The number of days shown: four weeks. */
export const daysShown = 28;

export type Shade = 'short' | 'none' | 'last' | 'some' | 'all';

export interface Cell {
  /** Available pieces; negative if overbooked. */
  free: number;
  shade: Shade;
  /** Pieces out of service. */
  repair: number;
  /** IDs of the bookings that use the letter. */
  bookings: readonly number[];
}

/** The cell of a letter in a column. */
export function cellOf(line: LetterLine, column: number): Cell {
  const taken = line.taken[column] ?? 0;
  const free = line.owned - taken;
  return {
    free,
    shade: free < 0 ? 'short' : free === 0 ? 'none' : taken === 0 ? 'all' : free === 1 ? 'last' : 'some',
    repair: line.outOfService[column] ?? 0,
    bookings: [...new Set(line.bookings[column])],
  };
}

/** Describe a cell: "2 of 6 available, 1 out of service". */
export function cellInWords({ free, repair }: Cell, owned: number): string {
  const left = free < 0 ? `${counted(-free, 'piece')} short of ${owned}` : `${free} of ${owned} available`;
  return repair > 0 ? `${left}, ${repair} out of service` : left;
}

/** Size and finish of a line, such as "4ft" or "4ft, rgb"; empty for items. */
export function kindOf(format: Format, { size, finish, itemId }: LetterLine): string {
  if (itemId !== null) return '';
  return finish === 'standard'
    ? sizeName(format, size)
    : `${sizeName(format, size)}, ${finishName(format, finish)}`;
}

/** The sizes of a calendar's letters, largest first. */
export function sizesOf({ letters }: LetterCalendar): string[] {
  const compare = new Intl.Collator('en', { numeric: true }).compare;
  // Items have no size.
  return [...new Set(letters.map(({ size }) => size).filter(Boolean))].toSorted((a, b) => compare(b, a));
}

export interface MonthSpan {
  /** "2027-06" */
  month: string;
  days: number;
}

/** The months above the columns, with the number of days shown of each. */
export function monthSpans(days: readonly string[]): MonthSpan[] {
  const spans = new Map<string, number>();
  for (const day of days) {
    const month = day.slice(0, 7);
    spans.set(month, (spans.get(month) ?? 0) + 1);
  }
  return [...spans].map(([month, count]) => ({ month, days: count }));
}

export interface Place {
  row: number;
  column: number;
}

/** The grid position after a key press; null for other keys. */
export function placeAfter(key: string, from: Place, rows: number, columns: number): Place | null {
  const within = (value: number, count: number) => Math.min(Math.max(0, value), count - 1);
  const to = (row: number, column: number) => ({ row: within(row, rows), column: within(column, columns) });
  const { row, column } = from;
  switch (key) {
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'ArrowUp':
      return to(row - 1, column);
    case 'ArrowDown':
      return to(row + 1, column);
    case 'Home':
      return to(row, 0);
    case 'End':
      return to(row, columns - 1);
    case 'PageUp':
      return to(row - 10, column);
    case 'PageDown':
      return to(row + 10, column);
    default:
      return null;
  }
}

/** Classes for a cell's background and number. Color is redundant with the number. */
export const shades: Readonly<Record<Shade, string>> = {
  all: 'bg-surface text-faint',
  some: 'bg-good-wash text-good',
  last: 'bg-amber-wash font-semibold text-amber',
  none: 'bg-danger-wash font-semibold text-danger',
  short: 'bg-danger-fill font-semibold text-white',
};

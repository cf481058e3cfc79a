/** The letter calendar's figures: what is free of each letter on each day. */
import type { LetterCalendar, LetterLine } from '@/api/types';
import { counted, finishName, sizeName } from '@/lib/words';

/** How many days are shown at once: four whole weeks. */
export const daysShown = 28;

export type Shade = 'short' | 'none' | 'last' | 'some' | 'all';

export interface Cell {
  /** Pieces left; negative where more are promised than owned. */
  free: number;
  shade: Shade;
  /** Pieces out of service. */
  repair: number;
  /** Ids of the bookings that have pieces out. */
  bookings: readonly number[];
}

/** What a letter's line says of the day in a column. */
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

/** "2 of 6 free, 1 out of service" */
export function cellInWords({ free, repair }: Cell, owned: number): string {
  const left = free < 0 ? `${counted(-free, 'piece')} short of ${owned}` : `${free} of ${owned} free`;
  return repair > 0 ? `${left}, ${repair} out of service` : left;
}

/** What tells a line from others of the same letter: "4ft", "4ft, rgb"; nothing for an item. */
export function kindOf({ size, finish, itemId }: LetterLine): string {
  if (itemId !== null) return '';
  return finish === 'standard' ? sizeName(size) : `${sizeName(size)}, ${finishName(finish)}`;
}

/** The sizes of a calendar's letters, the larger first as everywhere. */
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

/** The months over the columns, with how many days of each are shown. */
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

/** Where a key leads from a place in a grid; null for keys that lead nowhere. */
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

/** The ground and figure of a cell; the figure alone says it all, the shade lets the eye find it. */
export const shades: Readonly<Record<Shade, string>> = {
  all: 'bg-surface text-faint',
  some: 'bg-good-wash text-good',
  last: 'bg-amber-wash font-semibold text-amber',
  none: 'bg-danger-wash font-semibold text-danger',
  short: 'bg-danger-fill font-semibold text-white',
};

/** Months and weeks of calendars; days as in dates.ts. */

import { type Format, weekStart } from '@/lib/format';
import { addDays, daysInMonth, iso, parts } from './dates';

/** The same day some months later, or the last day of that month if it is shorter. */
export function addMonths(isoDay: string, count: number): string {
  const { year, month, day } = parts(isoDay);
  const index = year * 12 + month - 1 + count;
  const target = { year: Math.floor(index / 12), month: (index % 12) + 1 };
  return iso({ ...target, day: Math.min(day, daysInMonth(target.year, target.month)) });
}

/** Days of the week, indexed like `weekday`. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The month "2027-06" of a day. */
export function monthOf(isoDay: string): string {
  return isoDay.slice(0, 7);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekday(isoDay: string): number {
  return new Date(`${isoDay}T00:00Z`).getUTCDay();
}

/** Column of a day in a calendar, 0 to 6, by the first day of the business's week. */
export function weekColumn(format: Format, isoDay: string): number {
  return (weekday(isoDay) - weekStart(format) + 7) % 7;
}

/** Reorder seven day names that start with Sunday into calendar columns. */
export function inWeekOrder(format: Format, names: readonly string[]): string[] {
  return names.map((_, column) => names[(column + weekStart(format)) % 7] ?? '');
}

/** Weeks of a month as columns; days of other months are null. */
export function weeksOf(format: Format, month: string): (string | null)[][] {
  const first = `${month}-01`;
  const { year, month: number } = parts(first);
  const days = Array.from({ length: daysInMonth(year, number) }, (_, i) => addDays(first, i));
  const cells = [...Array<null>(weekColumn(format, first)).fill(null), ...days];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, i) => cells.slice(i * 7, i * 7 + 7));
}

/** The day that each key moves the focus to. */
export const dayMoves: Readonly<Record<string, (day: string, format: Format) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day, format) => addDays(day, -weekColumn(format, day)),
  End: (day, format) => addDays(day, 6 - weekColumn(format, day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/**
 * Parses dates as people type them: "11/28", "28 Nov", "sat", "next saturday", "in 2 weeks". Shared by the
 * pages and the public form, which replace the typed text with the parsed day.
 */

import { isDayFirst } from '@/lib/day-order';
import type { Format } from '@/lib/format';
import { addDays, iso, isoFromTyped, isReal, parts } from './dates';
import { addMonths, WEEKDAYS, weekColumn, weekday } from './months';

export interface TypedDayOptions {
  /** Today at the business, an ISO day. */
  readonly today: string;
  /** First day that an incomplete date such as "June 5" can stand for; today by default. */
  readonly from?: string | null;
  /** True if an incomplete date means the latest matching day up to today, as for a received payment. */
  readonly past?: boolean;
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const DAYS = WEEKDAYS.map((name) => name.toLowerCase());
const COUNTS = 'a one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** Number of years to search; leap days are up to eight years apart. */
const YEARS = 9;

/** Index of the name that starts with a word of at least `least` letters; -1 for none. */
const placeIn = (names: readonly string[], word: string, least: number): number =>
  word.length < least ? -1 : names.findIndex((name) => name.startsWith(word));

/** Expand a two-digit year. */
const wholeYear = (text: string) => Number(text.length === 2 ? `20${text}` : text);

interface Found {
  month: number;
  day: number;
  year?: number;
}

/** Day, month and year in the business's order, or with the month as a word; null if invalid. */
function fromNumbers(format: Format, numbers: readonly string[], month: number): Found | null {
  if (numbers.some((text) => text.length === 3 || text.length > 4)) return null;
  const yearFirst = numbers[0]?.length === 4 || (format.dateFormat === 'YYYY-MM-DD' && numbers.length === 3);
  const inOrder = yearFirst ? [...numbers.slice(1), ...numbers.slice(0, 1)] : [...numbers];
  if (month >= 0) inOrder.unshift(String(month + 1));
  const [one = '', two = '', year] = inOrder;
  if (inOrder.length < 2 || inOrder.length > 3 || one.length > 2 || two.length > 2) return null;
  if (year !== undefined && year.length !== 2 && year.length !== 4) return null;
  const dayFirst = month < 0 && !yearFirst && isDayFirst(format);
  return {
    month: Number(dayFirst ? two : one),
    day: Number(dayFirst ? one : two),
    ...(year !== undefined && { year: wholeYear(year) }),
  };
}

/** Parses a relative day: "in 2 weeks", "a week from today", "3 days ago"; null for anything else. */
function fromDistance(text: string, today: string): string | null {
  const [, sign, count = '', unit = '', start] =
    /^(in )?(\d{1,3}|[a-z]+) (day|week|month)s?( ago| from now| from today| from tomorrow)?$/.exec(text) ??
    [];
  const word = count === 'an' ? 1 : COUNTS.indexOf(count);
  const number = /^\d/.test(count) ? Number(count) : Math.max(word, word === 0 ? 1 : 0);
  // "2 weeks" alone may be a duration, and "in 2 weeks ago" is neither.
  if (number === 0 || (sign === undefined) === (start === undefined)) return null;
  const by = start === ' ago' ? -number : number;
  const from = start === ' from tomorrow' ? addDays(today, 1) : today;
  return unit === 'month' ? addMonths(from, by) : addDays(from, unit === 'week' ? by * 7 : by);
}

/** A weekday of the next or the last week; a week begins on the business's first day of the week. */
function inOtherWeek(format: Format, text: string, today: string): string | null {
  const [, which, name = ''] = /^(next|last) ([a-z]+)$/.exec(text) ?? [];
  if (which === undefined) return null;
  const weeks = which === 'next' ? 7 : -7;
  if (name === 'week') return addDays(today, weeks);
  if (name === 'month') return addMonths(today, weeks / 7);
  const day = placeIn(DAYS, name, 2);
  if (day < 0) return null;
  const ahead = day - weekday(today);
  // "last monday" on a Wednesday is the one just past, even though it is in the same week.
  if (which === 'last') return addDays(today, ahead - (ahead >= 0 ? 7 : 0));
  const first = addDays(today, 7 - weekColumn(format, today));
  return addDays(first, (day - weekday(first) + 7) % 7);
}

/**
 * Parse a typed day into an ISO day; null if it does not exist or is ambiguous. Numbers are read only in the
 * business's order.
 */
export function readTypedDay(
  format: Format,
  typed: string,
  { today, from, past = false }: TypedDayOptions,
): string | null {
  const whole = isoFromTyped(format, typed);
  if (whole !== null) return whole;
  const text = typed
    .toLowerCase()
    .replace(/(\d)(st|nd|rd|th)\b/g, '$1')
    .replace(/\b(of|the|on|this|coming)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (!/^[\sa-z\d.,/-]+$/.test(text)) return null;
  const numbers = text.match(/\d+/g) ?? [];
  const words = text.match(/[a-z]+/g) ?? [];
  const start = past ? today : (from ?? today);

  const [word = ''] = words;
  if (words.length === 1 && numbers.length === 0) {
    if (word === 'today' || word === 'tonight') return today;
    if (word === 'tomorrow') return addDays(today, 1);
    if (word === 'yesterday') return addDays(today, -1);
  }
  if (text === 'day after tomorrow') return addDays(today, 2);
  const relative = fromDistance(text, today) ?? inOtherWeek(format, text, today);
  if (relative !== null) return relative;
  const months = words.map((name) => placeIn(MONTHS, name, 3)).filter((place) => place >= 0);
  const weekdays = words.map((name) => placeIn(DAYS, name, 2)).filter((place) => place >= 0);
  if (months.length + weekdays.length !== words.length || months.length > 1 || weekdays.length > 1)
    return null;
  const onWeekday = weekdays[0];
  if (numbers.length === 0) {
    if (onWeekday === undefined || months.length > 0) return null;
    const ahead = onWeekday - weekday(start);
    return addDays(start, past ? ahead - (ahead > 0 ? 7 : 0) : (ahead + 7) % 7);
  }
  const parsedDay = fromNumbers(format, numbers, months[0] ?? -1);
  if (parsedDay === null) return null;
  const { year: first } = parts(start);
  const years =
    parsedDay.year === undefined
      ? Array.from({ length: YEARS }, (_, i) => (past ? first - i : first + i))
      : [parsedDay.year];
  const day = years
    .map((year) => ({ ...parsedDay, year }))
    .filter(isReal)
    .map(iso)
    .find((on) => parsedDay.year !== undefined || (past ? on <= start : on >= start));
  // If the 29th is a Sunday, "Sat, Nov 29" has a typo in either the weekday or the date.
  return day === undefined || (onWeekday !== undefined && weekday(day) !== onWeekday) ? null : day;
}

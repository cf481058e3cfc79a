import { isDayFirst } from '@/lib/day-order';
import type { Format } from '@/lib/format';

/**
 * Calendar days of the form. A day is text, "2027-06-01", never an instant: a day picked in Tokyo for an
 * operator in New York is the same day for both.
 */

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Format three numbers as an ISO day. */
export function iso({ year, month, day }: Day): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** Split an ISO day into its three numbers. */
export function parts(isoDay: string): Day {
  const [year = 0, month = 1, day = 1] = isoDay.split('-').map(Number);
  return { year, month, day };
}

/** Number of days in a month (1 to 12), leap years included. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Whether a day exists. */
export const isReal = ({ year, month, day }: Day): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);

/**
 * Parse a day typed in the business's order: month first or day first, also without leading zeros, with dots
 * or dashes, or as eight digits (the numeric keys of some phones have no slash), and always YYYY-MM-DD. Null
 * until it is a complete, real day.
 */
export function isoFromTyped(format: Format, typed: string): string | null {
  const text = typed.trim();
  const order = format.dateFormat;
  const yearFirst =
    /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text) ??
    (order === 'YYYY-MM-DD' ? /^(\d{4})(\d\d)(\d\d)$/.exec(text) : null);
  const yearLast = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(text);
  const [one, two, year] = yearLast?.slice(1) ?? [];
  const [y, m, d] = yearFirst?.slice(1) ?? (isDayFirst(format) ? [year, two, one] : [year, one, two]);
  const day = { year: Number(y), month: Number(m), day: Number(d) };
  return isReal(day) ? iso(day) : null;
}

/** Format an ISO day in the business's order, such as "06/01/2027". */
export function typedFromIso(format: Format, isoDay: string): string {
  const [year = '', month = '', day = ''] = isoDay.split('-');
  return format.dateFormat.replace('YYYY', year).replace('MM', month).replace('DD', day);
}

/** The day `count` days later (earlier if negative). */
export function addDays(isoDay: string, count: number): string {
  const { year, month, day } = parts(isoDay);
  return new Date(Date.UTC(year, month - 1, day + count)).toISOString().slice(0, 10);
}

/** Whole days from one ISO day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000);
}

const FORMATS = {
  month: { month: 'long', year: 'numeric' },
  long: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
  short: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
} as const;

/** Cached, because creating one costs more than a hundred uses, and a calendar uses it for every day. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Format a day in English, in the business's order: "June 2027", "Tuesday, June 1, 2027" or "Tue, Jun 1,
 * 2027".
 */
export function dayInWords(format: Format, isoDay: string, style: keyof typeof FORMATS): string {
  const at = new Date(`${isoDay}T00:00Z`);
  const order = style === 'month' ? 'MM/DD/YYYY' : format.dateFormat;
  const { weekday, ...rest } = { weekday: undefined, ...FORMATS[style] };
  if (order === 'MM/DD/YYYY') return formatted(at, 'en-US', FORMATS[style]);
  // The separator after the weekday differs between browsers.
  const day = order === 'YYYY-MM-DD' ? isoDay : formatted(at, 'en-GB', rest);
  return `${formatted(at, 'en-US', { weekday })}, ${day}`;
}

function formatted(at: Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = locale + JSON.stringify(options);
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    formats.set(key, format);
  }
  return format.format(at);
}

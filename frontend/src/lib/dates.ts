import { isDayFirst } from '@/lib/day-order';
import type { Format } from '@/lib/format';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Format a date as 'MMM d, yyyy', or in the business's format: 'd MMM yyyy', 'yyyy-MM-dd'.
 *
 * The server writes instants with the operator's UTC offset, so the day in the text is the operator's day. It
 * is parsed from the text, because converting to the browser's time zone would shift evenings to the next
 * day.
 *
 * @param iso "2027-06-01" or "2027-06-01T08:00:00-04:00"
 */
export function formatDay(format: Format, iso: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso);
  const [, year, month, day] = match ?? [];
  const name = months[Number(month) - 1];
  if (year === undefined || name === undefined) {
    throw new RangeError(`Not an ISO date: ${iso}`);
  }
  switch (format.dateFormat) {
    case 'DD/MM/YYYY':
    case 'DD.MM.YYYY':
      return `${Number(day)} ${name} ${year}`;
    case 'YYYY-MM-DD':
      return iso.slice(0, 10);
    default:
      return `${name} ${Number(day)}, ${year}`;
  }
}

/** A month such as "2027-06" in the business's date format: "Jun 2027". */
export function formatMonth(format: Format, month: string): string {
  return formatDay(format, `${month}-01`).replace(/^1 | 1,|-01$/, '');
}

/**
 * Format an instant as 'MMM d, yyyy h:mm a' in the business's format, at the offset in the text.
 *
 * @param iso "2027-06-01T08:00:00-04:00"
 */
export function formatMoment(format: Format, iso: string): string {
  return `${formatDay(format, iso)} ${formatTime(format, iso)}`;
}

/**
 * Format a delivery or pickup; includes the time only if one was given.
 *
 * @param iso "2027-06-01T08:00:00-04:00"
 */
export function formatWhen(format: Format, iso: string, timeGiven: boolean): string {
  return timeGiven ? formatMoment(format, iso) : formatDay(format, iso);
}

/**
 * Format the time as 'h:mm a', or 'HH:mm' for businesses with 24-hour time, at the offset in the text.
 *
 * @param iso "2027-06-01T08:00:00-04:00"
 */
export function formatTime(format: Format, iso: string): string {
  const match = /T(\d{2}):(\d{2})/.exec(iso);
  if (match === null) {
    throw new RangeError(`Not an ISO date-time: ${iso}`);
  }
  if (format.timeFormat === '24h') return match[0].slice(1);
  const hour = Number(match[1]);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${match[2]} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Time until an instant within the next hour: "in 30 minutes". Empty for any other instant. */
export function inMinutes(iso: string, now: number = Date.now()): string {
  const minutes = Math.ceil((Date.parse(iso) - now) / 60_000);
  if (minutes < 1 || minutes > 60) return '';
  return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

/** Time of an instant, with the time remaining if within the next hour: "4:30 PM (in 30 minutes)". */
export function timeWithWait(format: Format, iso: string, now?: number): string {
  const wait = inMinutes(iso, now);
  return wait === '' ? formatTime(format, iso) : `${formatTime(format, iso)} (${wait})`;
}

/**
 * Format the day of an instant in a time zone in long form: 'November 21, 2026', or in the business's format.
 *
 * @param iso "2026-11-21T12:00:00Z"
 */
export function formatLongDay(format: Format, iso: string, timeZone: string): string {
  if (format.dateFormat === 'YYYY-MM-DD') {
    return dayIn(timeZone, new Date(iso));
  }
  return new Intl.DateTimeFormat(isDayFirst(format) ? 'en-GB' : 'en-US', {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  }).format(new Date(iso));
}

/** Calendar day of an ISO date or date-time, "2027-06-01"; sorts as text. */
export function dayOf(iso: string): string {
  return iso.slice(0, 10);
}

/** Calendar day of an instant in a time zone, "2027-06-01". */
export function dayIn(timeZone: string, instant: Date): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant);
}

/**
 * Times as people type them: "2pm", "14:30", "1430", "2:30 p". A field's value is a time such as
 * "14:30", empty, or the typed text if it is not a time; that text is kept and marked as an error, but not sent.
 */

import { formatTime } from '@/lib/dates';
import type { Format } from '@/lib/format';

const WHOLE = /^([01]\d|2[0-3]):[0-5]\d$/;
const WORDS: Readonly<Record<string, string>> = { noon: '12:00', midnight: '00:00' };
const SHAPE = /^(\d{1,2})(?:[:.,h\s]?(\d{2}))?\s*h?\s*(?:([ap])(?:\.?\s?m)?\.?)?$/;
// A two-digit hour with adjacent minutes is the 24-hour format, so that a value parses as itself.
const IN_24_HOURS = /^(0|\d{2}\D?\d{2})/;

/** True if a field's value is a time, such as "14:30". */
export const isTime = (value: string): boolean => WHOLE.test(value);

/** Format a time, such as "14:30", in the business's format. */
const written = (format: Format, time: string) => formatTime(format, `T${time}`);

const twoDigits = (number: number) => String(number).padStart(2, '0');

/**
 * All possible readings of a typed time: none, one, or one in each half of the day. With `halves`, so is
 * "11:30", which alone is read as in the 24-hour format.
 */
function readings(format: Format, typed: string, halves = false): readonly string[] {
  const text = typed.trim().toLowerCase();
  const word = WORDS[text];
  if (word !== undefined) return [word];
  const [whole, hours, minutes = '00', half] = SHAPE.exec(text) ?? [];
  const hour = Number(hours);
  if (whole === undefined || hour > 23 || Number(minutes) > 59) return [];
  const at = (inDay: number) => `${twoDigits(inDay)}:${minutes}`;
  const [morning, evening] = [at(hour % 12), at((hour % 12) + 12)];
  if (half === 'a') return hour > 12 ? [] : [morning];
  if (half === 'p') return hour === 0 ? [] : [evening];
  const isIn24Hours = IN_24_HOURS.test(text) && !(halves && hour >= 10);
  return format.timeFormat === '24h' || hour > 12 || isIn24Hours ? [at(hour)] : [morning, evening];
}

const isMorning = (time: string) => time < '12:00';

/**
 * Parse typed text: the time, or the unchanged text if it is not one.
 *
 * @param before the field's previous time, if any: "4:30" stays in its half of the day
 */
export function valueOfTyped(format: Format, typed: string, before = ''): string {
  const [time, other] = readings(format, typed, isTime(before));
  if (time === undefined) return typed.trim();
  if (other === undefined) return time;
  if (!isTime(before)) return typed.trim();
  return isMorning(before) ? time : other;
}

/** The day and the time of "sat 4:30", "tomorrow at 2pm" or "12/5, 16:00" as typed; null for a text without a time. */
export function splitMoment(typed: string): { day: string; time: string } | null {
  const [, day, time] =
    /^(.*?[^\s,])[\s,]+(?:at\s+)?((?:\d{1,2}[:.h]\d{2}|\d{1,4}(?=\s?[ap]))\s*(?:[ap](?:\.?\s?m)?\.?)?|noon|midnight)$/i.exec(
      typed.trim(),
    ) ??
    /^(.*[a-z])\s+(?:at\s+)?(\d{1,2})$/i.exec(typed.trim()) ??
    [];
  return day === undefined || time === undefined ? null : { day: day.replace(/\s+at$/i, ''), time };
}

/** Text that a field shows for its value. */
export const typedOfValue = (format: Format, value: string): string =>
  isTime(value) ? written(format, value) : value;

/** Error of a field's value; undefined while it is empty. */
export function timeFault(format: Format, value: string): string | undefined {
  if (value === '' || isTime(value)) return undefined;
  const [morning, evening] = readings(format, value);
  return morning !== undefined && evening !== undefined
    ? `Enter ${written(format, morning)} or ${written(format, evening)}`
    : `Enter a time such as ${written(format, '14:30')}`;
}

/** A day with its time, if any, as an ISO value. */
export const withTime = (day: string, time: string): string => (isTime(time) ? `${day}T${time}` : day);

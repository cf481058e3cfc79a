/** Names of the revenue report's periods and row keys. */

import type { Grouping, Period } from '@/api/revenue';
import { addDays, isoFromTyped, isReal, parts } from '@/booking-form/dates';
import { addMonths, monthOf } from '@/booking-form/months';
import { eventName, FAULTS } from '@/booking-form/texts';
import { formatMonth } from '@/lib/dates';
import type { Format } from '@/lib/format';
import { sizeName } from '@/lib/words';

export const groupings = ['month', 'size', 'venue', 'event', 'phrase'] as const satisfies readonly Grouping[];

/** The parts of the page's URL state that the report uses: period and grouping. */
export interface ReportAddress {
  from: string;
  to: string;
  by: Grouping;
}

/** A day in a URL; empty for anything else. */
export function realDay(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isReal(parts(text)) ? text : '';
}

export const groupingWords: Readonly<Record<Grouping, string>> = {
  month: 'Month',
  size: 'Size',
  venue: 'Venue',
  event: 'Event',
  phrase: 'Message',
};

export const presets = [
  { name: 'this-month', label: 'This month', period: (today: string) => monthAround(today) },
  { name: 'last-month', label: 'Last month', period: (today: string) => monthAround(addMonths(today, -1)) },
  { name: 'this-year', label: 'This year', period: (today: string) => yearOf(today.slice(0, 4)) },
  {
    name: 'last-year',
    label: 'Last year',
    period: (today: string) => yearOf(addMonths(today, -12).slice(0, 4)),
  },
  {
    name: 'last-12-months',
    label: 'Last 12 months',
    period: (today: string) => ({ from: addDays(addMonths(today, -12), 1), to: today }),
  },
] as const;

function monthAround(day: string): Period {
  const from = `${monthOf(day)}-01`;
  return { from, to: addDays(addMonths(from, 1), -1) };
}

function yearOf(year: string): Period {
  return { from: `${year}-01-01`, to: `${year}-12-31` };
}

/** The period in the URL; missing days default to the current year. */
export function periodOf(period: Period, today: string): Period {
  const year = yearOf(today.slice(0, 4));
  return { from: period.from || year.from, to: period.to || year.to };
}

/** The URL state for a period. It is empty for the current year, so that a bookmark stays current. */
export function saidFor(period: Period, today: string): Period {
  const year = yearOf(today.slice(0, 4));
  return period.from === year.from && period.to === year.to ? { from: '', to: '' } : period;
}

/** The preset with these days, if any. */
export function presetOf({ from, to }: Period, today: string): string | null {
  const match = presets.find((preset) => {
    const period = preset.period(today);
    return period.from === from && period.to === to;
  });
  return match?.name ?? null;
}

/** Display name of a row's key. */
export function keyInWords(format: Format, by: Grouping, key: string): string {
  if (by === 'month') return formatMonth(format, key);
  if (by === 'size') return sizeName(format, key);
  if (by === 'venue') return key === '' ? 'No venue' : key;
  if (by === 'event') {
    return key === '' ? 'Not specified' : eventName(key);
  }
  return key;
}

type Faults = Partial<Record<keyof Period, string>>;

/** A typed period, or its errors. The server limits the length of a report. */
export function checkedPeriod(format: Format, typed: Period): { period: Period } | { faults: Faults } {
  const from = isoFromTyped(format, typed.from);
  const to = isoFromTyped(format, typed.to);
  if (from === null || to === null) {
    const fault = FAULTS.dateForm(format);
    return { faults: { ...(from === null && { from: fault }), ...(to === null && { to: fault }) } };
  }
  return to < from
    ? { faults: { to: 'The last day must be on or after the first' } }
    : { period: { from, to } };
}

/** Options of the date filter of the bookings list. */

import { addDays, dayInWords, daysInMonth, parts } from '@/booking-form/dates';
import { addMonths, monthOf, weekday } from '@/booking-form/months';
import { formatDay } from '@/lib/dates';
import type { Format } from '@/lib/format';
import { type BookingsAddress, noDays } from '../url-state';

interface DaysOption {
  value: string;
  label: string;
  change: Partial<BookingsAddress>;
}

const MONTHS_AHEAD = 12;
const MONTHS_BACK = 12;

function span(from: string, to: string): Partial<BookingsAddress> {
  return { ...noDays, from, to };
}

function monthSpan(month: string): Partial<BookingsAddress> {
  const { year, month: number } = parts(`${month}-01`);
  return span(`${month}-01`, `${month}-${daysInMonth(year, number)}`);
}

/** The days on which a dashboard statistic counts deliveries, such as "Nov 22, 2026 – Dec 4, 2026". */
export function figureDays(format: Format, figure: 'week' | 'month', today: string): string {
  const [first, last] =
    figure === 'week' ? [addDays(today, -weekday(today)), addDays(today, 7)] : [today, addMonths(today, 1)];
  return `${formatDay(format, first)} – ${formatDay(format, last)}`;
}

/** The preset options and the months around a day, current month first. */
export function daysOptions(format: Format, today: string): { usual: DaysOption[]; months: DaysOption[] } {
  const year = Number(today.slice(0, 4));
  const yearSpan = (shown: number) => span(`${shown}-01-01`, `${shown}-12-31`);
  const months = Array.from({ length: MONTHS_AHEAD + MONTHS_BACK + 1 }, (_, index) =>
    monthOf(addMonths(`${monthOf(today)}-01`, index - MONTHS_BACK)),
  );
  return {
    usual: [
      { value: 'open', label: 'Today and later', change: noDays },
      { value: 'all', label: 'All dates', change: { ...noDays, allDays: true } },
      {
        value: 'week',
        label: `Bookings This Week (${figureDays(format, 'week', today)})`,
        change: { ...noDays, figure: 'week' },
      },
      {
        value: 'month',
        label: `Bookings This Month (${figureDays(format, 'month', today)})`,
        change: { ...noDays, figure: 'month' },
      },
      { value: `${year}`, label: 'This year', change: yearSpan(year) },
      { value: `${year - 1}`, label: 'Last year', change: yearSpan(year - 1) },
    ],
    months: months.map((month) => ({
      value: month,
      label: dayInWords(format, `${month}-01`, 'month'),
      change: monthSpan(month),
    })),
  };
}

/** The option selected by an address; `other` with a label if it is none of the offered ones. */
export function chosenDays(
  format: Format,
  address: BookingsAddress,
  today: string,
): { value: string; other?: string } {
  const { figure, on, date, from, to, upcoming } = address;
  if (figure !== null) return { value: figure };
  if (on !== '') return { value: 'other', other: `Deliveries and pickups on ${formatDay(format, on)}` };
  if (date !== '') return { value: 'other', other: `Deliveries and pickups on ${formatDay(format, date)}` };
  if (from !== '' || to !== '') {
    const { usual, months } = daysOptions(format, today);
    const same = [...usual, ...months].find(({ change }) => change.from === from && change.to === to);
    return { value: same?.value ?? 'own' };
  }
  if (upcoming) return { value: 'other', other: 'Deliveries from today on' };
  const narrowed =
    address.tab !== 'all' || address.q !== '' || address.venue !== null || address.paid !== null;
  return { value: address.allDays || narrowed ? 'all' : 'open' };
}

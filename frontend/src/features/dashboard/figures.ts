import type { Format } from '@/lib/format';

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, compact: boolean): Intl.NumberFormat {
  const key = `${currency} ${compact}`;
  const cached = formats.get(key);
  if (cached !== undefined) {
    return cached;
  }
  const created = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    ...(compact
      ? { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 }
      : { trailingZeroDisplay: 'stripIfInteger' }),
  });
  formats.set(key, created);
  return created;
}

/** Format an amount without unneeded decimals: "$12,720", but "$12,720.50" with cents. */
export function moneyFigure(units: number, currency: string): string {
  return formatOf(currency, false).format(units);
}

/** Format an amount for a chart axis: "$500", "$1.5K". */
export function moneyTick(units: number, currency: string): string {
  return formatOf(currency, true).format(units);
}

export function countFigure(count: number): string {
  return count.toLocaleString('en-US');
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The name of a month: "January" for 1. */
export function monthName(month: number): string {
  return monthNames[month - 1] ?? '';
}

/** "Nov 20" for "2026-11-20", or in the business's date order: "20 Nov", "11-20". */
export function shortDay(format: Format, isoDay: string): string {
  const [month, day] = [Number(isoDay.slice(5, 7)), Number(isoDay.slice(8, 10))];
  const name = monthName(month).slice(0, 3);
  switch (format.dateFormat) {
    case 'DD/MM/YYYY':
    case 'DD.MM.YYYY':
      return `${day} ${name}`;
    case 'YYYY-MM-DD':
      return isoDay.slice(5, 10);
    default:
      return `${name} ${day}`;
  }
}

/** Up to five evenly spaced whole-number ticks from 0 to at least `highest`. */
export function ticks(highest: number): number[] {
  const rough = Math.max(highest / 5, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5].map((factor) => factor * power).find((round) => round >= rough) ?? 10 * power;
  const whole = Math.ceil(step);
  return Array.from({ length: Math.max(1, Math.ceil(highest / whole)) + 1 }, (_, index) => index * whole);
}

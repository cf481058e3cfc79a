import type { Format } from '@/lib/format';

export interface TimeZone {
  /** "America/New_York" */
  name: string;
  /** "America / New York" */
  label: string;
}

/** All time zones known to the browser, plus the given one. */
export function timeZones(present: string): TimeZone[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', present]);
  return [...names].sort().map((name) => ({ name, label: labelOf(name) }));
}

/** Display name of a time zone: "America / New York". */
export function labelOf(name: string): string {
  return name.replaceAll('/', ' / ').replaceAll('_', ' ');
}

/** Time zones that contain every search word; those with a place starting with a word come first. */
export function matching(zones: readonly TimeZone[], typed: string): TimeZone[] {
  const words = plain(typed).split(' ').filter(Boolean);
  const first = words[0];
  if (first === undefined) {
    return [...zones];
  }
  const matches = zones.filter(({ name }) => words.every((word) => plain(name).includes(word)));
  const begins = ({ name }: TimeZone) => plain(name.split('/').at(-1) ?? '').startsWith(words.join(' '));
  return [...matches.filter(begins), ...matches.filter((zone) => !begins(zone))];
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s_/]+/g, ' ')
    .trim();
}

/**
 * Current local time: "3:05 PM, GMT-5", or "15:05, GMT-5" with 24-hour time. Empty for a zone unknown to the
 * browser.
 */
export function clockIn(format: Format, name: string, now: Date): string {
  try {
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hour: 'numeric',
      hourCycle: format.timeFormat === '24h' ? 'h23' : 'h12',
      minute: '2-digit',
      timeZoneName: 'shortOffset',
    });
    const parts = clock.formatToParts(now);
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
    return `${`${part('hour')}:${part('minute')} ${part('dayPeriod')}`.trim()}, ${part('timeZoneName')}`;
  } catch {
    return '';
  }
}

/**
 * Install windows as bookings store them: a code that fully describes the window, even if it is no longer
 * offered.
 */

import type { Format } from '@/lib/format';

/** Windows with short codes; all other codes are self-describing. */
const USUAL: Readonly<Record<string, string>> = {
  morning: '08:00-12:00 Morning',
  afternoon: '12:00-16:00 Afternoon',
  evening: '16:00-20:00 Evening',
};

/** Format "08:30" as "8:30am", "20:00" as "8pm"; unchanged for businesses that use 24 hours. */
export function hourInWords(format: Format, clock: string): string {
  if (format.timeFormat === '24h') return clock;
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  return `${hour % 12 || 12}${minutes}${hour < 12 ? 'am' : 'pm'}`;
}

/** Format "09:00-11:00 Early" as "Early (9am-11am)". */
export function windowInWords(format: Format, code: string): string {
  const [, from, to, label] = /^(\d\d:\d\d)-(\d\d:\d\d)(?: (.+))?$/.exec(USUAL[code] ?? code) ?? [];
  if (from === undefined || to === undefined) return code;
  const hours = `${hourInWords(format, from)}-${hourInWords(format, to)}`;
  return label === undefined ? hours : `${label} (${hours})`;
}

/** The windows to choose from, including a selected one that is no longer offered. */
export function windowChoices(
  format: Format,
  offer: { installWindows: readonly { code: string; words: string }[] },
  chosen: string,
): [code: string, words: string][] {
  const choices = offer.installWindows.map(({ code, words }): [string, string] => [code, words]);
  const isListed = chosen === '' || choices.some(([code]) => code === chosen);
  return isListed ? choices : [...choices, [chosen, windowInWords(format, chosen)]];
}

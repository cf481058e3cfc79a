const UNITS = [
  [3600 * 48, 86_400, 'day'],
  [3600 * 2, 3600, 'hour'],
  [60, 60, 'minute'],
  [0, 1, 'second'],
] as const;

/** A period as "2 days", "5 hours", "29 minutes", or "45 seconds" in its last minute; rounded up. */
export function periodInWords(seconds: number): string {
  const [, length, unit] = UNITS.find(([least]) => seconds > least) ?? UNITS[3];
  const count = Math.max(0, Math.ceil(seconds / length));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Seconds until an instant, by the device's clock. */
export const secondsUntil = (iso: string, now: number = Date.now()): number =>
  Math.max(0, Math.ceil((Date.parse(iso) - now) / 1000));

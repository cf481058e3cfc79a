/** Relative time of a past instant: "just now", "5 minutes ago", "yesterday". */
export function ago(instant: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(instant)) / 60_000);
  if (minutes < 2) {
    return 'just now';
  }
  const format = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
  if (minutes < 60) {
    return format.format(-minutes, 'minute');
  }
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? format.format(-hours, 'hour') : format.format(-Math.floor(hours / 24), 'day');
}

/** Format an instant in the browser's time zone, such as "Jun 1, 2027, 10:00 PM". */
export const formatLocalMoment = (iso: string): string =>
  new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });

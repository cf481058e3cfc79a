/** Values chosen last in long lists, remembered on this device. */

export type RecentList = 'venues' | 'items' | 'packages' | 'letters' | 'tagged';

const MOST = 5;
const keyOf = (list: RecentList) => `marqueedesk.recent.${list}`;

/** Return the values chosen last, the latest first. */
export function recentChoices(list: RecentList): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((value) => typeof value === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Put a value first among those chosen last. */
export function rememberChoice(list: RecentList, value: string): void {
  if (value === '') return;
  try {
    const values = [value, ...recentChoices(list).filter((other) => other !== value)];
    localStorage.setItem(keyOf(list), JSON.stringify(values.slice(0, MOST)));
  } catch {
    // Without storage, lists keep their order.
  }
}

/** Return rows with those chosen last at the front. */
export function recentFirst<Row>(
  rows: readonly Row[],
  recent: readonly string[],
  keyOf: (row: Row) => string,
): Row[] {
  const first = recent.flatMap((value) => rows.filter((row) => keyOf(row) === value));
  return [...first, ...rows.filter((row) => !first.includes(row))];
}

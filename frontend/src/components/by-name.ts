/** Collator for names: ignores case and accents, and sorts digits by value. */
export const names = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** Sort places by name, so that a long list can be searched by typing. */
export function byName<Named extends { name: string }>(places: readonly Named[]): Named[] {
  return [...places].sort((a, b) => names.compare(a.name, b.name));
}

/** Names as people look them up: without regard to case and accents, figures by their value. */
export const names = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** Places in the order of their names, so that a long list can be searched by typing. */
export function byName<Named extends { name: string }>(places: readonly Named[]): Named[] {
  return [...places].sort((a, b) => names.compare(a.name, b.name));
}

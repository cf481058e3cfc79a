import type { Item, Package } from '@/api/types';
import { formatMoney } from '@/lib/money';
import { folded, searchWords } from '@/lib/text';

/** With this many items or more there is a search. */
export const searchFrom = 12;

/** The items that have all typed words in their name, category or description. */
export function foundItems(items: readonly Item[], typed: string): Item[] {
  const words = searchWords(typed);
  return items.filter(({ name, category, description }) => {
    const text = folded(`${name} ${category ?? ''} ${description ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

/** The items by category and name; those without a category at the end. */
export function byCategory(items: readonly Item[]): Item[] {
  const place = ({ category }: Item) => category ?? '\uffff';
  return items.toSorted(
    (a, b) => place(a).localeCompare(place(b), 'en') || a.name.localeCompare(b.name, 'en') || a.id - b.id,
  );
}

/** The categories that there are. */
export function categoriesOf(items: readonly Item[]): string[] {
  return [...new Set(items.flatMap(({ category }) => category ?? []))].toSorted((a, b) =>
    a.localeCompare(b, 'en'),
  );
}

/** "$40.00 per event"; null for who sees no money. */
export function priceText({ price, per }: Item, currency: string): string | null {
  return price == null ? null : `${formatMoney(price, currency)} per ${per}`;
}

/** A package's lines as people read them: "____ & ____ in 4ft", "2 × Balloon arch". */
export function linesOf(found: Package, sizes: readonly { code: string; label: string }[]): string[] {
  return found.lines.map(({ kind, text, size, quantity, name }) =>
    kind === 'item'
      ? `${quantity} × ${name ?? 'An item that is gone'}`
      : `${text} in ${sizes.find(({ code }) => code === size)?.label ?? size}`,
  );
}

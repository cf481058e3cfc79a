import type { Item, Package } from '@/api/types';
import { formatMoney } from '@/lib/money';
import { folded, searchWords } from '@/lib/text';

/** Number of items from which a search field is shown. */
export const searchFrom = 12;

/** The items that contain all typed words in their name, category or description. */
export function foundItems(items: readonly Item[], typed: string): Item[] {
  const words = searchWords(typed);
  return items.filter(({ name, category, description }) => {
    const text = folded(`${name} ${category ?? ''} ${description ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

/** The items by category and name, those without a category last. */
export function byCategory(items: readonly Item[]): Item[] {
  const place = ({ category }: Item) => category ?? '\uffff';
  return items.toSorted(
    (a, b) => place(a).localeCompare(place(b), 'en') || a.name.localeCompare(b.name, 'en') || a.id - b.id,
  );
}

/** The existing categories. */
export function categoriesOf(items: readonly Item[]): string[] {
  return [...new Set(items.flatMap(({ category }) => category ?? []))].toSorted((a, b) =>
    a.localeCompare(b, 'en'),
  );
}

/** Price text such as "$40.00 per event"; null for users who may not see money. */
export function priceText({ price, per }: Item, currency: string): string | null {
  return price == null ? null : `${formatMoney(price, currency)} per ${per}`;
}

/** A package's lines as text: "____ & ____ in 4ft", "2 × Balloon arch". */
export function linesOf(row: Package, sizes: readonly { code: string; label: string }[]): string[] {
  return row.lines.map(({ kind, text, size, quantity, name }) =>
    kind === 'item'
      ? `${quantity} × ${name ?? 'Deleted item'}`
      : `${text} in ${sizes.find(({ code }) => code === size)?.label ?? size}`,
  );
}

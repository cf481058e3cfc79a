import type { InventoryItem } from '@/api/types';

/** The sizes that the screens speak of, the larger first. */
export const sizes = ['4ft', '2ft'] as const;

/** Those sizes, and any other that there are letters of. */
export function sizesAmong(items: readonly InventoryItem[]): string[] {
  return [...new Set([...sizes, ...items.map(({ size }) => size)])];
}

/** So many of a letter count as full in the availability bar (specification, section 9). */
const FULL_PER_LETTER = 10;

export type StockLevel = 'Good' | 'Medium' | 'Low';

/** The badge in the table: Good above 5, Medium above 2, otherwise Low (section 4). */
export function stockLevel(quantity: number): StockLevel {
  if (quantity > 5) {
    return 'Good';
  }
  return quantity > 2 ? 'Medium' : 'Low';
}

/** The border of a tile: red below 2, yellow below 5, otherwise neutral (section 4). */
export function tileTone(quantity: number): 'red' | 'yellow' | 'neutral' {
  if (quantity < 2) {
    return 'red';
  }
  return quantity < 5 ? 'yellow' : 'neutral';
}

/** The badge of a size's card (section 4). */
export function cardBadge(items: readonly InventoryItem[]): 'Some Low Stock' | 'Good Stock' {
  return items.some((item) => item.quantity < 2) ? 'Some Low Stock' : 'Good Stock';
}

/** How many letters of a size there are together. */
export function unitTotal(items: readonly InventoryItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}

/** How full a size's stock is, as a whole percentage; ten of each letter are full, and more is not fuller. */
export function availabilityPercent(items: readonly InventoryItem[]): number {
  const full = items.length * FULL_PER_LETTER;
  return full === 0 ? 0 : Math.min(100, Math.round((unitTotal(items) / full) * 100));
}

/** Letters before figures before signs, as people look for them. */
export function byLetter(a: InventoryItem, b: InventoryItem): number {
  const rank = ({ letter }: InventoryItem) => (/\p{L}/u.test(letter) ? 0 : /\p{N}/u.test(letter) ? 1 : 2);
  return rank(a) - rank(b) || a.letter.localeCompare(b.letter, 'en') || a.size.localeCompare(b.size);
}

export type SortKey = 'letter' | 'size' | 'quantity' | 'pricePerDay';
export interface Sorting {
  key: SortKey;
  direction: 'ascending' | 'descending';
}

const comparisons: Record<SortKey, (a: InventoryItem, b: InventoryItem) => number> = {
  letter: byLetter,
  size: (a, b) => a.size.localeCompare(b.size),
  quantity: (a, b) => a.quantity - b.quantity,
  pricePerDay: (a, b) => a.pricePerDay - b.pricePerDay,
};

export interface Criteria {
  /** A size, or "all". */
  size: string;
  search: string;
}

/** The rows of the table. Equal rows keep the order of the alphabet. */
export function findLetters(
  items: readonly InventoryItem[],
  { size, search }: Criteria,
  { key, direction }: Sorting,
): InventoryItem[] {
  const wanted = search.normalize('NFC').trim().toLocaleUpperCase('en');
  const sign = direction === 'ascending' ? 1 : -1;
  return items
    .filter((item) => size === 'all' || item.size === size)
    .filter((item) => wanted === '' || item.letter.toLocaleUpperCase('en').includes(wanted))
    .toSorted((a, b) => sign * comparisons[key](a, b) || byLetter(a, b));
}

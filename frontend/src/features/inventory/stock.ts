import type { PriceList } from '@/api/price-list';
import type { InventoryItem, StockUse } from '@/api/types';
import { lettersOf } from '@/sign/letters';

/** A size of the price list, as everybody who works with stock may know it. */
export type ListedSize = Pick<PriceList['sizes'][number], 'code' | 'label' | 'heightInches'>;

/** The codes of the price list's sizes, the tallest first, and any other that there are letters of. */
export function sizesAmong(items: readonly InventoryItem[], listed: readonly ListedSize[]): string[] {
  const byHeight = listed.toSorted((a, b) => b.heightInches - a.heightInches);
  return [...new Set([...byHeight.map(({ code }) => code), ...items.map(({ size }) => size)])];
}

/** A size as the business calls it. */
export function sizeLabel(listed: readonly ListedSize[], code: string): string {
  return listed.find((row) => row.code === code)?.label ?? code;
}

/** Whether letters come in more than one finish, so that it has to be said. */
export function hasFinishes(items: readonly InventoryItem[], prices: PriceList | undefined): boolean {
  const listed = prices?.finishes.map(({ code }) => code) ?? [];
  return new Set([...listed, ...items.map(({ finish }) => finish)]).size > 1;
}

/** A finish as the business calls it. */
export function finishLabel(prices: PriceList | undefined, code: string): string {
  return prices?.finishes.find((row) => row.code === code)?.label ?? code;
}

/** So many of a letter count as full in the availability bar (specification, section 9). */
const FULL_PER_LETTER = 10;

export type StockLevel = 'Good' | 'Medium' | 'Few' | 'Low';

/** How coming bookings affect each letter, by the letter's id. */
export type Uses = ReadonlyMap<number, StockUse>;

export function usesOf(rows: readonly StockUse[]): Uses {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Few of a letter that nobody needs are few, not too few. */
function isNeeded(item: InventoryItem, uses: Uses): boolean {
  return uses.get(item.id)?.needed === true;
}

/** None of a letter, or a single one that a coming booking needs. */
function isLow(item: InventoryItem, uses: Uses): boolean {
  return item.quantity === 0 || (item.quantity < 2 && isNeeded(item, uses));
}

/**
 * The badge in the table: Good above 5, Medium above 2, otherwise Low where there is none or a coming booking needs it
 * (section 4), else Few.
 */
export function stockLevel(item: InventoryItem, uses: Uses): StockLevel {
  if (item.quantity > 5) {
    return 'Good';
  }
  if (item.quantity > 2) {
    return 'Medium';
  }
  return item.quantity === 0 || isNeeded(item, uses) ? 'Low' : 'Few';
}

/** The border of a tile: red for none and below 2 of a letter that is needed, yellow below 5, else neutral (section 4). */
export function tileTone(item: InventoryItem, uses: Uses): 'red' | 'yellow' | 'neutral' {
  if (isLow(item, uses)) {
    return 'red';
  }
  return item.quantity < 5 ? 'yellow' : 'neutral';
}

/** The badge of a size's card (section 4). */
export function cardBadge(items: readonly InventoryItem[], uses: Uses): 'Some Low Stock' | 'Good Stock' {
  return items.some((item) => isLow(item, uses)) ? 'Some Low Stock' : 'Good Stock';
}

/** How many letters of a size there are together. */
export function unitTotal(items: readonly InventoryItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}

/** How many pieces of a letter are free today; all of them while that is unknown. */
export function freeToday(item: InventoryItem, uses: Uses): number {
  return uses.get(item.id)?.freeToday ?? item.quantity;
}

/**
 * How much of a size is available today, as a whole percentage. A letter is fully available with all of its pieces,
 * and with ten of them where there are more.
 */
export function availabilityPercent(items: readonly InventoryItem[], uses: Uses): number {
  const fullOf = ({ quantity }: InventoryItem) => Math.min(quantity, FULL_PER_LETTER);
  const full = items.reduce((sum, item) => sum + fullOf(item), 0);
  const free = items.reduce((sum, item) => sum + Math.min(freeToday(item, uses), fullOf(item)), 0);
  return full === 0 ? 0 : Math.round((free / full) * 100);
}

/** What the price list says a letter of a size costs; undefined where it does not know the size. */
export function listPriceOf(prices: PriceList | undefined, size: string): number | undefined {
  return prices?.sizes.find(({ code }) => code === size)?.price;
}

/** Whether a letter costs what its size costs, so that a price of its own has no use. */
export function pricedBySize(prices: PriceList | undefined): boolean {
  return prices?.letterPrice === 'flat';
}

function ownPriceOf(item: InventoryItem): number {
  return 'pricePerDay' in item ? item.pricePerDay : 0;
}

/** What a letter costs a day: its size's price, unless the business prices letters one by one. */
export function chargedFor(item: InventoryItem, prices: PriceList | undefined): number {
  const ofSize = pricedBySize(prices) ? listPriceOf(prices, item.size) : undefined;
  return ofSize ?? ownPriceOf(item);
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

type Price = (item: InventoryItem) => number;
type Comparison = (a: InventoryItem, b: InventoryItem, price: Price) => number;

const comparisons: Record<SortKey, Comparison> = {
  letter: byLetter,
  size: (a, b) => a.size.localeCompare(b.size),
  quantity: (a, b) => a.quantity - b.quantity,
  pricePerDay: (a, b, price) => price(a) - price(b),
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
  price: Price = ownPriceOf,
): InventoryItem[] {
  const wanted = lettersOf(search).join('');
  const sign = direction === 'ascending' ? 1 : -1;
  return items
    .filter((item) => size === 'all' || item.size === size)
    .filter((item) => wanted === '' || item.letter.includes(wanted))
    .toSorted((a, b) => sign * comparisons[key](a, b, price) || byLetter(a, b));
}

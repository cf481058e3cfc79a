import type { PriceList } from '@/api/price-list';
import type { InventoryItem, StockUse } from '@/api/types';
import { lettersOf } from '@/sign/letters';

/** The fields of a size on the price list that all users who work with the stock may see. */
export type ListedSize = Pick<PriceList['sizes'][number], 'code' | 'label' | 'heightInches'>;

/** Codes of the price list's sizes, tallest first, followed by other sizes in stock. */
export function sizesAmong(items: readonly InventoryItem[], listed: readonly ListedSize[]): string[] {
  const byHeight = listed.toSorted((a, b) => b.heightInches - a.heightInches);
  return [...new Set([...byHeight.map(({ code }) => code), ...items.map(({ size }) => size)])];
}

/** The business's name for a size. */
export function sizeLabel(listed: readonly ListedSize[], code: string): string {
  return listed.find((row) => row.code === code)?.label ?? code;
}

/** True if letters come in several finishes, so that the finish is shown. */
export function hasFinishes(items: readonly InventoryItem[], prices: PriceList | undefined): boolean {
  const listed = prices?.finishes.map(({ code }) => code) ?? [];
  return new Set([...listed, ...items.map(({ finish }) => finish)]).size > 1;
}

/** The business's name of a finish. */
export function finishLabel(prices: PriceList | undefined, code: string): string {
  return prices?.finishes.find((row) => row.code === code)?.label ?? code;
}

/** The quantity of a letter that counts as full in the availability bar (specification, section 9). */
const FULL_PER_LETTER = 10;

export type StockLevel = 'Good' | 'Medium' | 'Few' | 'Low';

/** The color of each level's badge. */
export const stockTones = { Good: 'green', Medium: 'yellow', Few: 'neutral', Low: 'red' } as const;

/** Demand of upcoming bookings by letter ID. */
export type Uses = ReadonlyMap<number, StockUse>;

export function usesOf(rows: readonly StockUse[]): Uses {
  return new Map(rows.map((row) => [row.id, row]));
}

/** True if upcoming bookings need the letter. A low quantity of an unneeded letter isn't flagged. */
function isNeeded(item: InventoryItem, uses: Uses): boolean {
  return uses.get(item.id)?.needed === true;
}

/** True if there are no pieces, or a single one that upcoming bookings need. */
function isLow(item: InventoryItem, uses: Uses): boolean {
  return item.quantity === 0 || (item.quantity < 2 && isNeeded(item, uses));
}

/**
 * The badge in the table: Good above 5 pieces, Medium above 2. Below that, Low if there are none or upcoming
 * bookings need the letter, otherwise Few (specification, section 4).
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

/**
 * The border color of a tile: red without pieces, or below 2 if bookings need the letter; yellow below 5;
 * otherwise neutral (section 4).
 */
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

/** The total number of letters of a size. */
export function unitTotal(items: readonly InventoryItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}

/** The pieces of a letter available today; all of them until the demand is loaded. */
export function freeToday(item: InventoryItem, uses: Uses): number {
  return uses.get(item.id)?.freeToday ?? item.quantity;
}

/**
 * Availability of a size today as a whole percentage. A letter is fully available with all of its pieces, or
 * with ten if there are more.
 */
export function availabilityPercent(items: readonly InventoryItem[], uses: Uses): number {
  const fullOf = ({ quantity }: InventoryItem) => Math.min(quantity, FULL_PER_LETTER);
  const full = items.reduce((sum, item) => sum + fullOf(item), 0);
  const free = items.reduce((sum, item) => sum + Math.min(freeToday(item, uses), fullOf(item)), 0);
  return full === 0 ? 0 : Math.round((free / full) * 100);
}

/** The list price of a size; undefined if the size isn't on the price list. */
export function listPriceOf(prices: PriceList | undefined, size: string): number | undefined {
  return prices?.sizes.find(({ code }) => code === size)?.price;
}

/** True if letters are priced by size, so that a letter's own price is ignored. */
export function pricedBySize(prices: PriceList | undefined): boolean {
  return prices?.letterPrice === 'flat';
}

function ownPriceOf(item: InventoryItem): number {
  return 'pricePerDay' in item ? item.pricePerDay : 0;
}

/** The price of a letter per day: the size's price, unless the business prices letters individually. */
export function chargedFor(item: InventoryItem, prices: PriceList | undefined): number {
  const ofSize = pricedBySize(prices) ? listPriceOf(prices, item.size) : undefined;
  return ofSize ?? ownPriceOf(item);
}

/** Sort letters before digits before symbols. */
export function byLetter(a: InventoryItem, b: InventoryItem): number {
  const rank = ({ letter }: InventoryItem) => (/\p{L}/u.test(letter) ? 0 : /\p{N}/u.test(letter) ? 1 : 2);
  return rank(a) - rank(b) || a.letter.localeCompare(b.letter, 'en') || a.size.localeCompare(b.size);
}

/** Letters in alphabetical order, each with its finishes; all of one size. */
export function groupedByLetter(items: readonly InventoryItem[]): [InventoryItem, ...InventoryItem[]][] {
  const groups = new Map<string, [InventoryItem, ...InventoryItem[]]>();
  for (const item of items.toSorted(byLetter)) {
    const group = groups.get(item.letter);
    if (group === undefined) {
      groups.set(item.letter, [item]);
    } else {
      group.push(item);
    }
  }
  return [...groups.values()];
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

/** The letters that match a size and a search. */
export function lettersMatching(
  items: readonly InventoryItem[],
  { size, search }: Criteria,
): InventoryItem[] {
  const letters = lettersOf(search).join('');
  return items
    .filter((item) => size === 'all' || item.size === size)
    .filter((item) => letters === '' || item.letter.includes(letters));
}

/** The sorted rows of the table. Ties keep alphabetical order. */
export function sortedLetters(
  items: readonly InventoryItem[],
  { key, direction }: Sorting,
  price: Price = ownPriceOf,
): InventoryItem[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return items.toSorted((a, b) => sign * comparisons[key](a, b, price) || byLetter(a, b));
}

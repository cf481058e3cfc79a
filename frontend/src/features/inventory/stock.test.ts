import { describe, expect, it } from 'vitest';
import type { InventoryItem, StockUse } from '@/api/types';
import { letter } from '@/testing/server';
import { priceList } from '@/testing/settings';
import {
  availabilityPercent,
  cardBadge,
  chargedFor,
  groupedByLetter,
  lettersMatching,
  type Sorting,
  sizesAmong,
  sortedLetters,
  stockLevel,
  tileTone,
  type Uses,
  unitTotal,
  usesOf,
} from './stock';

function use(item: InventoryItem, rest: Partial<StockUse>): StockUse {
  const { id, letter: name, size, finish, quantity } = item;
  return { id, letter: name, size, finish, owned: quantity, freeToday: quantity, needed: true, ...rest };
}

function needing(...items: readonly InventoryItem[]): Uses {
  return usesOf(items.map((item) => use(item, {})));
}

describe('stock levels', () => {
  it.each([
    [0, 'Low', 'red'],
    [1, 'Low', 'red'],
    [2, 'Low', 'yellow'],
    [3, 'Medium', 'yellow'],
    [4, 'Medium', 'yellow'],
    [5, 'Medium', 'neutral'],
    [6, 'Good', 'neutral'],
  ])('%d pieces of a letter that is needed are %s, on a %s tile', (quantity, level, tone) => {
    const item = letter('A', quantity);
    expect([stockLevel(item, needing(item)), tileTone(item, needing(item))]).toEqual([level, tone]);
  });

  it.each([
    [0, 'Low', 'red'],
    [1, 'Few', 'yellow'],
    [2, 'Few', 'yellow'],
  ])('%d pieces that no booking needs are %s, on a %s tile', (quantity, level, tone) => {
    const item = letter('A', quantity);
    const uses = usesOf([use(item, { needed: false })]);
    expect([stockLevel(item, uses), tileTone(item, uses)]).toEqual([level, tone]);
    expect([stockLevel(item, new Map()), tileTone(item, new Map())]).toEqual([level, tone]);
  });

  it('marks the card as low if one needed letter is below two', () => {
    const [many, two, one] = [letter('A', 9), letter('B', 2), letter('C', 1)];
    const uses = needing(many, two, one);
    expect(cardBadge([many, two], uses)).toBe('Good Stock');
    expect(cardBadge([many, one], uses)).toBe('Some Low Stock');
    expect(cardBadge([many, one], needing(many))).toBe('Good Stock');
  });

  it('are at 100% while each letter has all of its pieces, or at least ten, available', () => {
    const [few, many] = [letter('B', 5), letter('A', 40)];
    const free = (fewFree: number, manyFree: number) =>
      availabilityPercent(
        [few, many],
        usesOf([use(few, { freeToday: fewFree }), use(many, { freeToday: manyFree })]),
      );
    expect(availabilityPercent([few, many], new Map())).toBe(100);
    expect([free(5, 40), free(5, 10), free(5, 7), free(2, 40), free(0, 0)]).toEqual([100, 100, 80, 80, 0]);
    expect(availabilityPercent([], new Map())).toBe(0);
    expect(unitTotal([few, many])).toBe(45);
  });

  it('charges the size’s price unless letters have their own prices', () => {
    const item = letter('A', 1, { pricePerDay: 75 });
    expect(chargedFor(item, priceList())).toBe(25);
    expect(chargedFor(item, priceList({ letterPrice: 'inventory' }))).toBe(75);
    expect(chargedFor(letter('A', 1, { size: '9ft', pricePerDay: 75 }), priceList())).toBe(75);
    expect(chargedFor(item, undefined)).toBe(75);
  });
});

it('lists the two default sizes and any other owned size', () => {
  const { sizes } = priceList();
  expect(sizesAmong([], sizes)).toEqual(['4ft', '2ft']);
  expect(sizesAmong([letter('A', 1, { size: '3ft' }), letter('A', 1)], sizes)).toEqual(['4ft', '2ft', '3ft']);
});

describe('lists of letters', () => {
  const items = [
    letter('É', 4, { id: 1, pricePerDay: 30 }),
    letter('2', 6, { id: 2 }),
    letter('A', 1, { id: 3, size: '2ft', pricePerDay: 15 }),
    letter('A', 9, { id: 4 }),
    letter('&', 2, { id: 5 }),
  ];
  const sorted = (sorting: Sorting) => sortedLetters(items, sorting).map(({ id }) => id);
  const matching = (size: string, search: string) =>
    lettersMatching(items, { size, search }).map(({ id }) => id);

  it('sort letters before digits before symbols', () => {
    expect(sorted({ key: 'letter', direction: 'ascending' })).toEqual([3, 4, 1, 2, 5]);
  });

  it('sort by any column in both directions', () => {
    expect(sorted({ key: 'quantity', direction: 'descending' })).toEqual([4, 2, 1, 5, 3]);
    expect(sorted({ key: 'pricePerDay', direction: 'ascending' })).toEqual([3, 4, 2, 5, 1]);
  });

  it('filter by size and by letter, ignoring case and Unicode form', () => {
    expect(matching('2ft', '')).toEqual([3]);
    expect(matching('all', ' a ')).toEqual([3, 4]);
    expect(matching('all', 'e\u0301')).toEqual([1]);
    expect(matching('2ft', 'z')).toEqual([]);
  });

  it('group the finishes of a letter', () => {
    const finishes = [
      letter('B', 1, { id: 1 }),
      letter('A', 1, { id: 2, finish: 'rgb' }),
      letter('B', 2, { id: 3, finish: 'rgb' }),
    ];
    expect(groupedByLetter(finishes).map((group) => group.map(({ id }) => id))).toEqual([[2], [1, 3]]);
    expect(groupedByLetter([])).toEqual([]);
  });
});

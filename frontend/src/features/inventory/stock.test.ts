import { describe, expect, it } from 'vitest';
import { letter } from '@/testing/server';
import {
  availabilityPercent,
  cardBadge,
  findLetters,
  sizesAmong,
  stockLevel,
  tileTone,
  unitTotal,
} from './stock';

describe('stock levels', () => {
  it.each([
    [0, 'Low', 'red'],
    [1, 'Low', 'red'],
    [2, 'Low', 'yellow'],
    [3, 'Medium', 'yellow'],
    [4, 'Medium', 'yellow'],
    [5, 'Medium', 'neutral'],
    [6, 'Good', 'neutral'],
  ])('%d pieces are %s, on a %s tile', (quantity, level, tone) => {
    expect([stockLevel(quantity), tileTone(quantity)]).toEqual([level, tone]);
  });

  it('turns the card to low as soon as one letter is below two', () => {
    expect(cardBadge([letter('A', 9), letter('B', 2)])).toBe('Good Stock');
    expect(cardBadge([letter('A', 9), letter('B', 1)])).toBe('Some Low Stock');
  });

  it('counts ten of each letter as full', () => {
    const items = [letter('A', 10), letter('B', 5)];
    expect([availabilityPercent(items), unitTotal(items)]).toEqual([75, 15]);
    expect(availabilityPercent([letter('A', 40)])).toBe(100);
    expect(availabilityPercent([])).toBe(0);
  });
});

it('knows the two usual sizes, and any other that is owned', () => {
  expect(sizesAmong([])).toEqual(['4ft', '2ft']);
  expect(sizesAmong([letter('A', 1, { size: '3ft' }), letter('A', 1)])).toEqual(['4ft', '2ft', '3ft']);
});

describe('findLetters', () => {
  const items = [
    letter('É', 4, { id: 1, pricePerDay: 30 }),
    letter('2', 6, { id: 2 }),
    letter('A', 1, { id: 3, size: '2ft', pricePerDay: 15 }),
    letter('A', 9, { id: 4 }),
    letter('&', 2, { id: 5 }),
  ];
  const everything = { size: 'all', search: '' };
  const ids = (
    ...parameters: Parameters<typeof findLetters> extends [unknown, ...infer Rest] ? Rest : never
  ) => findLetters(items, ...parameters).map((item) => item.id);

  it('lists letters, then figures, then signs', () => {
    expect(ids(everything, { key: 'letter', direction: 'ascending' })).toEqual([3, 4, 1, 2, 5]);
  });

  it('sorts by any column, both ways', () => {
    expect(ids(everything, { key: 'quantity', direction: 'descending' })).toEqual([4, 2, 1, 5, 3]);
    expect(ids(everything, { key: 'pricePerDay', direction: 'ascending' })).toEqual([3, 4, 2, 5, 1]);
  });

  it('filters by size and by letter, whatever its case or encoding', () => {
    const byLetter = { key: 'letter', direction: 'ascending' } as const;
    expect(ids({ size: '2ft', search: '' }, byLetter)).toEqual([3]);
    expect(ids({ size: 'all', search: ' a ' }, byLetter)).toEqual([3, 4]);
    expect(ids({ size: 'all', search: 'e\u0301' }, byLetter)).toEqual([1]);
    expect(ids({ size: '2ft', search: 'z' }, byLetter)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { lettersOf } from '@/sign/letters';
import { letter } from '@/testing/server';
import { groupsIn, readList, rowsOf, sharedCount, startingCounts, totals, withCount } from './whole-set';

const entries = (text: string) => Object.fromEntries(readList(text).counts);

describe('a typed list of letters', () => {
  it.each([
    ['A3 B2 C2'],
    ['a3, b2; c2'],
    ['A 3\nB 2\nC 2\n'],
    ['A x3 B×2 C * 2'],
    ['A: 3, B = 2, C-2'],
    ['3A 2 B 2xC'],
    ['3 x A\n2 × B\n2 C'],
    ['A (3), B (2), C (2)'],
    ['A3B2C2'],
  ])('parses the list %j', (text) => {
    expect(readList(text)).toEqual({
      counts: new Map([
        ['A', 3],
        ['B', 2],
        ['C', 2],
      ]),
      problems: [],
    });
  });

  it('accepts symbols, digits with a separator, and other alphabets', () => {
    expect(entries('&2 #1 !4 7: 2, 0x3 é2 ❤️2 X3')).toEqual({
      '&': 2,
      '#': 1,
      '!': 4,
      7: 2,
      0: 3,
      É: 2,
      '❤': 2,
      X: 3,
    });
  });

  it('reports unclear entries and keeps the rest', () => {
    const { counts, problems } = readList('A3 72 four letters B A2 C2');
    expect([...counts]).toEqual([
      ['A', 3],
      ['C', 2],
    ]);
    expect(problems).toEqual([
      '“72” has no letter. For two pieces of the digit 7, write 7: 2',
      '“four” isn’t a letter with a number',
      '“letters” isn’t a letter with a number',
      'How many B’s? For example, write B3',
      'A is listed twice',
    ]);
    expect(readList('A100001').problems).toEqual(['A: at most 100,000 pieces']);
    expect(readList(' \n ')).toEqual({ counts: new Map(), problems: [] });
  });
});

describe('the counts of a set', () => {
  const items = [letter('A', 5), letter('Ñ', 1), letter('B', 3, { size: '2ft' })];
  const terms = { size: '4ft', pricePerDay: 25, priceForAll: false };

  it('start with the pieces owned, or with the default set', () => {
    const fresh = startingCounts([], '4ft');
    expect([...fresh.keys()].join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789&');
    expect([fresh.get('A'), fresh.get('B'), fresh.get('7'), fresh.get('&')]).toEqual([4, 2, 2, 2]);
    expect(totals(fresh)).toEqual({ letters: 37, pieces: 84 });
    const owned = startingCounts(items, '4ft');
    expect([owned.get('A'), owned.get('B'), owned.get('Ñ')]).toEqual([5, 0, 1]);
    expect(totals(owned)).toEqual({ letters: 2, pieces: 6 });
  });

  it('include the letters of the country, starting at zero', () => {
    const german = startingCounts([], '4ft', 'DE');
    expect([...german.keys()].join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789&ÄÖÜß');
    expect([german.get('A'), german.get('Ä'), german.get('ß')]).toEqual([4, 0, 0]);
    expect(
      rowsOf(withCount(german, ['Ä'], 2), terms, []).filter(({ letter }) => 'ÄÖÜß'.includes(letter)),
    ).toEqual([{ letter: 'Ä', size: '4ft', quantity: 2, pricePerDay: 25 }]);
    expect(groupsIn('ES').at(-1)).toMatchObject({ name: 'Special Letters', letters: ['Ñ'] });
    expect(groupsIn('US')).toEqual(groupsIn(null));
  });

  it.each(['AT', 'SE', 'NO', 'FR', 'BR', 'CZ', 'TR', 'PL'])(
    'of %s are pieces that a message can need',
    (country) => {
      const letters = groupsIn(country).at(-1)?.letters ?? [];
      expect(lettersOf(letters.join(' '))).toEqual(letters);
    },
  );

  it('are set by group; a group shows a number only if all letters agree', () => {
    const counts = withCount(startingCounts([], '4ft'), ['A', 'E'], 7);
    expect(sharedCount(counts, ['A', 'E'])).toBe(7);
    expect(sharedCount(counts, ['A', 'I'])).toBeNull();
  });

  it('become rows for new letters and for existing ones at their own price', () => {
    const counts = new Map([
      ['A', 0],
      ['B', 2],
      ['C', 0],
    ]);
    expect(rowsOf(counts, terms, items)).toEqual([
      { letter: 'A', size: '4ft', quantity: 0 },
      { letter: 'B', size: '4ft', quantity: 2, pricePerDay: 25 },
    ]);
    expect(rowsOf(counts, { ...terms, priceForAll: true }, items)[0]).toEqual({
      letter: 'A',
      size: '4ft',
      quantity: 0,
      pricePerDay: 25,
    });
  });
});

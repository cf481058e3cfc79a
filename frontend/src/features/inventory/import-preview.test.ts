import { describe, expect, it } from 'vitest';
import type { ImportRowOut } from '@/api/types';
import { letter } from '@/testing/server';
import { byImportance, effectOf, inWords, summaryOf } from './import-preview';

const row = (action: string, rest: Partial<ImportRowOut> = {}): ImportRowOut => ({
  line: 1,
  letter: 'A',
  size: '4ft',
  finish: null,
  quantity: 3,
  pricePerDay: 25,
  action,
  sentence: null,
  before: null,
  facts: [],
  ...rest,
});

describe('the import preview', () => {
  it('summarizes the rows', () => {
    const rows = [row('add'), row('add'), row('change'), row('same'), row('refused')];
    expect(summaryOf(rows)).toEqual({ added: 2, changed: 1, same: 1, refused: 1 });
    expect(inWords(summaryOf(rows), 'before')).toBe(
      '2 letters will be added, 1 letter will be changed and 1 letter unchanged.',
    );
    expect(inWords(summaryOf([row('add')]), 'after')).toBe('1 letter was added.');
  });

  it('describes each row', () => {
    const items = [letter('A', 2, { pricePerDay: 20 })];
    const effect = (row: ImportRowOut) => effectOf(row, items, 'USD');
    expect(effect(row('add', { letter: 'B', quantity: 1 }))).toBe('1 piece at $25.00 a day');
    expect(effect(row('change', { before: 2 }))).toBe('2 → 3 pieces, $20.00 → $25.00 a day');
    expect(effect(row('change', { before: 3 }))).toBe('$20.00 → $25.00 a day');
    expect(effect(row('refused', { sentence: 'Quantity must be a whole number' }))).toBe(
      'Quantity must be a whole number',
    );
  });

  it('lists changed attributes', () => {
    const facts: ImportRowOut['facts'] = [
      { name: 'widthInches', before: null, after: 35.5 },
      { name: 'slot', before: 'Rack 3', after: 'Rack 4' },
      { name: 'cost', before: 100, after: 120.5 },
      { name: 'bulbs', before: 31, after: null },
    ];
    const changes = 'width 35.5 in, slot Rack 3 → Rack 4, cost $100.00 → $120.50, bulbs 31 → estimated';
    expect(effectOf(row('change', { before: 3, facts }), [], 'USD')).toBe(changes);
    expect(effectOf(row('add', { facts }), [], 'USD')).toBe(`3 pieces at $25.00 a day, ${changes}`);
  });

  it('sorts errors first', () => {
    const rows = ['same', 'add', 'refused', 'change'].map((action, at) => row(action, { line: at + 2 }));
    expect(byImportance(rows).map(({ action }) => action)).toEqual(['refused', 'change', 'add', 'same']);
  });
});

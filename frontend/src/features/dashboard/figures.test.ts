import { describe, expect, it } from 'vitest';
import { DEFAULT_FORMAT, formatOf } from '@/lib/format';
import { moneyFigure, moneyTick, shortDay, ticks } from './figures';

describe('number formats', () => {
  it('amounts show cents only if there are any', () => {
    expect(moneyFigure(12720, 'USD')).toBe('$12,720');
    expect(moneyFigure(12720.5, 'USD')).toBe('$12,720.50');
    expect(moneyFigure(271, 'EUR')).toBe('€271');
  });

  it('amounts on the axis are abbreviated', () => {
    expect([0, 500, 1500, 20_000].map((units) => moneyTick(units, 'USD'))).toEqual([
      '$0',
      '$500',
      '$1.5K',
      '$20K',
    ]);
  });

  it('format days without time zone conversion', () => {
    expect(shortDay(DEFAULT_FORMAT, '2026-11-01')).toBe('Nov 1');
    expect(shortDay(formatOf({ dateFormat: 'DD/MM/YYYY' }), '2026-11-01')).toBe('1 Nov');
    expect(shortDay(formatOf({ dateFormat: 'YYYY-MM-DD' }), '2026-11-01')).toBe('11-01');
  });
});

describe('the ticks of a chart', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [8, [0, 2, 4, 6, 8]],
    [2055, [0, 500, 1000, 1500, 2000, 2500]],
    [99_999.99, [0, 20_000, 40_000, 60_000, 80_000, 100_000]],
  ])('chart ticks up to %d are few round whole numbers', (highest, lines) => {
    expect(ticks(highest)).toEqual(lines);
  });

  it.each([3, 6, 11, 13, 47, 123, 999, 12_345])('chart ticks include the highest value %d', (highest) => {
    const lines = ticks(highest);
    expect(lines.at(-1)).toBeGreaterThanOrEqual(highest);
    expect(lines.length).toBeLessThanOrEqual(6);
    expect(lines.every(Number.isInteger)).toBe(true);
  });
});

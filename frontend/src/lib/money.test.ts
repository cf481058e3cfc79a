import { describe, expect, it } from 'vitest';
import { formatCents, formatMoney, isWholeCents, toCents } from './money';

describe('money', () => {
  it('is formatted with two decimals and thousands separators', () => {
    expect(formatMoney(1234.5)).toBe('$1,234.50');
    expect(formatCents(7550)).toBe('$75.50');
    expect(formatMoney(5, 'EUR')).toBe('€5.00');
  });

  it.each([
    [19.99, 1999],
    [0.29, 29],
    [75.5, 7550],
  ])('turns %d units into %d cents', (units, cents) => {
    expect(toCents(units)).toBe(cents);
  });

  it.each([
    [19.99, true],
    [100, true],
    [0.29, true],
    [999_999.99, true],
    [1.005, false],
    [0.001, false],
    [Number.NaN, false],
  ])('%d is a whole number of cents: %s', (units, whole) => {
    expect(isWholeCents(units)).toBe(whole);
  });
});

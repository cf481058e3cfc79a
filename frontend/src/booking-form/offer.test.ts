import { expect, it } from 'vitest';
import { largestSize } from './offer';

it("starts with the largest size, regardless of the business's order", () => {
  const size = (code: string, heightInches: number) => ({
    code,
    label: code,
    price: 20,
    heightInches,
    finishes: [],
  });
  const sizes = [size('2ft', 24), size('3ft', 36), size('4ft', 48)];
  expect(largestSize({ sizes })).toBe('4ft');
  expect(largestSize({ sizes: sizes.toReversed() })).toBe('4ft');
  expect(largestSize({ sizes: [] })).toBe('');
});

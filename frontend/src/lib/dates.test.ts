import { describe, expect, it } from 'vitest';
import { formatDay } from './dates';

describe('formatDay', () => {
  it("reads the operator's own day off the text, wherever the browser is", () => {
    // The tests run in Auckland, where this instant is already the first of January.
    expect(formatDay('2026-12-31T20:00:00-05:00')).toBe('Dec 31, 2026');
    expect(formatDay('2027-06-01')).toBe('Jun 1, 2027');
  });

  it.each(['', 'tomorrow', '2027-13-01'])('refuses %j', (text) => {
    expect(() => formatDay(text)).toThrow(RangeError);
  });
});

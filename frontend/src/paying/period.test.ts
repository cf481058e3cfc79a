import { describe, expect, it } from 'vitest';
import { periodInWords, secondsUntil } from './period';

describe('a period', () => {
  it.each([
    [1800, '30 minutes'],
    [1799, '30 minutes'],
    [61, '2 minutes'],
    [60, '60 seconds'],
    [1, '1 second'],
    [0, '0 seconds'],
    [7200, '120 minutes'],
    [7201, '3 hours'],
    [86_400 * 3, '3 days'],
  ])('of %s seconds reads "%s"', (seconds, text) => {
    expect(periodInWords(seconds)).toBe(text);
  });

  it('until an instant ignores time zones and is never negative', () => {
    const now = Date.parse('2027-05-01T15:00:00Z');
    expect(secondsUntil('2027-05-01T10:30:00-05:00', now)).toBe(1800);
    expect(secondsUntil('2027-05-01T10:00:00+02:00', now)).toBe(0);
  });
});

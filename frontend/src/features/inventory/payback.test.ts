import { describe, expect, it } from 'vitest';
import type { MissedLetter } from '@/api/types';
import { paybackOf } from './payback';

const missed = (oneMoreWishes: number, oneMoreRevenue: number): MissedLetter => ({
  letter: 'Y',
  size: '4ft',
  finish: 'standard',
  wishes: 3,
  mostShort: 1,
  oneMoreWishes,
  oneMoreRevenue,
});

describe('paybackOf', () => {
  it.each([
    [3, 975, 975, { requests: 3, spans: 1 }],
    [3, 975, 300, { requests: 1, spans: 0.4 }],
    [3, 975, 326, { requests: 2, spans: 0.4 }],
    [1, 275, 560, { requests: 3, spans: 2.1 }],
    [1, 0.1, 0.3, { requests: 3, spans: 3 }],
    [1, 5000, 1, { requests: 1, spans: 0.1 }],
  ])('%d requests for %d, at a cost of %d', (requests, revenue, cost, expected) => {
    expect(paybackOf(missed(requests, revenue), cost)).toEqual(expected);
  });

  it('returns null if one more letter earns nothing or has no cost', () => {
    expect(paybackOf(missed(0, 0), 300)).toBeNull();
    for (const cost of [0, -5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(paybackOf(missed(3, 975), cost)).toBeNull();
    }
  });
});

import { describe, expect, it } from 'vitest';
import type { Booking } from '@/api/types';
import { popularCombinations, tradeCombinations } from './combinations';

const bookings = (...messages: string[]) => messages.map((message) => ({ message }) as Booking);

describe('popular combinations', () => {
  it('counts phrases that need the same letters as one', () => {
    expect(popularCombinations(bookings('Love', ' LOVE ', 'Mr  & Mrs', 'love', 'mr & mrs'))).toEqual([
      { phrase: 'LOVE', count: 3 },
      { phrase: 'MR & MRS', count: 2 },
    ]);
  });

  it('names five at most, equals by the alphabet', () => {
    expect(popularCombinations(bookings('F', 'E', 'D', 'C', 'B', 'A')).map(({ phrase }) => phrase)).toEqual([
      'A',
      'B',
      'C',
      'D',
      'E',
    ]);
  });

  it("knows the trade's own five", () => {
    expect(tradeCombinations.map(({ phrase, count }) => `${phrase} ${count}`)).toEqual([
      'MR & MRS 32',
      'LOVE 26',
      'HAPPY BIRTHDAY 23',
      'BABY 18',
      'CONGRATS 15',
    ]);
  });
});

import type { Booking } from '@/api/types';
import { wordsOf } from '@/sign/letters';

export interface Combination {
  phrase: string;
  count: number;
}

/** What the trade rents out most: shown until the operator has bookings of their own (specification, section 2). */
export const tradeCombinations: readonly Combination[] = [
  { phrase: 'MR & MRS', count: 32 },
  { phrase: 'LOVE', count: 26 },
  { phrase: 'HAPPY BIRTHDAY', count: 23 },
  { phrase: 'BABY', count: 18 },
  { phrase: 'CONGRATS', count: 15 },
];

/**
 * The five messages that were booked most often, the most frequent first.
 *
 * "Love", "LOVE" and " love " are one phrase: they need the same letters.
 */
export function popularCombinations(bookings: readonly Booking[]): Combination[] {
  const counts = new Map<string, number>();
  for (const { message } of bookings) {
    const phrase = wordsOf(message)
      .map((word) => word.join(''))
      .join(' ');
    counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  }
  return [...counts]
    .map(([phrase, count]) => ({ phrase, count }))
    .toSorted((a, b) => b.count - a.count || a.phrase.localeCompare(b.phrase, 'en'))
    .slice(0, 5);
}

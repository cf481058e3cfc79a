/** After how long a letter that is bought pays for itself: plain arithmetic on what was missed. */
import type { MissedLetter } from '@/api/types';

export interface Payback {
  /** After how many requests that one more letter would have met; at least 1. */
  requests: number;
  /**
   * After how many times the report's whole span, to one decimal, rounded up so as not to promise too much.
   */
  spans: number;
}

/**
 * What one more of a letter has to bring in, against what it costs.
 *
 * @param cost what one letter costs to buy, in currency units
 * @returns null where one more would have met no request, or where the cost is not an amount above 0
 */
export function paybackOf(missed: MissedLetter, cost: number): Payback | null {
  const { oneMoreRevenue, oneMoreWishes } = missed;
  if (!(cost > 0) || !Number.isFinite(cost) || oneMoreWishes === 0 || oneMoreRevenue <= 0) {
    return null;
  }
  // In cents, so that 300 / 100.10 is not off by what floating point adds.
  const [costCents, earnedCents] = [Math.round(cost * 100), Math.round(oneMoreRevenue * 100)];
  return {
    requests: Math.max(1, Math.ceil((costCents * oneMoreWishes) / earnedCents)),
    spans: Math.max(1, Math.ceil((costCents * 10) / earnedCents)) / 10,
  };
}

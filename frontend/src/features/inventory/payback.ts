/** Payback of an additional letter, computed from missed requests. */
import type { MissedLetter } from '@/api/types';

export interface Payback {
  /** The number of requests that one more letter has to serve until it has paid for itself; at least 1. */
  requests: number;
  /** The payback time in multiples of the report's period, rounded up to one decimal to stay conservative. */
  spans: number;
}

/**
 * Compute when one more of a letter pays for itself.
 *
 * @param cost purchase price of one letter in currency units @returns null if one more would have served no
 * request, or if the cost isn't a positive amount
 */
export function paybackOf(missed: MissedLetter, cost: number): Payback | null {
  const { oneMoreRevenue, oneMoreWishes } = missed;
  if (!(cost > 0) || !Number.isFinite(cost) || oneMoreWishes === 0 || oneMoreRevenue <= 0) {
    return null;
  }
  // Calculate in cents, so that 300 / 100.10 is free of floating-point error.
  const [costCents, earnedCents] = [Math.round(cost * 100), Math.round(oneMoreRevenue * 100)];
  return {
    requests: Math.max(1, Math.ceil((costCents * oneMoreWishes) / earnedCents)),
    spans: Math.max(1, Math.ceil((costCents * 10) / earnedCents)) / 10,
  };
}

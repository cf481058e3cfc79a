/** Booking terms that only operators may set, and their validation. */
import { isWholeCents } from '@/lib/money';

export const reasonMissing = 'Enter a reason, for example: borrowed from a colleague';

/** Validation error of a typed amount, such as a total or tip; undefined while empty. */
export function amountError(typed: string): string | undefined {
  if (typed.trim() === '') return undefined;
  const amount = Number(typed);
  if (!Number.isFinite(amount)) return 'Enter an amount, for example 250';
  if (amount < 0) return "Amount can't be negative";
  return isWholeCents(amount) ? undefined : 'Use at most two decimals';
}

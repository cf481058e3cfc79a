/** What only an operator may set for a booking, and how the forms ask for it. */
import { isWholeCents } from '@/lib/money';

export const reasonMissing = 'State a reason, for example: borrowed from a colleague';

/** The error in a typed amount, such as a total or a tip; none while it is empty. */
export function amountError(typed: string): string | undefined {
  if (typed.trim() === '') return undefined;
  const amount = Number(typed);
  if (!Number.isFinite(amount)) return 'Enter an amount, for example 250';
  if (amount < 0) return "Amount can't be negative";
  return isWholeCents(amount) ? undefined : 'Use at most two decimals';
}

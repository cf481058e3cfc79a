import type { PricedBooking } from '@/api/types';
import { formatMoney } from '@/lib/money';

/** How far a booking is paid: "Paid", "Not paid", or what is open; a dash where nothing was ever owed. */
export function paidWords(
  { status, totalPrice, balanceDue }: Pick<PricedBooking, 'status' | 'totalPrice' | 'balanceDue'>,
  currency: string,
): string {
  if (status === 'canceled') return balanceDue > 0 ? `${formatMoney(balanceDue, currency)} open` : '–';
  if (balanceDue === 0) return totalPrice === 0 ? '–' : 'Paid';
  return balanceDue === totalPrice ? 'Not paid' : `${formatMoney(balanceDue, currency)} open`;
}

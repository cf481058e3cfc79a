import type { PricedBooking } from '@/api/types';
import { formatMoney } from '@/lib/money';

type Paid = Pick<PricedBooking, 'status' | 'totalPrice' | 'balanceDue' | 'disputed' | 'lost'>;

/**
 * How far a booking is paid: "Paid", "Not paid", or what is open; "Disputed" and "Dispute lost" where a bank may take
 * the money back or has done so; a dash where nothing was ever owed.
 */
export function paidWords(
  { status, totalPrice, balanceDue, disputed, lost }: Paid,
  currency: string,
): string {
  if (balanceDue > 0) {
    const isUntouched = status !== 'canceled' && balanceDue === totalPrice;
    return isUntouched ? 'Not paid' : `${formatMoney(balanceDue, currency)} open`;
  }
  if (disputed > 0) return 'Disputed';
  if (lost > 0) return 'Dispute lost';
  return status === 'canceled' || totalPrice === 0 ? '–' : 'Paid';
}

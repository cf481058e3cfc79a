import type { Booking, PricedBooking, QuoteDetails } from '@/api/types';
import type { ExtraLine } from '@/booking-form/breakdown';

/**
 * The operator's own lines of a booking's price, by their names: those of the quote that it came from.
 *
 * None where the price has been computed anew without them since, as on the booking's papers, and none for those who
 * are not told the price.
 */
export function quotedLines(
  booking: Pick<PricedBooking, 'breakdown'> | Booking,
  quote: Pick<QuoteDetails, 'extraLines'> | undefined,
): readonly ExtraLine[] {
  const lines = quote?.extraLines ?? [];
  const cents = lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return cents === Math.round((('breakdown' in booking ? booking.breakdown.extras : null) ?? 0) * 100)
    ? lines
    : [];
}

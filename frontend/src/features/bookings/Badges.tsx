import { Copy, HandHelping, Layers, MailQuestionMark, TimerOff, TriangleAlert } from 'lucide-react';
import type { Booking, PricedBooking } from '@/api/types';
import { formatMoney } from '@/lib/money';
import { bookingStatus } from '@/lib/status';
import { Badge } from '@/ui/Badge';
import { askedAnyway, holdHasLapsed } from './actions';

export function StatusBadge({ status }: Pick<Booking, 'status'>) {
  const { tone, word } = bookingStatus[status];
  return <Badge tone={tone}>{word}</Badge>;
}

/**
 * Badges for bookings that need attention: duplicate, requested anyway, unconfirmed email, lapsed hold, over
 * stock.
 */
export function Badges({ booking }: { booking: Booking }) {
  const open = booking.status === 'pending' || booking.status === 'confirmed';
  return (
    <>
      {booking.risk ? (
        <Badge tone="red">
          <TriangleAlert aria-hidden="true" />
          Short
        </Badge>
      ) : null}
      {open && booking.possibleDuplicate ? (
        <Badge>
          <Copy aria-hidden="true" />
          Possible duplicate
        </Badge>
      ) : null}
      {askedAnyway(booking) ? (
        <Badge>
          <HandHelping aria-hidden="true" />
          Requested anyway
        </Badge>
      ) : booking.confirmAddress || booking.confirmBy !== null ? (
        <Badge>
          <MailQuestionMark aria-hidden="true" />
          Email not confirmed
        </Badge>
      ) : holdHasLapsed(booking, Date.now()) ? (
        <Badge>
          <TimerOff aria-hidden="true" />
          Hold expired
        </Badge>
      ) : null}
      {/* The server omits the overbooking reason for staff. */}
      {open && 'overbookReason' in booking && booking.overbookReason !== null ? (
        <Badge>
          <Layers aria-hidden="true" />
          Overbooked
        </Badge>
      ) : null}
    </>
  );
}

type Paid = Pick<
  PricedBooking,
  'status' | 'totalPrice' | 'received' | 'balanceDue' | 'disputed' | 'lost' | 'returnedDebit' | 'reduced'
>;

/**
 * Payment status in words: "Paid", "Unpaid" or the balance due, after "Disputed" or "Dispute lost" if a bank
 * may claw back or has clawed back money; "Refunded" if everything was returned; a dash if nothing was owed.
 */
export function paidWords(booking: Paid, currency: string): string[] {
  const { disputed, lost, returnedDebit, balanceDue } = booking;
  const bank =
    disputed > 0
      ? 'Disputed'
      : lost > 0
        ? 'Dispute lost'
        : returnedDebit > 0 && balanceDue > 0
          ? 'Returned by the bank'
          : null;
  if (bank === null) return [plainWords(booking, currency)];
  return balanceDue > 0 ? [bank, openWords(balanceDue, currency)] : [bank];
}

const openWords = (balanceDue: number, currency: string) => `${formatMoney(balanceDue, currency)} due`;

function plainWords({ status, totalPrice, received, balanceDue, reduced }: Paid, currency: string): string {
  if (balanceDue > 0) {
    const isUntouched = status !== 'canceled' && balanceDue === totalPrice;
    return isUntouched ? 'Unpaid' : openWords(balanceDue, currency);
  }
  if (status === 'canceled' || totalPrice === 0) return '–';
  return received === 0 && reduced >= totalPrice ? 'Refunded' : 'Paid';
}

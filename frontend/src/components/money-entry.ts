import type { BookingMoney, MoneyEntry } from '@/api/booking-money';
import type { BadgeTone } from '@/ui/Badge';

const KINDS: Readonly<Record<MoneyEntry['kind'], string>> = {
  card: 'Card',
  cash: 'Cash',
  bank_transfer: 'Bank transfer',
  other: 'Other',
};

/** How it was paid: as the business calls it, or by its kind. */
export const methodName = ({ kind, methodName }: Pick<MoneyEntry, 'kind' | 'methodName'>) =>
  methodName ?? KINDS[kind];

/** "Refund, card Visa ···· 4242", "Cash", "Refund, Venmo". */
export function entryName({ entry, card, ...paid }: MoneyEntry): string {
  const last = card?.last4 ?? null;
  const brand = card?.brand ?? null;
  const figures = last === null ? '' : ` ${brand === null ? '' : `${capital(brand)} `}···· ${last}`;
  const name = `${methodName(paid)}${figures}`;
  if (entry !== 'refund') return name;
  // A name of the business's own keeps its capital.
  return `Refund, ${paid.methodName === null ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name}`;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const disputes: Record<NonNullable<MoneyEntry['dispute']>, { tone: BadgeTone; word: string }> = {
  inquiry: { tone: 'orange', word: 'Inquiry' },
  disputed: { tone: 'red', word: 'Disputed' },
  won: { tone: 'green', word: 'Received, dispute won' },
  lost: { tone: 'red', word: 'Dispute lost' },
};

/** The word for the state of a payment or refund, and its color. */
export function entryState({ entry, state, dispute }: MoneyEntry): { tone: BadgeTone; word: string } {
  if (state === 'received' && dispute !== null) {
    return disputes[dispute];
  }
  switch (state) {
    case 'received':
      return { tone: 'green', word: 'Received' };
    case 'returned':
      return { tone: 'blue', word: 'Returned' };
    case 'asked':
    case 'processing':
      return { tone: 'yellow', word: entry === 'refund' ? 'On its way back' : 'Processing' };
    case 'open':
      return { tone: 'orange', word: 'Declined' };
    case 'failed':
      return { tone: 'red', word: 'Failed' };
    default:
      return { tone: 'neutral', word: 'Struck out' };
  }
}

const STATES: Readonly<Record<BookingMoney['state'], { tone: BadgeTone; word: string; canceled?: string }>> =
  {
    nothing_owed: { tone: 'neutral', word: 'Nothing owed' },
    unpaid: { tone: 'yellow', word: 'Nothing paid yet', canceled: 'Fee not paid' },
    partly_paid: { tone: 'yellow', word: 'Partly paid', canceled: 'Fee partly paid' },
    processing: { tone: 'yellow', word: 'Payment on its way' },
    disputed: { tone: 'red', word: 'Disputed' },
    lost: { tone: 'red', word: 'Dispute lost' },
    paid: { tone: 'green', word: 'Paid in full', canceled: 'Fee paid' },
    to_return: { tone: 'orange', word: 'Money to return' },
  };

/** The word for the state of a booking's money. Of a canceled booking only its fee can be paid. */
export function moneyState({
  state,
  cancelFee,
  lost,
  refunded,
}: Pick<BookingMoney, 'state' | 'cancelFee' | 'lost' | 'refunded'>): {
  tone: BadgeTone;
  word: string;
} {
  // Its customer did pay once: with the rest open, "nothing paid yet" would be untrue.
  if (
    refunded > 0 &&
    lost === 0 &&
    (state === 'nothing_owed' || (state === 'unpaid' && cancelFee === null))
  ) {
    return { tone: 'blue', word: 'Refunded' };
  }
  const { tone, word, canceled = word } = STATES[state === 'unpaid' && lost > 0 ? 'lost' : state];
  return { tone, word: cancelFee === null ? word : canceled };
}

/** Whether it counts into what was received, or once will. */
export const counts = ({ state }: MoneyEntry) => !['open', 'failed', 'canceled', 'void'].includes(state);

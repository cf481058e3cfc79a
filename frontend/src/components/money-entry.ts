import type { BookingMoney, MoneyEntry } from '@/api/booking-money';
import type { BadgeTone } from '@/ui/Badge';

const KINDS: Readonly<Record<MoneyEntry['kind'], string>> = {
  card: 'Card',
  cash: 'Cash',
  bank_transfer: 'Bank transfer',
  other: 'Other',
};

/** Payment method: the business's own name, or its kind. */
export const methodName = ({ kind, methodName }: Pick<MoneyEntry, 'kind' | 'methodName'>) =>
  methodName ?? KINDS[kind];

/** Name of an entry: "Refund, card Visa ···· 4242", "Cash", "Refund, Venmo". */
export function entryName({ entry, card, ...paid }: MoneyEntry): string {
  const last = card?.last4 ?? null;
  const brand = card?.brand ?? null;
  const figures = last === null ? '' : ` ${brand === null ? '' : `${capital(brand)} `}···· ${last}`;
  const method = /bank|debit/.test(card?.kind ?? '') ? 'Bank account' : methodName(paid);
  const name = `${method}${figures}`;
  if (entry !== 'refund') return name;
  // Custom names keep their capitalization.
  return `Refund, ${paid.methodName === null ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name}`;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const disputes: Record<NonNullable<MoneyEntry['dispute']>, { tone: BadgeTone; word: string }> = {
  inquiry: { tone: 'orange', word: 'Inquiry' },
  disputed: { tone: 'red', word: 'Disputed' },
  won: { tone: 'green', word: 'Received, dispute won' },
  lost: { tone: 'red', word: 'Dispute lost' },
  returned: { tone: 'red', word: 'Returned by the bank' },
};

/** Label and color of an entry's state. */
export function entryState({ entry, state, dispute, expectedOn }: MoneyEntry): {
  tone: BadgeTone;
  word: string;
} {
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
      return {
        tone: 'yellow',
        word: entry === 'refund' ? 'Refund processing' : expectedOn === null ? 'Processing' : 'On its way',
      };
    case 'authorized':
      return { tone: 'yellow', word: 'Authorized' };
    case 'open':
      return { tone: 'orange', word: 'Declined' };
    case 'failed':
      return { tone: 'red', word: 'Failed' };
    default:
      return { tone: 'neutral', word: 'Voided' };
  }
}

const STATES: Readonly<Record<BookingMoney['state'], { tone: BadgeTone; word: string; canceled?: string }>> =
  {
    nothing_owed: { tone: 'neutral', word: 'Nothing owed' },
    unpaid: { tone: 'yellow', word: 'Nothing paid yet', canceled: 'Fee not paid' },
    partly_paid: { tone: 'yellow', word: 'Partly paid', canceled: 'Fee partly paid' },
    processing: { tone: 'yellow', word: 'Payment processing' },
    disputed: { tone: 'red', word: 'Disputed' },
    lost: { tone: 'red', word: 'Dispute lost' },
    paid: { tone: 'green', word: 'Paid in full', canceled: 'Fee paid' },
    to_return: { tone: 'orange', word: 'Refund due' },
  };

/** Label and color of a booking's payment state. Only the fee of a canceled booking can be paid. */
export function moneyState({
  state,
  cancelFee,
  lost,
  refunded,
}: Pick<BookingMoney, 'state' | 'cancelFee' | 'lost' | 'refunded'>): {
  tone: BadgeTone;
  word: string;
} {
  // The customer did pay before the refund, so "nothing paid yet" would be wrong.
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

/** True if the entry counts as received, now or once it settles. */
export const counts = ({ state }: MoneyEntry) => !['open', 'failed', 'canceled', 'void'].includes(state);

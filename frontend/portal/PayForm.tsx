import type { components } from '@/api/schema';
import { formatMoney } from '@/lib/money';
import type { confirmCard } from '@/paying/confirm-card';
import { CardForm } from './CardForm';

interface Props {
  /** Creates the payment at the provider. Repeated calls return the same payment. */
  onOpen: () => Promise<Pick<components['schemas']['PayOut'], 'clientSecret' | 'account'>>;
  /** Label, for example "Deposit". */
  what: string;
  /** Amount in currency units, as shown on the page. */
  amount: number;
  currency: string;
  /** Confirms the payment with the form's card; by default, a single payment. */
  confirm?: typeof confirmCard;
  /** How the card is charged, if not once for the amount. */
  note?: string;
  /** Whether the card is only authorized, and charged once the business confirms. */
  onApproval?: boolean;
  /** Called when the provider has charged or authorized the card, or is processing the payment. */
  onPaid: () => void;
  /** Called with the reason when the page is out of date. */
  onStale: (text: string) => void;
  onClose: () => void;
}

const STALE = new Set([
  'already_paid',
  'amount_changed',
  'overpaid',
  'not_payable',
  'no_card_payments',
  'no_booking',
  'no_share',
  'no_listed_booking',
]);

/** Pays an amount with the provider's card form. */
export function PayForm({ what, amount, currency, note, onApproval = false, onPaid, ...form }: Props) {
  const money = formatMoney(amount, currency);
  return (
    <CardForm
      {...form}
      stale={STALE}
      opens={`${what} ${amount}`}
      label={`${onApproval ? 'Authorize' : 'Pay'} ${money}`}
      meanwhile={onApproval ? 'Authorizing…' : 'Paying…'}
      note={`${note === undefined ? '' : `${note} `}Your payment is processed securely by Stripe. We do not store your card details.`}
      // The card is reused for the payments at hand only, so there is nothing to consent to.
      withoutTerms={note !== undefined}
      onDone={onPaid}
    >
      <p className="font-medium">
        {what}: {money}
      </p>
    </CardForm>
  );
}

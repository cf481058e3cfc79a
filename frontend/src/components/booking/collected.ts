import type { components } from '@/api/schema';
import { formatMoney } from '@/lib/money';

type Report = Pick<components['schemas']['CrewPaymentInput'], 'kind' | 'amount' | 'reason'>;

/** What a crew reported about the amount to collect: "€120.00 in cash", "Not paid: Pays by transfer". */
export function collectedInWords({ kind, amount, reason }: Report, currency: string): string {
  if (kind === 'not_paid') return `Not paid: ${reason}`;
  const sum = amount == null ? null : formatMoney(amount, currency);
  if (kind === 'card_link') return `Payment link emailed${sum === null ? '' : ` for ${sum}`}`;
  return `${sum} ${kind === 'cash' ? 'in cash' : 'by check'}${reason == null ? '' : ` (${reason})`}`;
}

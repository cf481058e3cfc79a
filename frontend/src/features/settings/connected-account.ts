import type { AccountStatus } from '@/api/types';
import { formatMoney } from '@/lib/money';

const names = new Intl.DisplayNames('en-US', { type: 'region' });

/** The countries in which accounts can be made, by name. */
export function countryChoices(codes: readonly string[]): { readonly code: string; readonly name: string }[] {
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** What the platform takes of each payment, as a sentence. */
export function feeSentence(
  { percent, fixed, onRefund }: AccountStatus['platformFee'],
  currency: string,
): string {
  const parts = [percent > 0 ? `${percent}%` : '', fixed > 0 ? formatMoney(fixed, currency) : ''].filter(
    Boolean,
  );
  if (parts.length === 0) return 'We add no fee of our own. Stripe charges you its usual fees.';
  const back =
    onRefund === 'return'
      ? 'If you refund a payment, we return our share.'
      : 'If you refund a payment, our fee is not returned.';
  return `We take ${parts.join(' + ')} of each card payment. ${back} Stripe charges you its usual fees.`;
}

/** What the provider asks for, in words: `individual.verification.document` is "individual verification document". */
export function requirementNames(codes: readonly string[]): string[] {
  return codes.map((code) => code.replaceAll(/[._]/g, ' '));
}

import type { AccountStatus } from '@/api/types';
import { formatMoney } from '@/lib/money';

const names = new Intl.DisplayNames('en-US', { type: 'region' });

/** Countries where accounts can be created, sorted by name. */
export function countryChoices(codes: readonly string[]): { readonly code: string; readonly name: string }[] {
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** Describe the platform's fee on each payment. */
export function feeSentence(
  { percent, fixed, onRefund }: AccountStatus['platformFee'],
  currency: string,
): string {
  const parts = [percent > 0 ? `${percent}%` : '', fixed > 0 ? formatMoney(fixed, currency) : ''].filter(
    Boolean,
  );
  if (parts.length === 0) return "We don't charge a fee. Stripe charges you its standard fees.";
  const back =
    onRefund === 'return'
      ? 'If you refund a payment, we return our fee.'
      : 'If you refund a payment, our fee is not returned.';
  return `We charge ${parts.join(' + ')} of each card payment. ${back} Stripe charges you its standard fees.`;
}

/**
 * Return requirement codes as words: `individual.verification.document` is "individual verification
 * document".
 */
export function requirementNames(codes: readonly string[]): string[] {
  return codes.map((code) => code.replaceAll(/[._]/g, ' '));
}

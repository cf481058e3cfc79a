// Separate from the other money functions: the first screens load those but have no amount fields.

/** Parse an amount in currency units, positive and in whole cents; null for anything else. */
export function amountOf(typed: string): number | null {
  const units = Number(typed.trim().replace(',', '.'));
  const cents = Math.round(units * 100);
  return Number.isFinite(units) && cents > 0 && Math.abs(units * 100 - cents) < 1e-6 ? cents / 100 : null;
}

/** An amount as text for an input, with all decimals of its currency: "120.00", in yen "120". */
export function amountText(units: number, currency: string): string {
  const { maximumFractionDigits } = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return units.toFixed(maximumFractionDigits);
}

/** Currency symbol shown before an amount: "$". */
export function currencySign(currency: string): string {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

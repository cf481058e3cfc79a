// Creating a formatter costs far more than using it, and price lists format hundreds of amounts.
const formats = new Map<string, Intl.NumberFormat>();

/**
 * Format currency units, such as "$1,234.50".
 *
 * @param units amount in currency units, as in bookings and letters @param currency ISO 4217 code of the
 * operator
 */
export function formatMoney(units: number, currency = 'USD'): string {
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
    formats.set(currency, format);
  }
  // Use a minus sign as wide as the digits.
  return format.format(units).replace('-', '−');
}

/** Format integer cents, as in venue surcharges. */
export function formatCents(cents: number, currency = 'USD'): string {
  return formatMoney(cents / 100, currency);
}

/** Convert currency units to integer cents. Rounds because 19.99 * 100 is 1998.9999…. */
export function toCents(units: number): number {
  return Math.round(units * 100);
}

/** Whether an amount has at most two decimals. */
export function isWholeCents(units: number): boolean {
  return Number.isFinite(units) && Math.abs(units * 100 - Math.round(units * 100)) < 1e-6;
}

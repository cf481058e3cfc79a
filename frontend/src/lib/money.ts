// Making a formatter costs far more than using it, and lists of prices use one a hundred times.
const formats = new Map<string, Intl.NumberFormat>();

/**
 * Currency units as text, such as "$1,234.50".
 *
 * @param units an amount in currency units, as bookings and letters carry it
 * @param currency ISO 4217 code of the operator
 */
export function formatMoney(units: number, currency = 'USD'): string {
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
    formats.set(currency, format);
  }
  // A minus as wide as the figures beside it.
  return format.format(units).replace('-', '−');
}

/** The same for integer cents, as venues carry their surcharge. */
export function formatCents(cents: number, currency = 'USD'): string {
  return formatMoney(cents / 100, currency);
}

/** Typed currency units to integer cents. 19.99 * 100 is 1998.9999…, hence the rounding. */
export function toCents(units: number): number {
  return Math.round(units * 100);
}

/** True when an amount has no part smaller than a cent. */
export function isWholeCents(units: number): boolean {
  return Number.isFinite(units) && Math.abs(units * 100 - Math.round(units * 100)) < 1e-6;
}

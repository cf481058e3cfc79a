// Apart from the other functions of money: the first screens load those, and read no amounts.

/** A typed amount in currency units, more than 0 and in whole cents; null for anything else. */
export function amountOf(typed: string): number | null {
  const units = Number(typed.trim().replace(',', '.'));
  const cents = Math.round(units * 100);
  return Number.isFinite(units) && cents > 0 && Math.abs(units * 100 - cents) < 1e-6 ? cents / 100 : null;
}

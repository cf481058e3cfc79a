/** The lines of a price as a person reads them. The figures are the server's; nothing is added up here. */
import { formatMoney } from '@/lib/money';
import type { Breakdown } from './answers';
import { counted, PRICE } from './texts';

export interface PriceLine {
  readonly label: string;
  readonly detail?: string;
  /** Currency units. */
  readonly amount: number;
}

/** How the base price came about, as far as the one price per letter explains it. */
function baseDetail(price: Breakdown, money: (units: number) => string): string {
  const letters = counted(price.letterCount, 'letter');
  const perLetter = price.letterCount * price.pricePerLetter;
  const same = (a: number, b: number) => Math.round(a * 100) === Math.round(b * 100);
  if (same(perLetter * price.days, price.basePrice)) {
    return `${letters} × ${money(price.pricePerLetter)} × ${counted(price.days, 'day')}`;
  }
  // Priced per event, whatever the days.
  if (same(perLetter, price.basePrice)) return `${letters} × ${money(price.pricePerLetter)}`;
  // Letters of different prices: their average would not multiply up.
  return `${letters}, ${counted(price.days, 'day')}`;
}

/** The lines of a breakdown that are not zero, the letters always; without the total. */
export function priceLines(price: Breakdown, currency: string): PriceLine[] {
  const money = (units: number) => formatMoney(units, currency);
  const more: readonly [string, number | null | undefined][] = [
    [PRICE.lines.color, price.colorCost],
    [PRICE.lines.addOns, price.addons],
    [PRICE.lines.surcharge, price.surcharge],
    [PRICE.lines.minimum, price.minimumOrderAdjustment],
    [PRICE.lines.delivery, price.deliveryFee],
    [PRICE.lines.tax, price.tax],
  ];
  return [
    { label: PRICE.lines.letters, detail: baseDetail(price, money), amount: price.basePrice },
    ...more.flatMap(([label, amount]) => (amount ? [{ label, amount }] : [])),
  ];
}

/** Display lines of a price. All amounts come from the server; nothing is computed here. */
import { formatMoney } from '@/lib/money';
import { counted } from '@/lib/words';
import type { Breakdown } from './answers';
import { BREAKDOWN } from './lazy-texts';

export interface PriceLine {
  readonly label: string;
  readonly detail?: string;
  /** Currency units; null if not known yet. */
  readonly amount: number | null;
}

/** Detail of the base price, if all letters have the same price. */
function baseDetail(price: Breakdown, money: (units: number) => string): string {
  const letters = counted(price.letterCount, 'letter');
  const perLetter = price.letterCount * price.pricePerLetter;
  const same = (a: number, b: number) => Math.round(a * 100) === Math.round(b * 100);
  if (same(perLetter * price.days, price.basePrice)) {
    return `${letters} × ${money(price.pricePerLetter)} × ${counted(price.days, 'day')}`;
  }
  // Priced per event, regardless of the number of days.
  if (same(perLetter, price.basePrice)) return `${letters} × ${money(price.pricePerLetter)}`;
  // The letters have different prices, so multiplying an average would not give the right amount.
  return `${letters}, ${counted(price.days, 'day')}`;
}

/** "Discount", or "Discount (10%)" for a percentage. */
function discountLabel({ discountPercent }: Breakdown): string {
  return discountPercent ? `${BREAKDOWN.lines.discount} (${discountPercent}%)` : BREAKDOWN.lines.discount;
}

/** A line added by the operator. */
export interface ExtraLine {
  readonly text: string;
  readonly amount: number;
}

/**
 * The nonzero lines of a breakdown, without the total.
 *
 * @param rental separately priced rented lines; they replace letters, options and items @param extras the
 * operator's own lines, listed individually @param taxName the tax in the business's country
 */
export function priceLines(
  price: Breakdown,
  currency: string,
  extras: readonly ExtraLine[] = [],
  rental: readonly PriceLine[] = [],
  taxName: string = BREAKDOWN.lines.tax,
): PriceLine[] {
  const money = (units: number) => formatMoney(units, currency);
  type Line = readonly [label: string, amount: number | null | undefined];
  const options: readonly Line[] = [
    [BREAKDOWN.lines.color, price.colorCost],
    [BREAKDOWN.lines.addOns, price.addons],
    [BREAKDOWN.lines.items, price.items],
  ];
  const before: readonly Line[] = [
    [BREAKDOWN.lines.surcharge, price.surcharge],
    ...(extras.length === 0 ? [[BREAKDOWN.lines.extras, price.extras] as const] : []),
  ];
  const after: readonly Line[] = [
    [BREAKDOWN.lines.minimum, price.minimumOrderAdjustment],
    [discountLabel(price), price.discount && -price.discount],
    [BREAKDOWN.lines.delivery, price.deliveryFee],
    [BREAKDOWN.lines.waiver, price.damageWaiver],
    [taxName, price.taxIncluded ? null : price.tax],
  ];
  const tax = price.taxToConfirm ? BREAKDOWN.taxToConfirm : price.taxExempt ? BREAKDOWN.taxExempt : undefined;
  const shown = (lines: readonly Line[]) =>
    lines.flatMap(([label, amount]) => (amount ? [{ label, amount }] : []));
  const letters = {
    label: BREAKDOWN.lines.letters,
    detail: baseDetail(price, money),
    amount: price.basePrice,
  };
  return [
    ...(rental.length > 0 ? rental : [...(price.letterCount > 0 ? [letters] : []), ...shown(options)]),
    ...shown(before),
    ...extras.map(({ text, amount }) => ({ label: text, amount })),
    ...shown(after),
    ...(tax
      ? [
          {
            label: taxName,
            detail: tax,
            amount: price.taxExempt ? 0 - (price.taxDeducted ?? 0) : null,
          },
        ]
      : []),
    ...shown([
      [BREAKDOWN.lines.tip, price.tip],
      [BREAKDOWN.taxIncluded, price.taxIncluded ? price.tax : null],
    ]),
  ];
}

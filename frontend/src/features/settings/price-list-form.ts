import * as z from 'zod/mini';
import type { PriceList, PriceListChange } from '@/api/price-list';
import { isWholeCents } from '@/lib/money';
import { changed } from './changed';

const price = z
  .number('Enter an amount')
  .check(
    z.minimum(0, "Prices can't be negative"),
    z.maximum(1_000_000, 'Prices can be at most 1000000'),
    z.refine(isWholeCents, 'Use at most two decimals'),
  );
const percent = z
  .number('Enter a percentage')
  .check(
    z.minimum(0, 'A percentage must be between 0 and 100'),
    z.maximum(100, 'A percentage must be between 0 and 100'),
    z.refine(isWholeCents, 'Use at most two decimals'),
  );
const rows = z.array(
  z.object({
    code: z.string(),
    label: z
      .string()
      .check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(40, 'Use at most 40 characters')),
    price,
  }),
);

/** A price list as it is typed: currency units and percentages (rule P2). What fits together, the server says. */
export const priceListSchema = z.object({
  sizes: rows,
  letterPrice: z.enum(['flat', 'inventory']),
  charge: z.enum(['day', 'event']),
  colors: rows,
  addOns: rows,
  difficulties: rows,
  venueSurchargePercent: percent,
  deliveryFee: price,
  minimumOrder: price,
  salesTaxPercent: percent,
  unverifiedVenueDeposit: price,
  depositPercent: percent,
  depositFlat: price,
});

export type PriceListForm = z.infer<typeof priceListSchema>;
export type RateRow = PriceListForm['colors'][number];
export type RateList = 'sizes' | 'colors' | 'addOns' | 'difficulties';

/** The fields of a price list in the order of the form, and nothing else that an answer may carry. */
export function formOf(list: PriceList): PriceListForm {
  const copy = (rates: PriceList['addOns']) =>
    rates.map(({ code, label, price }) => ({ code, label, price }));
  return {
    sizes: copy(list.sizes),
    letterPrice: list.letterPrice,
    charge: list.charge,
    colors: copy(list.colors),
    addOns: copy(list.addOns),
    difficulties: copy(list.difficulties),
    venueSurchargePercent: list.venueSurchargePercent,
    deliveryFee: list.deliveryFee,
    minimumOrder: list.minimumOrder,
    salesTaxPercent: list.salesTaxPercent,
    unverifiedVenueDeposit: list.unverifiedVenueDeposit,
    depositPercent: list.depositPercent,
    depositFlat: list.depositFlat,
  };
}

/** The changed fields of a price list, with a code for each row that is new. */
export function changeOf(input: PriceListForm, saved: PriceListForm): PriceListChange {
  return changed({ ...input, colors: coded(input.colors), addOns: coded(input.addOns) }, saved);
}

/** Rows without a code get one from their name: it is how bookings refer to them, and stays when the name changes. */
export function coded(list: readonly RateRow[]): RateRow[] {
  const taken = new Set(list.map(({ code }) => code));
  return list.map((row) => {
    if (row.code !== '') {
      return row;
    }
    const code = freeCode(row.label, taken);
    taken.add(code);
    return { ...row, code };
  });
}

/** At most 20 letters, digits and dashes, as the server wants them. */
function freeCode(label: string, taken: ReadonlySet<string>): string {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-');
  const stem = plain.slice(0, 16).replace(/^-+|-+$/g, '') || 'option';
  for (let number = 1; ; number += 1) {
    const code = number === 1 ? stem : `${stem}-${number}`;
    if (!taken.has(code)) {
      return code;
    }
  }
}

import * as z from 'zod/mini';
import type { PriceList, PriceListChange } from '@/api/price-list';
import { changed } from '@/lib/keys';
import { keptFrom, type Measures, shownIn } from '@/lib/measures';
import { called, decimal, price } from '@/lib/typed-checks';

const share = 'A percentage must be between 0 and 100';
const percent = decimal('Enter a percentage', [0, share], [100, share]);
/** Tax rates have up to four decimals: 8.3125 percent. */
const tax = z.number('Enter a percentage').check(
  z.minimum(0, share),
  z.maximum(100, share),
  z.refine(
    (typed) => Math.abs(typed * 1e4 - Math.round(typed * 1e4)) < 1e-6,
    'Use up to four decimal places',
  ),
);
const named = {
  code: z.string(),
  label: called(40),
};
const rows = z.array(z.object({ ...named, price }));
function sizesIn(measures: Measures) {
  const [least, most] = [1, 1000].map((inches) => Math.round(shownIn('length', measures, inches)));
  const unit = measures === 'us' ? 'inches' : 'centimeters';
  const between = `Height must be between ${least} and ${most} ${unit}`;
  const heightInches = z
    .number(`Enter a height in ${unit}`)
    .check(z.minimum(least ?? 1, between), z.maximum(most ?? 1000, between));
  return z.array(z.object({ ...named, price, heightInches }));
}
const colors = z.array(z.object({ ...named, price, swatch: z.nullable(z.string()) }));
const addOns = z.array(z.object({ ...named, price, isStand: z.boolean() }));
const finishes = z.array(z.object(named));

/**
 * Form values of a price list in currency units, percentages and the business's units (rule P2). The server
 * checks the combination.
 */
export const priceListSchema = (measures: Measures) =>
  z.object({
    sizes: sizesIn(measures),
    finishes,
    letterPrice: z.enum(['flat', 'inventory']),
    charge: z.enum(['day', 'event']),
    colors,
    addOns,
    difficulties: rows,
    venueSurchargePercent: percent,
    minimumOrder: price,
  });

/** The parts of a price list that places can override: they are on the pages of delivery zones and sales tax. */
export const figuresSchema = z.object({ deliveryFee: price, salesTaxPercent: tax });

export const figuresOf = ({ deliveryFee, salesTaxPercent }: PriceList) => ({ deliveryFee, salesTaxPercent });

export type PriceListForm = z.infer<ReturnType<typeof priceListSchema>>;
export type RateList = 'sizes' | 'finishes' | 'colors' | 'addOns' | 'difficulties';

/** Convert a price list to form values, with heights in the business's units. */
export function formOf(list: PriceList, measures: Measures): PriceListForm {
  const copy = (rates: PriceList['difficulties']) =>
    rates.map(({ code, label, price }) => ({ code, label, price }));
  return {
    sizes: list.sizes.map(({ code, label, price, heightInches }) => ({
      code,
      label,
      price,
      heightInches: shownIn('length', measures, heightInches),
    })),
    finishes: list.finishes.map(({ code, label }) => ({ code, label })),
    letterPrice: list.letterPrice,
    charge: list.charge,
    colors: list.colors.map(({ code, label, price, swatch }) => ({ code, label, price, swatch })),
    addOns: list.addOns.map(({ code, label, price, isStand }) => ({ code, label, price, isStand })),
    difficulties: copy(list.difficulties),
    venueSurchargePercent: list.venueSurchargePercent,
    minimumOrder: list.minimumOrder,
  };
}

/** Return the changed fields of a price list for the server, with a code for each new row. */
export function changeOf(input: PriceListForm, saved: PriceListForm, measures: Measures): PriceListChange {
  const { sizes, finishes, colors, addOns } = input;
  const change = changed(
    {
      ...input,
      sizes: coded(sizes, (label) => label.replace(/(\d)\s+(?=\p{L})/gu, '$1')),
      finishes: coded(finishes),
      colors: coded(colors),
      addOns: coded(addOns),
    },
    saved,
  );
  if (change.sizes === undefined) return change;
  const stored = change.sizes.map((size) => ({
    ...size,
    heightInches: keptFrom('length', measures, size.heightInches),
  }));
  return { ...change, sizes: stored };
}

/**
 * Add a code made from the name to rows without one. Bookings refer to the code, which stays the same when
 * the name changes.
 *
 * @param words returns the part of the name used for the code
 */
export function coded<Row extends { code: string; label: string }>(
  list: readonly Row[],
  words = (label: string) => label,
): Row[] {
  const taken = new Set(list.map(({ code }) => code));
  return list.map((row) => {
    if (row.code !== '') {
      return row;
    }
    const code = freeCode(words(row.label), taken);
    taken.add(code);
    return { ...row, code };
  });
}

const perUnit = { foot: 12, inch: 1, cm: 1 / 2.54, m: 100 / 2.54 };

/**
 * Parse the height in inches from a size's name such as "3 ft", "36 in" or "90 cm"; null if there is none.
 */
export function heightIn(label: string): number | null {
  const match = /(\d+(?:\.\d+)?)\s*(ft|feet|foot|['’′]|in|inch|inches|["”″]|cm|m)(?!\p{L})/iu.exec(label);
  if (match === null) return null;
  const written = (match[2] ?? '').toLowerCase();
  const metric = written === 'cm' || written === 'm' ? written : null;
  const unit = metric ?? (/^(ft|f|['’′])/u.test(written) ? 'foot' : 'inch');
  const inches = Math.round(Number(match[1]) * perUnit[unit] * 100) / 100;
  return inches >= 1 && inches <= 1000 ? inches : null;
}

/** Return an unused code of at most 20 letters, digits and dashes, as the server requires. */
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

import * as z from 'zod/mini';
import type { ListedCharges } from '@/api/price-charges';
import type { PriceList, PriceListChange } from '@/api/price-list';
import { isWholeCents } from '@/lib/money';
import { price } from '@/lib/typed-checks';

type Prices = ListedCharges['prices'];
/** When a charge applies. */
type When = 'option' | 'venue' | 'booking';
type Figure =
  | 'deliveryFee'
  | 'minimumOrder'
  | 'salesTaxPercent'
  | 'depositPercent'
  | 'depositFlat'
  | 'unverifiedVenueDeposit';

/** A charge that can be turned on or off, as shown. */
export interface ChargeRow {
  id: string;
  when: When;
  label: string;
  /** The unit of the amount and when it is charged. */
  hint: string;
  isPercent: boolean;
}

const FIGURES: readonly (readonly [name: Figure, when: When, label: string, hint: string])[] = [
  ['deliveryFee', 'booking', 'Delivery Fee', 'Once per booking.'],
  ['minimumOrder', 'booking', 'Minimum Order', 'Smaller orders are raised to this amount.'],
  ['salesTaxPercent', 'booking', 'Sales Tax', 'Added to the price.'],
  ['depositPercent', 'booking', 'Deposit', 'Percentage of the total, paid upfront.'],
  ['depositFlat', 'booking', 'Deposit', 'Part of the total, paid upfront.'],
  ['unverifiedVenueDeposit', 'venue', 'Deposit at an Unverified Venue', 'Paid upfront.'],
];

/** Rows of a list, followed by the usual ones that the list does not have. */
function withUsual<Row extends { code: string }>(listed: readonly Row[], usual: readonly Row[]): Row[] {
  return [...listed, ...usual.filter(({ code }) => listed.every((row) => row.code !== code))];
}

interface Charge extends ChargeRow {
  isOn: boolean;
  amount: number;
}

/** Charges as they are now; those that are off have their usual amount. `tax` is the label of the tax. */
function chargesOf({ prices, usual }: ListedCharges, tax = 'Sales Tax'): Charge[] {
  const options = (name: 'colors' | 'addOns', hint: string): Charge[] =>
    withUsual<Prices['colors'][number] | Prices['addOns'][number]>(prices[name], usual[name])
      .filter(({ code }) => name !== 'colors' || code !== 'standard')
      .map(({ code, label, price }) => ({
        id: `${name}.${code}`,
        when: 'option',
        label: name === 'colors' ? `${label} Color` : label,
        hint,
        isPercent: false,
        isOn: prices[name].some((row) => row.code === code),
        amount: price,
      }));
  const venues = prices.difficulties.map(({ code, label, price }): Charge => {
    const figure = usual.difficulties.find((row) => row.code === code)?.price ?? 0;
    return {
      id: `difficulties.${code}`,
      when: 'venue',
      label: `${label} Venue`,
      hint: 'Once per booking.',
      isPercent: false,
      isOn: price > 0,
      amount: price || figure,
    };
  });
  const figures = FIGURES.filter(
    ([name]) =>
      (name !== 'depositFlat' || prices[name] > 0) && (name !== 'depositPercent' || !prices.depositFlat),
  ).map(([name, when, label, hint]): Charge => {
    const amount = prices[name] || usual[name];
    return {
      id: name,
      when,
      label: name === 'salesTaxPercent' ? tax : label,
      hint,
      isPercent: name.endsWith('Percent'),
      isOn: prices[name] > 0,
      amount: amount || Number.NaN,
    };
  });
  return [
    ...options('colors', 'Per letter, if the customer chooses it.'),
    ...options('addOns', 'Per day, if the customer adds it.'),
    // Easy venues have a row only if they are charged.
    ...venues.filter(({ id, isOn }) => isOn || id !== 'difficulties.easy'),
    ...figures,
  ];
}

/** The rows to show, in the order of the form's `rows`. `tax` is the title of the tax in the business's country. */
export const rowsOf = (charges: ListedCharges, tax?: string): ChargeRow[] => chargesOf(charges, tax);

const wrong = (typed: number, isPercent: boolean) =>
  !(typed >= 0) || (isPercent ? typed > 100 : !isWholeCents(typed));

/** Amounts are checked only where the charge is on. */
export const chargesSchema = (rows: readonly ChargeRow[]) =>
  z.object({
    sizes: z.array(z.object({ price })),
    rows: z
      .array(z.object({ isOn: z.boolean(), amount: z.union([z.number(), z.nan()]) }))
      .check(({ value, issues }) => {
        value.forEach(({ isOn, amount }, index) => {
          const isPercent = rows[index]?.isPercent === true;
          if (!isOn || !wrong(amount, isPercent)) return;
          issues.push({
            code: 'custom',
            input: amount,
            path: [index, 'amount'],
            message: isPercent ? 'Enter a percentage from 0 to 100' : 'Enter an amount',
          });
        });
      }),
  });

export type ChargesForm = z.infer<ReturnType<typeof chargesSchema>>;

export const formOf = (charges: ListedCharges): ChargesForm => ({
  sizes: charges.prices.sizes.map(({ price }) => ({ price })),
  rows: chargesOf(charges).map(({ isOn, amount }) => ({ isOn, amount })),
});

/** The whole price list as the form has it. */
export function changeOf(input: ChargesForm, charges: ListedCharges): PriceListChange {
  const { prices, usual } = charges;
  const amounts = new Map(
    rowsOf(charges).map(({ id }, index) => {
      const row = input.rows[index];
      return [id, row?.isOn ? row.amount : null];
    }),
  );
  const offered = <Row extends { code: string; price: number }>(name: string, rows: readonly Row[]): Row[] =>
    rows.flatMap((row) => {
      const amount = amounts.get(`${name}.${row.code}`);
      return amount == null ? [] : [{ ...row, price: amount }];
    });
  const figures = FIGURES.map(([name]) => [name, amounts.get(name) ?? 0]);
  return {
    ...(Object.fromEntries(figures) as Pick<PriceList, Figure>),
    sizes: prices.sizes.map((row, index) => ({ ...row, price: input.sizes[index]?.price ?? row.price })),
    colors: [
      ...prices.colors.filter(({ code }) => code === 'standard'),
      ...offered('colors', withUsual(prices.colors, usual.colors)),
    ],
    addOns: offered('addOns', withUsual(prices.addOns, usual.addOns)),
    difficulties: prices.difficulties.map((row) => ({
      ...row,
      price: amounts.get(`difficulties.${row.code}`) ?? 0,
    })),
  };
}

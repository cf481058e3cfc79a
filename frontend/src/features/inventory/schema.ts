import * as z from 'zod/mini';
import type { InventoryItem } from '@/api/types';
import { isWholeCents } from '@/lib/money';
import { lettersOf } from '@/sign/letters';

/** A number, or nothing: an empty field is NaN. */
const optional = (highest: number, fault: string, lowest = 0) =>
  z.union([
    z.number().check(z.minimum(lowest, fault), z.maximum(highest, fault)),
    z.pipe(
      z.nan(),
      z.transform(() => null),
    ),
  ]);
const measure = optional(1000, 'Up to 1000 inches', 0.01);
const worth = z.union([
  z
    .number()
    .check(
      z.minimum(0, "Amount can't be negative"),
      z.maximum(1_000_000, 'At most 1000000'),
      z.refine(isWholeCents, 'Use at most two decimals'),
    ),
  z.pipe(
    z.nan(),
    z.transform(() => null),
  ),
]);

/** What is optional of a letter. */
const facts = {
  widthInches: measure,
  depthInches: measure,
  weightPounds: optional(10_000, 'Up to 10,000 pounds', 0.01),
  bulbs: optional(10_000, 'Up to 10,000 bulbs'),
  watts: optional(100_000, 'Up to 100,000 watts'),
  slot: z.pipe(
    z.string(),
    z.transform((text) => text.trim() || null),
  ),
  cost: worth,
  replacementPrice: worth,
};
export const factNames = [
  'widthInches',
  'depthInches',
  'weightPounds',
  'bulbs',
  'watts',
  'slot',
  'cost',
  'replacementPrice',
] as const;

/** The facts of a letter as they are typed: an estimate is left empty. */
export function factFields(item: InventoryItem | null): Pick<LetterForm, (typeof factNames)[number]> {
  const entered = (name: 'widthInches' | 'depthInches' | 'weightPounds' | 'bulbs' | 'watts') =>
    item === null || item.estimated.includes(name) ? Number.NaN : item[name];
  const money = item !== null && 'cost' in item ? item : null;
  return {
    widthInches: entered('widthInches'),
    depthInches: entered('depthInches'),
    weightPounds: entered('weightPounds'),
    bulbs: entered('bulbs'),
    watts: entered('watts'),
    slot: item?.slot ?? '',
    cost: money?.cost ?? Number.NaN,
    replacementPrice: money?.replacementPrice ?? Number.NaN,
  };
}

/** The rules of section 5 of the specification for a letter of the stock. The letter comes out as it is kept. */
export const letterSchema = z.object({
  letter: z.pipe(
    z.string().check(z.refine((text) => lettersOf(text).length === 1, 'Enter one single character')),
    z.transform((text) => lettersOf(text)[0] ?? text),
  ),
  size: z.string().check(z.minLength(1, 'Choose a size')),
  finish: z.string(),
  ...facts,
  quantity: z
    .number('Enter a whole number')
    .check(z.minimum(0, 'Quantity cannot be negative'), z.multipleOf(1, 'Enter a whole number')),
  pricePerDay: z
    .number('Price must be at least 1')
    .check(z.minimum(1, 'Price must be at least 1'), z.refine(isWholeCents, 'Use at most two decimals')),
});

export type LetterForm = z.input<typeof letterSchema>;
export type LetterInput = z.output<typeof letterSchema>;

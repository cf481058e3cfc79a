import * as z from 'zod/mini';
import type { InventoryItem } from '@/api/types';
import { type Kind, keptFrom, type Measures, shownIn, unitOf } from '@/lib/measures';
import { isWholeCents } from '@/lib/money';
import { decimal, orNothing } from '@/lib/typed-checks';
import { lettersOf } from '@/sign/letters';

/** An optional number: an empty field is NaN. */
const optional = (highest: number, fault: string, lowest = 0) =>
  z.union([
    z.number().check(z.minimum(lowest, fault), z.maximum(highest, fault)),
    z.pipe(
      z.nan(),
      z.transform(() => null),
    ),
  ]);
/** A length or weight in the user's units; `highest` is the limit in stored units. */
function measure(kind: Kind, measures: Measures, highest: number) {
  const most = Math.floor(shownIn(kind, measures, highest));
  return optional(most, `Up to ${most.toLocaleString('en-US')} ${unitOf(kind, measures)}`, 0.01);
}
const worth = orNothing(decimal(undefined, [0, "Amount can't be negative"], [1_000_000, 'At most 1000000']));

/** Optional attributes of a letter. */
const facts = (measures: Measures) => ({
  widthInches: measure('length', measures, 1000),
  depthInches: measure('length', measures, 1000),
  weightPounds: measure('weight', measures, 10_000),
  bulbs: optional(10_000, 'Up to 10,000 bulbs'),
  watts: optional(100_000, 'Up to 100,000 watts'),
  slot: z.pipe(
    z.string(),
    z.transform((text) => text.trim() || null),
  ),
  cost: worth,
  replacementPrice: worth,
});
const KINDS = { widthInches: 'length', depthInches: 'length', weightPounds: 'weight' } as const;
type Measured = keyof typeof KINDS;
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

/** A letter's attributes as form values in the business's units. Estimated values are left empty. */
export function factFields(
  item: InventoryItem | null,
  measures: Measures,
): Pick<LetterForm, (typeof factNames)[number]> {
  const entered = (name: Measured | 'bulbs' | 'watts') =>
    item === null || item.estimated.includes(name) ? Number.NaN : item[name];
  const measured = (name: Measured) => shownIn(KINDS[name], measures, entered(name));
  const money = item !== null && 'cost' in item ? item : null;
  return {
    widthInches: measured('widthInches'),
    depthInches: measured('depthInches'),
    weightPounds: measured('weightPounds'),
    bulbs: entered('bulbs'),
    watts: entered('watts'),
    slot: item?.slot ?? '',
    cost: money?.cost ?? Number.NaN,
    replacementPrice: money?.replacementPrice ?? Number.NaN,
  };
}

/**
 * Form schema of a letter (specification, section 5). Measurements are converted to stored units.
 *
 * @param measures unit system of the typed values
 */
export const letterSchema = (measures: Measures) =>
  z.pipe(
    typedLetter(measures),
    z.transform((letter) => ({
      ...letter,
      widthInches: toStored('widthInches', measures, letter.widthInches),
      depthInches: toStored('depthInches', measures, letter.depthInches),
      weightPounds: toStored('weightPounds', measures, letter.weightPounds),
    })),
  );

const toStored = (name: Measured, measures: Measures, typed: number | null) =>
  typed === null ? null : keptFrom(KINDS[name], measures, typed);

const typedLetter = (measures: Measures) =>
  z.object({
    letter: z.pipe(
      z.string().check(z.refine((text) => lettersOf(text).length === 1, 'Enter a single character')),
      z.transform((text) => lettersOf(text)[0] ?? text),
    ),
    size: z.string().check(z.minLength(1, 'Choose a size')),
    finish: z.string(),
    ...facts(measures),
    quantity: z
      .number('Enter a whole number')
      .check(z.minimum(0, 'Quantity cannot be negative'), z.multipleOf(1, 'Enter a whole number')),
    pricePerDay: z
      .number('Price must be at least 1')
      .check(z.minimum(1, 'Price must be at least 1'), z.refine(isWholeCents, 'Use at most two decimals')),
  });

export type LetterForm = z.input<ReturnType<typeof letterSchema>>;
export type LetterInput = z.output<ReturnType<typeof letterSchema>>;

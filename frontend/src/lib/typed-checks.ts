import * as z from 'zod/mini';
import { isWholeCents } from './money';

type Bound = readonly [bound: number, sentence: string];

/** A number of at most two decimals, with what is said while it is missing, too small or too large. */
export const decimal = (missing: string | undefined, least: Bound, most: Bound) =>
  z
    .number(missing)
    .check(z.minimum(...least), z.maximum(...most), z.refine(isWholeCents, 'Use at most two decimals'));

/** A price in currency units. */
export const price = decimal(
  'Enter an amount',
  [0, "Prices can't be negative"],
  [1_000_000, 'Prices can be at most 1000000'],
);

/** What something is called. */
export const called = (most: number, missing = 'Enter a name') =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(most, `Use at most ${most} characters`));

/** A number that may be left empty: an empty number field is NaN. */
export const orNothing = (number: z.ZodMiniNumber<number>) =>
  z.union([
    number,
    z.pipe(
      z.nan(),
      z.transform(() => null),
    ),
  ]);

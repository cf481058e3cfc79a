import * as z from 'zod/mini';
import { isWholeCents } from './money';
import { bare, withoutInvisible } from './text';

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

/** Leaves out what nobody can see, and the spaces around a text. */
export const visible = () => z.overwrite(withoutInvisible);

/** A text that has to be there. */
export const required = (missing: string) => z.string().check(visible(), z.minLength(1, missing));

/** One email address, without the invisible characters that are copied along with one. */
export const email = (sentence: string) => z.string().check(z.overwrite(bare), z.email(sentence));

/** As `email`, or empty. */
export const emailOrNone = (sentence: string) =>
  z.string().check(
    z.overwrite(bare),
    z.refine((typed) => typed === '' || z.email().safeParse(typed).success, sentence),
  );

/** What something is called. */
export const called = (most: number, missing = 'Enter a name') =>
  required(missing).check(z.maxLength(most, `Use at most ${most} characters`));

/** A number that may be left empty: an empty number field is NaN. */
export const orNothing = (number: z.ZodMiniNumber<number>) =>
  z.union([
    number,
    z.pipe(
      z.nan(),
      z.transform(() => null),
    ),
  ]);

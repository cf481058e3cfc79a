import * as z from 'zod/mini';
import { isWholeCents } from './money';
import { bare, withoutInvisible } from './text';

type Bound = readonly [bound: number, sentence: string];

/** Number with at most two decimals, with messages for a missing, too small or too large value. */
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

/** Remove invisible characters and surrounding spaces. */
export const visible = () => z.overwrite(withoutInvisible);

/** Required text. */
export const required = (missing: string) => z.string().check(visible(), z.minLength(1, missing));

/** Email address, without invisible characters from copy and paste. */
export const email = (sentence: string) => z.string().check(z.overwrite(bare), z.email(sentence));

/** Email address or empty. */
export const emailOrNone = (sentence: string) =>
  z.string().check(
    z.overwrite(bare),
    z.refine((typed) => typed === '' || z.email().safeParse(typed).success, sentence),
  );

/** Required name. */
export const called = (most: number, missing = 'Enter a name') =>
  required(missing).check(z.maxLength(most, `Use at most ${most} characters`));

/** Optional number: an empty number field is NaN. */
export const orNothing = (number: z.ZodMiniNumber<number>) =>
  z.union([
    number,
    z.pipe(
      z.nan(),
      z.transform(() => null),
    ),
  ]);

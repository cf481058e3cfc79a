import * as z from 'zod/mini';
import { isWholeCents } from '@/lib/money';
import { lettersOf } from '@/sign/letters';

/** The rules of section 5 of the specification for a letter of the stock. The letter comes out as it is kept. */
export const letterSchema = z.object({
  letter: z.pipe(
    z.string().check(z.refine((text) => lettersOf(text).length === 1, 'Enter one single character')),
    z.transform((text) => lettersOf(text)[0] ?? text),
  ),
  size: z.string().check(z.minLength(1, 'Choose a size')),
  quantity: z
    .number('Enter a whole number')
    .check(z.minimum(0, 'Quantity cannot be negative'), z.multipleOf(1, 'Enter a whole number')),
  pricePerDay: z
    .number('Price must be at least 1')
    .check(z.minimum(1, 'Price must be at least 1'), z.refine(isWholeCents, 'Use at most two decimals')),
});

export type LetterForm = z.input<typeof letterSchema>;
export type LetterInput = z.output<typeof letterSchema>;

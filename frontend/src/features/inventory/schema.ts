import { z } from 'zod';
import { isWholeCents } from '@/lib/money';
import { lettersOf } from '@/sign/letters';

/** The rules of section 5 of the specification for a letter of the stock. */
export const letterSchema = z.object({
  letter: z
    .string()
    .refine((text) => lettersOf(text).length === 1, 'Enter one single character')
    .transform((text) => lettersOf(text)[0] ?? text),
  size: z.string().min(1, 'Choose a size'),
  quantity: z
    .number('Enter a whole number')
    .min(0, 'Quantity cannot be negative')
    .int('Enter a whole number'),
  pricePerDay: z
    .number('Price must be at least 1')
    .min(1, 'Price must be at least 1')
    .refine(isWholeCents, 'Use at most two decimals'),
});

export type LetterForm = z.input<typeof letterSchema>;
export type LetterInput = z.output<typeof letterSchema>;

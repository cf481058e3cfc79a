import { z } from 'zod';
import type { Venue, VenueInput } from '@/api/types';
import { isWholeCents, toCents } from '@/lib/money';

/** From easy to hard, with the words that people read (specification, section 3). */
export const difficulties = {
  easy: { word: 'Easy', tone: 'green' },
  moderate: { word: 'Moderate', tone: 'yellow' },
  difficult: { word: 'Difficult', tone: 'red' },
  very_difficult: { word: 'Very Difficult', tone: 'red' },
} as const;
export type Difficulty = keyof typeof difficulties;

const optionalText = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : text));

/** The rules of section 5 of the specification. The surcharge is typed in currency units and kept in cents. */
export const venueSchema = z.object({
  name: z.string().trim().min(1, 'Venue name is required'),
  address: z.string().trim().min(1, 'Address is required'),
  city: z.string().trim().min(1, 'City is required'),
  state: z.string().trim().min(1, 'State is required'),
  zipCode: z.string().trim().min(1, 'ZIP code is required'),
  contactName: optionalText,
  contactEmail: z
    .union([z.literal(''), z.email('Please enter a valid email')])
    .transform((text) => text || null),
  contactPhone: optionalText,
  difficulty: z.enum(['easy', 'moderate', 'difficult', 'very_difficult']),
  surchargeAmount: z
    .number('Enter an amount')
    .min(0, "Amount can't be negative")
    .refine(isWholeCents, 'Use at most two decimals')
    .transform(toCents),
  isVerified: z.boolean(),
  isQuickBook: z.boolean(),
  loadInInstructions: optionalText,
  parkingInstructions: optionalText,
  notes: optionalText,
}) satisfies z.ZodType<VenueInput, unknown>;

export type VenueForm = z.input<typeof venueSchema>;

/** What the form shows for a venue; null for a new one. */
export function fieldsOf(venue: Venue | null): VenueForm {
  return {
    name: venue?.name ?? '',
    address: venue?.address ?? '',
    city: venue?.city ?? '',
    state: venue?.state ?? '',
    zipCode: venue?.zipCode ?? '',
    contactName: venue?.contactName ?? '',
    contactEmail: venue?.contactEmail ?? '',
    contactPhone: venue?.contactPhone ?? '',
    difficulty: venue?.difficulty ?? 'moderate',
    surchargeAmount: (venue?.surchargeAmount ?? 0) / 100,
    isVerified: venue?.isVerified ?? false,
    isQuickBook: venue?.isQuickBook ?? false,
    loadInInstructions: venue?.loadInInstructions ?? '',
    parkingInstructions: venue?.parkingInstructions ?? '',
    notes: venue?.notes ?? '',
  };
}

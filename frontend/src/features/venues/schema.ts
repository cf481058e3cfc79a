import * as z from 'zod/mini';
import type { Venue } from '@/api/types';
import { isWholeCents, toCents } from '@/lib/money';

/** From easy to hard, with the words that people read (specification, section 3). */
export const difficulties = {
  easy: { word: 'Easy', tone: 'green' },
  moderate: { word: 'Moderate', tone: 'yellow' },
  difficult: { word: 'Difficult', tone: 'red' },
  very_difficult: { word: 'Very Difficult', tone: 'red' },
} as const;

const requiredText = (message: string) => z.string().check(z.trim(), z.minLength(1, message));
const optionalText = z.pipe(
  z.string(),
  z.transform((text) => text.trim() || null),
);

/** The rules of section 5 of the specification. The surcharge is typed in currency units and kept in cents. */
export const venueSchema = z.object({
  name: requiredText('Venue name is required'),
  address: requiredText('Address is required'),
  city: requiredText('City is required'),
  state: requiredText('State is required'),
  zipCode: requiredText('ZIP code is required'),
  contactName: optionalText,
  contactEmail: z.pipe(
    z.union([z.literal(''), z.email('Please enter a valid email')]),
    z.transform((text) => text || null),
  ),
  contactPhone: optionalText,
  difficulty: z.enum(['easy', 'moderate', 'difficult', 'very_difficult']),
  surchargeAmount: z.pipe(
    z
      .number('Enter an amount')
      .check(z.minimum(0, "Amount can't be negative"), z.refine(isWholeCents, 'Use at most two decimals')),
    z.transform(toCents),
  ),
  isVerified: z.boolean(),
  isQuickBook: z.boolean(),
  loadInInstructions: optionalText,
  parkingInstructions: optionalText,
  notes: optionalText,
});

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

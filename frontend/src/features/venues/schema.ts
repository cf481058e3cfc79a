import * as z from 'zod/mini';
import type { Venue, VenueInput } from '@/api/types';
import { surchargeOf } from '@/api/types';
import { keptFrom, type Measures, shownIn, unitOf } from '@/lib/measures';
import { isWholeCents, toCents } from '@/lib/money';
import { emailOrNone, required } from '@/lib/typed-checks';

const optionalText = z.pipe(
  z.string(),
  z.transform((text) => text.trim() || null),
);

const optionalNumber = z.pipe(
  z.string().check(z.refine((text) => text.trim() === '' || Number(text) > 0, 'Enter a number above 0')),
  z.transform((text) => (text.trim() === '' ? null : Number(text))),
);
const amps = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => ampsIn(text).every((one) => one > 0),
        'Enter the amps of each circuit with commas, for example 15, 20',
      ),
    ),
  z.transform((text) => (text.trim() === '' ? null : ampsIn(text))),
);

function ampsIn(text: string): number[] {
  return text.trim() === ''
    ? []
    : text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
}

const coverage = z
  .union([z.nan(), z.number()], 'Enter an amount without cents')
  .check(
    z.refine(
      (typed) => Number.isNaN(typed) || (Number.isInteger(typed) && typed >= 0),
      'Enter an amount without cents',
    ),
  );

/** The certificate of insurance that the venue requires; limits are empty (NaN) for none. */
const certificate = z.pipe(
  z
    .object({
      required: z.boolean(),
      limits: z.object({ eachOccurrence: coverage, aggregate: coverage }),
      holder: optionalText,
      additionalInsured: optionalText,
    })
    .check(({ value: { limits }, issues }) => {
      for (const field of ['eachOccurrence', 'aggregate'] as const) {
        if (Number.isNaN(limits[field]) && !Object.values(limits).every(Number.isNaN)) {
          const message = 'Enter both limits, or leave both empty';
          issues.push({ code: 'custom', path: ['limits', field], message, input: limits });
        }
      }
    }),
  z.transform(({ limits, ...rest }) => {
    const noLimits = Number.isNaN(limits.eachOccurrence);
    const isEmpty = noLimits && !rest.required && rest.holder === null && rest.additionalInsured === null;
    return isEmpty ? null : { ...rest, limits: noLimits ? null : limits };
  }),
);

/**
 * Form schema of a venue (specification, section 5). The surcharge is typed in currency units and stored in
 * cents.
 */
export const venueSchema = z.object({
  name: required('Venue name is required'),
  address: required('Address is required'),
  city: required('City is required'),
  state: required('State is required'),
  zipCode: required('ZIP code is required'),
  contactName: optionalText,
  contactEmail: z.pipe(
    emailOrNone('Please enter a valid email'),
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
  certificate,
  site: z.pipe(
    z.object({
      wallWidthInches: optionalNumber,
      ceilingInches: optionalNumber,
      doorWidthInches: optionalNumber,
      volts: optionalNumber,
      circuits: amps,
      outletFeet: optionalNumber,
      outdoors: z.boolean(),
      windLimitMph: optionalNumber,
    }),
    // Omit the site if it has no values.
    z.transform((site) =>
      Object.values(site).some((fact) => fact !== null && fact !== false) ? site : null,
    ),
  ),
});

/** The same schema for countries whose addresses have no state. */
export const venueSchemaWithoutState = z.extend(venueSchema, {
  state: z.string().check(z.trim()),
  zipCode: required('Postal code is required'),
});

export type VenueForm = z.input<typeof venueSchema>;

const KINDS = {
  wallWidthInches: 'length',
  ceilingInches: 'length',
  doorWidthInches: 'length',
  outletFeet: 'way',
  windLimitMph: 'wind',
} as const;
type Measured = keyof typeof KINDS;

/** The unit of a site measurement; null if it is the same in both systems. */
export const siteUnit = (name: string, measures: Measures): string | null =>
  isMeasured(name) ? unitOf(KINDS[name], measures) : null;

const isMeasured = (name: string): name is Measured => name in KINDS;

/** Convert the site measurements of a venue to stored units. */
export function keptVenue(venue: VenueInput, measures: Measures): VenueInput {
  const { site } = venue;
  if (site == null) return venue;
  const toStored = (name: Measured) => {
    const typed = site[name];
    return typed == null ? null : keptFrom(KINDS[name], measures, typed);
  };
  return {
    ...venue,
    site: {
      ...site,
      wallWidthInches: toStored('wallWidthInches'),
      ceilingInches: toStored('ceilingInches'),
      doorWidthInches: toStored('doorWidthInches'),
      outletFeet: toStored('outletFeet'),
      windLimitMph: toStored('windLimitMph'),
    },
  };
}

/**
 * The form values of a venue; null for a new one, which is easy and verified (V1), so that it adds no surcharge
 * or deposit unless the user chooses one.
 */
export function fieldsOf(venue: Venue | null, measures: Measures): VenueForm {
  const measured = (name: Measured) => {
    const figure = venue?.site?.[name];
    return shown(figure == null ? figure : shownIn(KINDS[name], measures, figure));
  };
  const certificate = venue !== null && 'certificate' in venue ? venue.certificate : null;
  return {
    name: venue?.name ?? '',
    address: venue?.address ?? '',
    city: venue?.city ?? '',
    state: venue?.state ?? '',
    zipCode: venue?.zipCode ?? '',
    contactName: venue?.contactName ?? '',
    contactEmail: venue?.contactEmail ?? '',
    contactPhone: venue?.contactPhone ?? '',
    difficulty: venue?.difficulty ?? 'easy',
    surchargeAmount: (venue === null ? 0 : surchargeOf(venue)) / 100,
    isVerified: venue?.isVerified ?? true,
    isQuickBook: venue?.isQuickBook ?? false,
    loadInInstructions: venue?.loadInInstructions ?? '',
    parkingInstructions: venue?.parkingInstructions ?? '',
    notes: venue?.notes ?? '',
    certificate: {
      required: certificate?.required ?? false,
      limits: {
        eachOccurrence: certificate?.limits?.eachOccurrence ?? Number.NaN,
        aggregate: certificate?.limits?.aggregate ?? Number.NaN,
      },
      holder: certificate?.holder ?? '',
      additionalInsured: certificate?.additionalInsured ?? '',
    },
    site: {
      wallWidthInches: measured('wallWidthInches'),
      ceilingInches: measured('ceilingInches'),
      doorWidthInches: measured('doorWidthInches'),
      volts: shown(venue?.site?.volts),
      circuits: venue?.site?.circuits?.join(', ') ?? '',
      outletFeet: measured('outletFeet'),
      outdoors: venue?.site?.outdoors ?? false,
      windLimitMph: measured('windLimitMph'),
    },
  };
}

const shown = (figure: number | null | undefined) => (figure == null ? '' : String(figure));

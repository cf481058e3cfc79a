import * as z from 'zod/mini';
import type { ExemptCustomer, SalesTax, SalesTaxInput, TaxPlace } from '@/api/sales-tax';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import type { placeWords } from '@/components/booking/place-labels';
import { optionalDay } from '@/components/FormDay';
import type { Format } from '@/lib/format';
import { keysOf } from '@/lib/keys';
import { email, visible } from '@/lib/typed-checks';
import { zipCodesOf } from './delivery-zones-form';

const sentence = 'Enter a percentage from 0 to 100 with at most four decimals, such as 8.875';
const isPercent = (typed: number) =>
  typed >= 0 && typed <= 100 && Math.abs(typed * 10_000 - Math.round(typed * 10_000)) < 1e-6;
const percent = z.number(sentence).check(z.refine(isPercent, sentence));
const percentOrNone = z
  .union([z.nan(), z.number()], sentence)
  .check(z.refine((typed) => Number.isNaN(typed) || isPercent(typed), sentence));
const text = (most: number) =>
  z.string().check(visible(), z.maxLength(most, `Use at most ${most} characters`));

/** Kinds of price lines that may be taxed, in the order of a price. */
export const TAXED_KINDS = {
  letters: 'Letters and their color',
  addOns: 'Add-ons',
  packages: 'Fixed-price packages',
  venueSurcharge: 'Venue surcharge',
  extras: 'Custom lines on quotes',
  delivery: 'Delivery fee',
  damageWaiver: 'Damage waiver',
} as const satisfies Record<keyof SalesTax['taxable'], string>;

export const KINDS = keysOf(TAXED_KINDS);

/** Checks of the form, with the names of the business's country in their messages. */
export const salesTaxSchema = ({ state, zipCode }: ReturnType<typeof placeWords>) =>
  z.object({
    places: z.array(
      z
        .object({
          state: text(60),
          county: text(60),
          city: text(80),
          zipCodes: z.string(),
          percent,
        })
        .check(
          z.refine(
            ({ state, county, city, zipCodes }) =>
              zipCodesOf(zipCodes).length > 0 || city !== '' || (state !== '' && county === ''),
            {
              error: `Enter ${zipCode}s, a city or a ${state}. For a county, enter its ${zipCode}s.`,
              path: ['zipCodes'],
            },
          ),
        ),
    ),
    otherByHand: z.boolean(),
    otherPercent: percentOrNone,
    taxable: z.record(z.enum(KINDS), z.boolean()),
  });

export type SalesTaxForm = z.infer<ReturnType<typeof salesTaxSchema>>;

export const NEW_PLACE: SalesTaxForm['places'][number] = {
  state: '',
  county: '',
  city: '',
  zipCodes: '',
  percent: Number.NaN,
};

/** Convert the sales tax to form values. */
export function formOf({ places, other, taxable }: SalesTax): SalesTaxForm {
  return {
    places: places.map(({ state, county, city, zipCodes, percent }) => ({
      state: state ?? '',
      county: county ?? '',
      city: city ?? '',
      zipCodes: zipCodes.join(', '),
      percent,
    })),
    otherByHand: other === null,
    otherPercent: other?.percent ?? Number.NaN,
    taxable,
  };
}

/** Convert the form values for the server. */
export function taxOf({ places, otherByHand, otherPercent, taxable }: SalesTaxForm): SalesTaxInput {
  return {
    places: places.map(({ state, county, city, zipCodes, percent }) => ({
      state: state || null,
      county: county || null,
      city: city || null,
      zipCodes: zipCodesOf(zipCodes),
      percent,
    })),
    other: otherByHand || Number.isNaN(otherPercent) ? null : { percent: otherPercent },
    taxable,
  };
}

/**
 * Combine the saved places with those of a file, or replace them. The file's rate wins for places in both,
 * even if spelled differently. The file's places come first, because the first of equally specific places
 * applies.
 */
export function withFile(saved: SalesTax, imported: readonly TaxPlace[], replace: boolean): SalesTaxInput {
  const inFile = new Set(imported.map(({ key }) => key));
  const remaining = replace ? [] : saved.places.filter(({ key }) => !inFile.has(key));
  return {
    places: [...imported, ...remaining].map(({ name: _name, key: _key, ...row }) => row),
    other: saved.other,
    taxable: saved.taxable,
  };
}

export const exemptSchema = (format: Format) =>
  z.object({
    email: email('Enter the customer’s email address'),
    name: text(200),
    certificate: z
      .string()
      .check(
        visible(),
        z.minLength(1, 'Enter the certificate number'),
        z.maxLength(60, 'Use at most 60 characters'),
      ),
    expiresOn: optionalDay(format),
  });

export type ExemptForm = z.infer<ReturnType<typeof exemptSchema>>;

/** Convert an exempt customer to form values. */
export function exemptForm(format: Format, customer: ExemptCustomer | null): ExemptForm {
  return {
    email: customer?.email ?? '',
    name: customer?.name ?? '',
    certificate: customer?.certificate ?? '',
    expiresOn: customer?.expiresOn ? typedFromIso(format, customer.expiresOn) : '',
  };
}

/**
 * Return the exempt customers with one changed, added or removed (null). `at` is its index, or -1 for a new
 * one.
 */
export function exemptWith(
  format: Format,
  customers: readonly ExemptCustomer[],
  at: number,
  changed: ExemptForm | null,
) {
  const rows = customers.map(({ email, name, certificate, expiresOn }) => ({
    email,
    name,
    certificate,
    expiresOn,
  }));
  const entry = changed && {
    ...changed,
    name: changed.name || null,
    expiresOn: isoFromTyped(format, changed.expiresOn),
  };
  if (at < 0) return { customers: entry ? [...rows, entry] : rows };
  return { customers: rows.flatMap((row, index) => (index === at ? (entry ? [entry] : []) : [row])) };
}

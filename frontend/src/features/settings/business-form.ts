import * as z from 'zod/mini';
import type { BusinessDetails, BusinessDetailsChange, TermsField } from '@/api/business';
import { changed } from '@/lib/keys';
import { emailOrNone, visible } from '@/lib/typed-checks';

const quoteDays = 'Enter a whole number from 1 to 365';
const nextNumber = 'Enter a whole number from 1 to 9,999,999';
const text = (most: number, sentence: string) => z.string().check(visible(), z.maxLength(most, sentence));

/**
 * Form values of the business details. Some checks happen only on the server: the website and the fields of
 * the terms.
 */
export const businessSchema = z.object({
  address: text(500, 'Address can have at most 500 characters'),
  email: emailOrNone('Invalid email address'),
  phone: text(50, 'Phone can have at most 50 characters'),
  taxId: text(50, 'Tax ID can have at most 50 characters'),
  website: text(200, 'Website can have at most 200 characters'),
  brandColor: z.string().check(z.regex(/^$|^#[0-9a-f]{6}$/i, 'Enter a color such as #4f46e5')),
  terms: text(20_000, 'Terms can have at most 20,000 characters'),
  quoteDays: z
    .number(quoteDays)
    .check(z.minimum(1, quoteDays), z.maximum(365, quoteDays), z.multipleOf(1, quoteDays)),
  quotesHold: z.boolean(),
  invoiceNote: text(1000, 'Invoice note can have at most 1,000 characters'),
  vatId: text(30, 'VAT ID can have at most 30 characters'),
  documentCountry: z.string(),
  pricesIncludeTax: z.boolean(),
  smallBusiness: z.boolean(),
  eInvoices: z.boolean(),
  invoiceNumbers: z.object({
    prefix: z.string().check(z.maxLength(8, 'The prefix can have at most 8 characters')),
    yearly: z.boolean(),
    next: z
      .number(nextNumber)
      .check(z.minimum(1, nextNumber), z.maximum(9_999_999, nextNumber), z.multipleOf(1, nextNumber)),
  }),
});

export type BusinessForm = z.infer<typeof businessSchema>;

export function formOf(details: BusinessDetails): BusinessForm {
  const { address, email, phone, taxId, website, invoiceNote, brandColor } = details;
  return {
    address: address ?? '',
    email: email ?? '',
    phone: phone ?? '',
    taxId: taxId ?? '',
    website: website ?? '',
    brandColor: brandColor ?? '',
    terms: details.terms ?? details.defaultTerms,
    quoteDays: details.quoteDays,
    quotesHold: details.quotesHold,
    invoiceNote: invoiceNote ?? '',
    vatId: details.vatId ?? '',
    documentCountry: details.documentCountry ?? '',
    pricesIncludeTax: details.pricesInclude === 'tax',
    smallBusiness: details.smallBusiness,
    eInvoices: details.eInvoices,
    invoiceNumbers: details.invoiceNumbers,
  };
}

/** Convert the form for the server. Unchanged default terms are sent as null. */
function detailsOf({ pricesIncludeTax, ...input }: BusinessForm, defaultTerms: string) {
  return {
    ...input,
    terms: input.terms === defaultTerms.trim() ? null : input.terms,
    documentCountry: input.documentCountry || null,
    pricesInclude: pricesIncludeTax ? ('tax' as const) : ('nothing' as const),
  };
}

/** Return what the form changes. An unchanged next number is left out, because it rises with each invoice. */
export function changeOf(input: BusinessForm, saved: BusinessDetails): BusinessDetailsChange {
  const before = detailsOf(formOf(saved), saved.defaultTerms);
  const { invoiceNumbers, ...rest } = changed(detailsOf(input, saved.defaultTerms), before);
  return invoiceNumbers ? { ...rest, invoiceNumbers: changed(invoiceNumbers, before.invoiceNumbers) } : rest;
}

export interface TermsPart {
  readonly text: string;
  /** "filled" is a field with its sample value, "unknown" a field that does not exist. */
  readonly kind: 'plain' | 'filled' | 'unknown';
}

/** Split the terms into text and fields for the example. */
export function exampleOf(terms: string, fields: readonly TermsField[]): TermsPart[] {
  const samples = new Map(fields.map(({ name, sample }) => [name, sample]));
  return terms
    .split(/(\{[^{}\n]*\})/)
    .filter((part) => part !== '')
    .map((part) => {
      if (!/^\{[^{}\n]*\}$/.test(part)) return { text: part, kind: 'plain' };
      const sample = samples.get(part.slice(1, -1));
      return sample === undefined ? { text: part, kind: 'unknown' } : { text: sample, kind: 'filled' };
    });
}

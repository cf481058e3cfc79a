import * as z from 'zod/mini';
import type { DeliveryZones, DeliveryZonesInput } from '@/api/price-list';
import { isWholeCents } from '@/lib/money';
import { called } from '@/lib/typed-checks';

/** Return the error message of a ZIP code field; server errors may be nested under an item of the list. */
export function zipFault(fault: unknown): string | undefined {
  if (typeof fault !== 'object' || fault === null) return undefined;
  if ('message' in fault && typeof fault.message === 'string') return fault.message;
  return Object.values(fault).map(zipFault).find(Boolean);
}

const FEW = 6;

/** Shorten a list of ZIP codes to the first few and the number of the rest. */
export function zipCodesInShort(codes: readonly string[]): string {
  const first = codes.slice(0, FEW).join(', ');
  return codes.length > FEW ? `${first} and ${codes.length - FEW} more` : first;
}

const sentence = 'Enter an amount with at most two decimals';
const isAmount = (typed: number) => typed >= 0 && typed <= 1_000_000 && isWholeCents(typed);
const amount = z.number(sentence).check(z.refine(isAmount, sentence));
/** An empty number field is NaN. */
const amountOrNone = z
  .union([z.nan(), z.number()], sentence)
  .check(z.refine((typed) => Number.isNaN(typed) || isAmount(typed), sentence));

/**
 * Parse ZIP codes, prefixes and ranges separated by commas, spaces or lines. UK postcodes contain a space.
 */
export function zipCodesOf(typed: string): string[] {
  return typed
    .replace(/\s*[-–—]\s*/g, '-')
    .replace(/\b(\d{5}) (\d{4})\b/g, '$1-$2')
    .replace(/([\d*])[ \t]+(?=\d{3})/g, '$1,')
    .split(/[,;|\n]+/)
    .map((code) => code.trim())
    .filter((code) => code !== '');
}

export const zonesSchema = z.object({
  zones: z.array(
    z.object({
      name: called(60),
      zipCodes: z
        .string()
        .check(z.refine((typed) => zipCodesOf(typed).length > 0, 'Enter at least one code')),
      fee: amount,
      minimumOrder: amountOrNone,
      freeAbove: amountOrNone,
      quoteOnly: z.boolean(),
    }),
  ),
  otherByQuote: z.boolean(),
  otherFee: amountOrNone,
});

export type ZonesForm = z.infer<typeof zonesSchema>;

export const NEW_ZONE: ZonesForm['zones'][number] = {
  name: '',
  zipCodes: '',
  fee: Number.NaN,
  minimumOrder: Number.NaN,
  freeAbove: Number.NaN,
  quoteOnly: false,
};

/** Convert the zones to form values. */
export function formOf({ zones, other }: DeliveryZones): ZonesForm {
  return {
    zones: zones.map(({ name, zipCodes, fee, minimumOrder, freeAbove, quoteOnly }) => ({
      name,
      zipCodes: zipCodes.join(', '),
      fee,
      minimumOrder: minimumOrder ?? Number.NaN,
      freeAbove: freeAbove ?? Number.NaN,
      quoteOnly,
    })),
    // Adding a first zone keeps the current fee for other ZIP codes; "by quote" has to be chosen.
    otherByQuote: other === null && zones.length > 0,
    otherFee: other?.fee ?? 0,
  };
}

/** Convert the form values for the server. */
export function zonesOf({ zones, otherByQuote, otherFee }: ZonesForm): DeliveryZonesInput {
  const orNone = (typed: number) => (Number.isNaN(typed) ? null : typed);
  return {
    zones: zones.map((zone) => ({
      ...zone,
      name: zone.name.trim(),
      zipCodes: zipCodesOf(zone.zipCodes),
      minimumOrder: orNone(zone.minimumOrder),
      freeAbove: orNone(zone.freeAbove),
    })),
    other: otherByQuote ? null : { fee: orNone(otherFee) ?? 0 },
  };
}

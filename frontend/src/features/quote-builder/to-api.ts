/** Converts the builder's form to a quote on the wire, and back. */

import { ApiError } from '@/api/errors';
import type { EstimateInput, Quote, QuoteInput } from '@/api/types';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { type BookingDraft, EMPTY_DRAFT, OTHER_PLACE } from '@/booking-form/draft';
import {
  type FirstLine,
  firstLineOf,
  type LineInput,
  linesOnWire,
  namedForForm,
  soundLines,
} from '@/components/booking/lines';
import { withTime } from '@/components/typed-time';
import { dayOf } from '@/lib/dates';
import type { Format } from '@/lib/format';
import { lettersOf } from '@/sign/letters';
import { type QuoteTerms, termsOnWire } from './terms';

/** A typed day with its time; an unchanged value is sent as it was received. */
function dayOnWire(
  format: Format,
  typed: string,
  time: string,
  known: string | null | undefined,
): string | null {
  const day = isoFromTyped(format, typed);
  if (day === null) return null;
  const on = withTime(day, time);
  return known?.startsWith(on) && known.includes('T') === on.includes('T') ? known : on;
}

const orNull = (text: string) => text.trim() || null;

/**
 * The complete quote. Empty values are null, so that they clear stored ones.
 *
 * @param known the previous quote, if an existing one is changed
 */
export function quoteInput(
  format: Format,
  draft: BookingDraft,
  terms: QuoteTerms,
  known: Quote | null,
): QuoteInput {
  const { expiresAt, ...offered } = termsOnWire(format, terms);
  const addOns = Object.fromEntries(draft.addOns.map((code) => [code, true]));
  const { message, size, colorOption } = draft;
  return {
    ...rentalOnWire({ message, size, colorOption, addOns }, terms, known),
    ...placeOfQuote(draft, terms, known),
    customerName: orNull(draft.customerName),
    customerEmail: orNull(draft.customerEmail),
    customerPhone: orNull(draft.customerPhone),
    deliveryDate: dayOnWire(format, draft.deliveryDate, terms.deliveryTime, known?.deliveryDate),
    pickupDate: dayOnWire(format, draft.pickupDate, terms.pickupTime, known?.pickupDate),
    eventType: orNull(draft.eventType),
    preferredInstallTime: orNull(draft.preferredInstallTime),
    notes: orNull(draft.notes),
    ...offered,
    discountCode: orNull(draft.discountCode),
    damageWaiver: draft.damageWaiver === '' ? null : draft.damageWaiver === 'yes',
    expiresAt:
      expiresAt !== null && known?.expiresAt && dayOf(known.expiresAt) === expiresAt
        ? known.expiresAt
        : expiresAt,
  };
}

/** The place: a venue, an address, or the parts that are known. */
function placeOfQuote(draft: BookingDraft, terms: QuoteTerms, known: Quote | null): Partial<QuoteInput> {
  const isVenue = draft.venueId !== '' && draft.venueId !== OTHER_PLACE;
  const nowhere = {
    venueId: null,
    venueName: isVenue ? null : orNull(terms.venueName),
    venueAddress: null,
    ...(known?.address && { address: null }),
  };
  if (isVenue) return { ...nowhere, venueId: Number(draft.venueId) };
  if (draft.venueId === '') return nowhere;
  const { street, city } = draft;
  const region = {
    state: orNull(terms.state),
    zipCode: orNull(draft.zipCode),
    country: orNull(terms.country),
    accessNotes: orNull(draft.accessNotes),
  };
  // A street alone may be a one-line address from before addresses had parts.
  const hasParts = city.trim() !== '' || Object.values(region).some((part) => part !== null);
  if (!hasParts) return { ...nowhere, venueAddress: orNull(street) };
  const address = { street: street.trim(), city: city.trim(), ...region };
  return { venueId: null, venueName: orNull(terms.venueName), address };
}

/** True if the rental is more than one line of letters in the default finish. */
function hasLines({ more, finish }: QuoteTerms, known: Quote | null): boolean {
  // A quote that had several lines before is sent as lines even if only one is left.
  return soundLines(more).length > 0 || finish !== '' || (known !== null && known.lines.length !== 1);
}

/** The rental: a single line of letters in its own fields, anything else as lines. */
export function rentalOnWire<Rental extends FirstLine>(
  first: Rental,
  terms: QuoteTerms,
  known: Quote | null,
): Rental | (Omit<Rental, keyof FirstLine> & { lines: LineInput[] }) {
  if (!hasLines(terms, known)) return first;
  const { message, size, colorOption, addOns, ...rest } = first;
  const lines = linesOnWire({ message, size, colorOption, addOns }, terms.finish, soundLines(terms.more));
  return { ...rest, lines };
}

/** Lines that affect the price besides the form; `withFirstLine` adds the first one. */
export function linesToPrice(terms: QuoteTerms, known: Quote | null): Pick<EstimateInput, 'lines'> {
  if (!hasLines(terms, known)) return {};
  return { lines: linesOnWire({ message: 'A' }, terms.finish, soundLines(terms.more)) };
}

/** Complete an estimate request: if it has lines, the first comes from the form's letter fields. */
export function withFirstLine(request: EstimateInput): EstimateInput {
  const { lines, ...rest } = request;
  const [first, ...more] = lines ?? [];
  if (first?.kind !== 'letters') return request;
  const { message, size, colorOption, addOns, ...other } = rest;
  const letters = { message, size, colorOption, addOns };
  const whole = lettersOf(message ?? '').length > 0 ? linesOnWire(letters, first.finish ?? '', []) : [];
  return { ...other, lines: [...whole, ...more] };
}

/** Await a call, mapping errors of the first line to the form's own fields. */
export async function atFormFields<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw withFields(error, namedForForm(error.fields));
  }
}

/** Copy of an error with renamed fields. */
function withFields(error: ApiError, fields: Readonly<Record<string, string>>): ApiError {
  const { status, code, sentence, explained, extra, retryAfter } = error;
  const text = JSON.stringify({ ...extra, ...(explained && { message: sentence }), code, fields });
  return new ApiError(status, text, '', {
    cause: error,
    retryAfter: retryAfter === null ? null : String(retryAfter),
  });
}

/** Convert a quote to the form's draft. */
export function draftOf(format: Format, quote: Quote): BookingDraft {
  const day = (iso: string | null) => (iso === null ? '' : typedFromIso(format, dayOf(iso)));
  const { message, size, colorOption, addOns } = firstLineOf(quote);
  const { address } = quote;
  return {
    ...EMPTY_DRAFT,
    message,
    size,
    // The builder stores these with its terms.
    finish: '',
    more: [],
    venueId:
      quote.venueId !== null
        ? String(quote.venueId)
        : address !== null || quote.venueAddress !== null
          ? OTHER_PLACE
          : '',
    street: address?.street ?? (quote.venueId === null ? (quote.venueAddress ?? '') : ''),
    city: address?.city ?? '',
    zipCode: address?.zipCode ?? '',
    accessNotes: address?.accessNotes ?? '',
    customerName: quote.customerName ?? '',
    customerEmail: quote.customerEmail ?? '',
    customerPhone: quote.customerPhone ?? '',
    deliveryDate: day(quote.deliveryDate),
    pickupDate: day(quote.pickupDate),
    eventType: quote.eventType ?? '',
    preferredInstallTime: quote.preferredInstallTime ?? '',
    colorOption,
    addOns,
    notes: quote.notes ?? '',
    discountCode: quote.discountCode ?? '',
    damageWaiver: quote.damageWaiver ? 'yes' : 'no',
  };
}

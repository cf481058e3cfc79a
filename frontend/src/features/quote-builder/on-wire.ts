/** The builder's form as a quote on the wire, and back. */
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
} from '@/components/booking/more-lines';
import { withTime } from '@/components/typed-time';
import { dayOf } from '@/lib/dates';
import { lettersOf } from '@/sign/letters';
import { type QuoteTerms, termsOnWire } from './terms';

/** A day as typed, with its time; what is the same as before is sent back as it came. */
function dayOnWire(typed: string, time: string, known: string | null | undefined): string | null {
  const day = isoFromTyped(typed);
  if (day === null) return null;
  const on = withTime(day, time);
  return known?.startsWith(on) && known.includes('T') === on.includes('T') ? known : on;
}

const orNull = (text: string) => text.trim() || null;

/**
 * Everything that a quote says. Empty values are null, so that they also clear what was there.
 *
 * @param known the quote as it was, if an existing one is changed
 */
export function quoteInput(draft: BookingDraft, terms: QuoteTerms, known: Quote | null): QuoteInput {
  const { expiresAt, ...offered } = termsOnWire(terms);
  const addOns = Object.fromEntries(draft.addOns.map((code) => [code, true]));
  const { message, size, colorOption } = draft;
  return {
    ...rentalOnWire({ message, size, colorOption, addOns }, terms, known),
    ...placeOfQuote(draft, terms, known),
    customerName: orNull(draft.customerName),
    customerEmail: orNull(draft.customerEmail),
    customerPhone: orNull(draft.customerPhone),
    deliveryDate: dayOnWire(draft.deliveryDate, terms.deliveryTime, known?.deliveryDate),
    pickupDate: dayOnWire(draft.pickupDate, terms.pickupTime, known?.pickupDate),
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

/** Where it goes: a venue, an address, or no more than what is known of the place. */
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
  // A street alone may be an address on one line, as quotes had it before there were parts.
  const hasParts = city.trim() !== '' || Object.values(region).some((part) => part !== null);
  if (!hasParts) return { ...nowhere, venueAddress: orNull(street) };
  const address = { street: street.trim(), city: city.trim(), ...region };
  return { venueId: null, venueName: orNull(terms.venueName), address };
}

/** Whether the rental is more than one line of letters in the usual finish. */
function hasLines({ more, finish }: QuoteTerms, known: Quote | null): boolean {
  // What had several lines before says so also when it has one now.
  return soundLines(more).length > 0 || finish !== '' || (known !== null && known.lines.length !== 1);
}

/** What is rented: one line of letters by its own fields, anything else as lines. */
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

/** The lines that a price depends on beside the form; `withFirstLine` fills in the first of them. */
export function linesToPrice(terms: QuoteTerms, known: Quote | null): Pick<EstimateInput, 'lines'> {
  if (!hasLines(terms, known)) return {};
  return { lines: linesOnWire({ message: 'A' }, terms.finish, soundLines(terms.more)) };
}

/** What to price: if it has lines, the first of them comes from the form's own fields for letters. */
export function withFirstLine(request: EstimateInput): EstimateInput {
  const { lines, ...rest } = request;
  const [first, ...more] = lines ?? [];
  if (first?.kind !== 'letters') return request;
  const { message, size, colorOption, addOns, ...other } = rest;
  const letters = { message, size, colorOption, addOns };
  const whole = lettersOf(message ?? '').length > 0 ? linesOnWire(letters, first.finish ?? '', []) : [];
  return { ...other, lines: [...whole, ...more] };
}

/** A call whose refusal names the form's own fields for what it says of the first line. */
export async function atFormFields<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw withFields(error, namedForForm(error.fields));
  }
}

/** The same error with other names of its fields, as a form calls them. */
function withFields(error: ApiError, fields: Readonly<Record<string, string>>): ApiError {
  const { status, code, sentence, explained, extra, retryAfter } = error;
  const text = JSON.stringify({ ...extra, ...(explained && { message: sentence }), code, fields });
  return new ApiError(status, text, '', {
    cause: error,
    retryAfter: retryAfter === null ? null : String(retryAfter),
  });
}

/** A quote as the form holds it. */
export function draftOf(quote: Quote): BookingDraft {
  const day = (iso: string | null) => (iso === null ? '' : typedFromIso(dayOf(iso)));
  const { message, size, colorOption, addOns } = firstLineOf(quote);
  const { address } = quote;
  return {
    ...EMPTY_DRAFT,
    message,
    size,
    // The builder keeps these with its terms.
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

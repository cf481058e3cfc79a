/** Converts the builder's form to the wire format of a quote, and back. */

import type { Quote, QuoteInput } from '@/api/types';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { type BookingDraft, EMPTY_DRAFT, OTHER_PLACE, rentalOnWire } from '@/booking-form/draft';
import { linesOf, needsLines } from '@/components/booking/lines';
import { withTime } from '@/components/typed-time';
import { dayOf } from '@/lib/dates';
import type { Format } from '@/lib/format';
import { customerOnWire, type QuoteTerms, termsOnWire } from './terms';

/** A typed day with its time; an unchanged value is sent as it was received. */
function dayOnWire(
  format: Format,
  typed: string,
  time: string,
  original: string | null | undefined,
): string | null {
  const day = isoFromTyped(format, typed);
  if (day === null) return null;
  const on = withTime(day, time);
  return original?.startsWith(on) && original.includes('T') === on.includes('T') ? original : on;
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
  return {
    ...rentalOnWire(draft.lines, asLines(draft, known)),
    ...placeOfQuote(draft, terms, known),
    ...customerOnWire(terms),
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

/** The location: a venue, an address, or the known parts of one. */
function placeOfQuote(draft: BookingDraft, terms: QuoteTerms, quote: Quote | null): Partial<QuoteInput> {
  const isVenue = draft.venueId !== '' && draft.venueId !== OTHER_PLACE;
  const nowhere = {
    venueId: null,
    venueName: isVenue ? null : orNull(terms.venueName),
    venueAddress: null,
    ...(quote?.address && { address: null }),
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

/**
 * True if the rental is sent as a list of lines. A quote that had several lines before stays a list, even if
 * only one is left.
 */
export function asLines({ lines }: BookingDraft, quote: Quote | null): boolean {
  return needsLines(lines) || (quote !== null && quote.lines.length !== 1);
}

/** Convert a quote to the form's draft. */
export function draftOf(format: Format, quote: Quote): BookingDraft {
  const day = (iso: string | null) => (iso === null ? '' : typedFromIso(format, dayOf(iso)));
  const { address } = quote;
  return {
    ...EMPTY_DRAFT,
    lines: linesOf(quote),
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
    notes: quote.notes ?? '',
    discountCode: quote.discountCode ?? '',
    damageWaiver: quote.damageWaiver ? 'yes' : 'no',
  };
}

/** The builder's form as a quote on the wire, and back. */
import type { Quote, QuoteInput } from '@/api/types';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import type { BookingDraft } from '@/booking-form/draft';
import { dayOf } from '@/lib/dates';
import { type QuoteTerms, termsOnWire } from './terms';

/** A day as typed; one that stands for the day of `known` keeps its time. */
function dayOnWire(typed: string, known: string | null | undefined): string | null {
  const day = isoFromTyped(typed);
  return day !== null && known && dayOf(known) === day ? known : day;
}

const orNull = (text: string) => text.trim() || null;

/**
 * Everything that a quote says. What is empty is null, so that it also clears what was there.
 *
 * @param known the quote as it was, when one is changed
 */
export function quoteInput(draft: BookingDraft, terms: QuoteTerms, known: Quote | null): QuoteInput {
  const own = draft.venueId === '';
  const { expiresAt, ...offered } = termsOnWire(terms);
  return {
    message: draft.message,
    size: draft.size,
    venueId: own ? null : Number(draft.venueId),
    venueName: own ? orNull(terms.venueName) : null,
    venueAddress: own ? orNull(terms.venueAddress) : null,
    customerName: orNull(draft.customerName),
    customerEmail: orNull(draft.customerEmail),
    customerPhone: orNull(draft.customerPhone),
    deliveryDate: dayOnWire(draft.deliveryDate, known?.deliveryDate),
    pickupDate: dayOnWire(draft.pickupDate, known?.pickupDate),
    eventType: orNull(draft.eventType) as NonNullable<QuoteInput['eventType']> | null,
    preferredInstallTime: orNull(draft.preferredInstallTime) as NonNullable<
      QuoteInput['preferredInstallTime']
    > | null,
    colorOption: draft.colorOption,
    addOns: Object.fromEntries(draft.addOns.map((code) => [code, true])),
    notes: orNull(draft.notes),
    ...offered,
    expiresAt:
      expiresAt !== null && known?.expiresAt && dayOf(known.expiresAt) === expiresAt
        ? known.expiresAt
        : expiresAt,
  };
}

/** A quote as the form holds it. */
export function draftOf(quote: Quote): BookingDraft {
  const day = (iso: string | null) => (iso === null ? '' : typedFromIso(dayOf(iso)));
  return {
    message: quote.message,
    size: quote.size,
    finish: '',
    more: [],
    venueId: quote.venueId === null ? '' : String(quote.venueId),
    customerName: quote.customerName ?? '',
    customerEmail: quote.customerEmail ?? '',
    customerPhone: quote.customerPhone ?? '',
    deliveryDate: day(quote.deliveryDate),
    pickupDate: day(quote.pickupDate),
    eventType: quote.eventType ?? '',
    preferredInstallTime: quote.preferredInstallTime ?? '',
    colorOption: quote.colorOption,
    addOns: Object.entries(quote.addOns)
      .filter(([, chosen]) => chosen)
      .map(([code]) => code),
    notes: quote.notes ?? '',
  };
}

/**
 * State of the quote builder: the public form's state plus the operator's terms, saved as a quote or booked.
 */

import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { askOwnEstimate, placeOwnBooking, readDays } from '@/api/operator-form';
import { bookQuote, changeQuote, createQuote, useQuotesChanged } from '@/api/quotes';
import { reload } from '@/api/read';
import type { Booking, BookingInput, EstimateInput, Quote, Venue } from '@/api/types';
import { isoFromTyped } from '@/booking-form/dates';
import { type BookingDraft, EMPTY_DRAFT, OTHER_PLACE, sentLines, withFirst } from '@/booking-form/draft';
import { draftStorage } from '@/booking-form/draft-storage';
import { newKey } from '@/booking-form/idempotency';
import { largestSize, type Offer } from '@/booking-form/offer';
import { type BookingCalls, type SubmitResult, useBookingForm } from '@/booking-form/useBookingForm';
import { type Choices, withKept } from '@/components/booking/kept-options';
import { faultsByLine, lineFaults, pricesOf } from '@/components/booking/lines';
import { reasonMissing } from '@/components/booking/quote-defaults';
import { withTime } from '@/components/typed-time';
import { useFormat } from '@/lib/format';
import { useKeptTerms } from './kept-terms';
import {
  customerOnWire,
  needsQuote,
  noTerms,
  placeOnWire,
  pricedTerms,
  type QuoteTerms,
  termFaults,
  termsOf,
} from './terms';
import { draftOf, quoteInput } from './to-api';

/** Terms with a single field each, in page order. */
const SINGLE_TERMS = ['deliveryTime', 'pickupTime', 'discount', 'expiresAt'] as const;

/** Initial values: the largest size and the first color of the price list. */
function freshDraft(offer: Offer): BookingDraft {
  const [{ colorOption }] = EMPTY_DRAFT.lines;
  const color = offer.colors.find(({ code }) => code === colorOption) ?? offer.colors[0];
  return {
    ...EMPTY_DRAFT,
    ...withFirst(EMPTY_DRAFT, { size: largestSize(offer), colorOption: color?.code ?? '' }),
  };
}

/** A stored draft without choices that are no longer offered. */
function stillOffered(
  draft: BookingDraft,
  fresh: BookingDraft,
  offer: Choices,
  venues: readonly Pick<Venue, 'id'>[],
): BookingDraft {
  const has = (rows: readonly { code: string }[], code: string) => rows.some((row) => row.code === code);
  const [{ size, colorOption, addOns }] = draft.lines;
  const [usual] = fresh.lines;
  return {
    ...draft,
    ...withFirst(draft, {
      size: has(offer.sizes, size) ? size : usual.size,
      colorOption: has(offer.colors, colorOption) ? colorOption : usual.colorOption,
      addOns: addOns.filter((code) => has(offer.addOns, code)),
    }),
    venueId:
      draft.venueId === OTHER_PLACE || venues.some(({ id }) => String(id) === draft.venueId)
        ? draft.venueId
        : '',
  };
}

/** Result of saving: the saved quote, or the refusal. */
export type SaveResult = { readonly kind: 'saved'; readonly quote: Quote } | SubmitResult;

/** Options of an operator's booking. */
export interface BookingChoice {
  /** Pending with a temporary hold, instead of confirmed. */
  readonly asRequest: boolean;
  /** Email the confirmation to the customer. */
  readonly notify: boolean;
}

/** Add the typed times to the dates of a request. */
function atTimes<Rental extends { deliveryDate?: string | null; pickupDate?: string | null }>(
  rental: Rental,
  { deliveryTime, pickupTime }: QuoteTerms,
): Rental {
  const { deliveryDate, pickupDate } = rental;
  return {
    ...rental,
    ...(deliveryDate && { deliveryDate: withTime(deliveryDate, deliveryTime) }),
    ...(pickupDate && { pickupDate: withTime(pickupDate, pickupTime) }),
  };
}

function choiceOnWire({ asRequest, notify }: BookingChoice): Pick<BookingInput, 'asRequest' | 'notify'> {
  return { asRequest, notify: notify && !asRequest };
}

export interface QuoteOptions {
  /** Key under which the browser stores a new quote. */
  name: string;
  offer: Offer;
  venues: readonly Venue[];
  /** True if quotes of this business hold letters by default. */
  usuallyHolds: boolean;
  /** The quote to edit; null for a new one. */
  editing: Quote | null;
  /** What is known of the customer of a new quote. */
  caller: Caller;
}

/** Values of a new quote that come with its customer. */
export interface Caller {
  draft?: Partial<Pick<BookingDraft, 'customerName' | 'customerEmail' | 'customerPhone'>>;
  terms?: Partial<Pick<QuoteTerms, 'customerId' | 'discount' | 'discountKind'>>;
}

/**
 * Replace the discount code that the quote already has with its agreed discount, which stays valid even if
 * the code has ended.
 */
function withKeptCode(request: EstimateInput, quote: Quote | null): EstimateInput {
  const { discountCode, ...rest } = request;
  return quote?.discountCode && discountCode === quote.discountCode
    ? { ...rest, discount: quote.discount }
    : request;
}

/** The created booking, as far as the builder uses it. */
export type Booked = Pick<Booking, 'id' | 'status' | 'customerName'>;

/** The form of one operator. A new quote is stored in the browser until it is saved or booked. */
export function useQuoteForm({ name, offer, venues, usuallyHolds, editing, caller }: QuoteOptions) {
  const format = useFormat();
  const client = useQueryClient();
  const changed = useQuotesChanged();
  const storageName = editing === null ? name : null;

  const initial = useMemo(() => {
    const fresh = freshDraft(offer);
    if (editing === null) return { ...fresh, ...caller.draft };
    return stillOffered(draftOf(format, editing), fresh, withKept(offer, editing.options), venues);
  }, [offer, editing, venues, format, caller]);
  const freshTerms = useMemo(
    () =>
      editing === null
        ? { ...noTerms, holdLetters: usuallyHolds, ...caller.terms }
        : termsOf(format, editing),
    [editing, usuallyHolds, format, caller],
  );
  const { terms, change: changeTerms, forget } = useKeptTerms(storageName, freshTerms);
  const [revealed, setRevealed] = useState(false);
  const [reasonAsked, setReasonAsked] = useState(false);
  const [saving, setSaving] = useState(false);
  const [booking, setBooking] = useState<BookingChoice>({ asRequest: false, notify: true });
  const saved = useRef<Quote | null>(editing);
  const key = useRef(newKey());

  const limits = useMemo(
    () => ({
      today: offer.today,
      lastDay: offer.lastDay,
      maxRentalDays: offer.maxRentalDays,
      venueRequired: venues.length > 0 && terms.venueName.trim() === '',
      pastAllowed: true,
      phoneIsEnough: true,
    }),
    [offer, venues.length, terms.venueName],
  );
  const storage = useMemo(() => {
    if (storageName === null) return undefined;
    const place = draftStorage(storageName);
    return {
      ...place,
      load: () => {
        const form = place.load();
        return form && { ...form, draft: stillOffered(form.draft, initial, offer, venues) };
      },
    };
  }, [storageName, initial, offer, venues]);

  /** Save the quote: the first time creates it, later calls update it. */
  const write = async (draft: BookingDraft, on: QuoteTerms): Promise<Quote> => {
    const input = quoteInput(format, draft, on, saved.current);
    saved.current = await (saved.current === null
      ? createQuote(input, key.current)
      : changeQuote(saved.current, input));
    return saved.current;
  };
  // The form keeps its calls for life, so they read current values through a ref.
  const adding: Pick<BookingInput, 'overbookReason'> = {};
  const now = useRef({ write, adding, terms, booking });
  const draftNow = useRef(initial);
  const estimated = useRef<EstimateInput | null>(null);
  const [declinedId] = useState(newKey);
  const calls = useMemo(
    (): BookingCalls<Booked> => ({
      // The form's requests match the server's types, except that closed lists are plain strings.
      estimate: (request, _key, signal) => {
        estimated.current = withKeptCode(atTimes(request, now.current.terms), editing);
        return askOwnEstimate(estimated.current, signal);
      },
      book: async (payload, bookingKey) => {
        const { write: save, adding, terms: on, booking: choice } = now.current;
        const draft = draftNow.current;
        const plain = saved.current === null && !needsQuote(format, on);
        const { totalPrice: _shown, ...rest } = atTimes(payload, on);
        const booking = plain
          ? await placeOwnBooking(
              {
                ...rest,
                ...adding,
                // The form shows the customer's usual discount, so an empty field is none.
                discount: null,
                ...customerOnWire(on),
                ...placeOnWire(on, draft.venueId, rest.address),
                ...choiceOnWire(choice),
              },
              bookingKey,
            )
          : await bookQuote((await save(draft, on)).id, adding.overbookReason ?? undefined);
        await reload(client, 'bookings');
        if (!plain) await changed();
        return booking;
      },
    }),
    [client, changed, editing, format],
  );
  const alsoPriced = useMemo(
    () => ({
      ...pricedTerms(terms),
      ...(editing !== null && { quoteId: editing.id }),
    }),
    [terms, editing],
  );
  const form = useBookingForm({ limits, initial, calls, alsoPriced, ...(storage && { storage }) });
  const { draft, estimate } = form;
  draftNow.current = draft;

  const short = !estimate.pending && estimate.estimate?.available === false;
  const reason = terms.overbookReason.trim();
  now.current = { write, terms, booking, adding: short && reason !== '' ? { overbookReason: reason } : {} };

  const faults = termFaults(format, terms, offer.today);
  const typedFaults = lineFaults(draft.lines);
  const faultyTerm: 'lines' | 'extraLines' | (typeof SINGLE_TERMS)[number] | undefined =
    typedFaults.size > 0
      ? 'lines'
      : faults.lines.size > 0
        ? 'extraLines'
        : SINGLE_TERMS.find((name) => faults[name] !== undefined);

  /** Save the quote. With `send`, its dates are required. */
  const save = async (send: boolean): Promise<SaveResult> => {
    if (saving || form.sending) return { kind: 'sending' };
    setRevealed(true);
    const fault = form.check(send ? ['message', 'deliveryDate', 'pickupDate'] : ['message']);
    if (fault !== null) return fault;
    setSaving(true);
    try {
      const quote = await write(draft, terms);
      storage?.clear();
      forget();
      await changed();
      return { kind: 'saved', quote };
    } catch (error) {
      const result = form.refuse(error);
      // The next press sends a new request, as for a booking.
      if (result.kind === 'refused' && result.refusal.kind === 'already_sent') key.current = newKey();
      return result;
    } finally {
      setSaving(false);
    }
  };

  const lines = {
    /** Errors of the lines by index: those from the server and, once revealed, those in the typed values. */
    faults: new Map([...faultsByLine(form.errors), ...(revealed ? typedFaults : [])]),
    /** The first error in a typed line. */
    fault: Object.values([...typedFaults.values()][0] ?? {})[0],
    error: form.errors.lines,
    /** Price of each line, by index. */
    prices: pricesOf(estimate.pending ? [] : (estimate.estimate?.lines ?? []), draft.lines),
  };

  const sent = sentLines(draft.lines).map(({ line }) => line);
  const snapshot = JSON.stringify(sent);
  const fullDays = useMemo(() => {
    const load = (stop: 'delivery' | 'pickup') => (month: string, signal: AbortSignal) =>
      readDays({ stop, lines: snapshot, month }, signal);
    return { delivery: load('delivery'), pickup: load('pickup') };
  }, [snapshot]);

  return {
    form,
    terms,
    setTerms: (patch: Partial<QuoteTerms>) => {
      changeTerms(patch);
      // Earlier errors about the terms no longer apply.
      form.change({});
    },
    forgetTerms: forget,
    /**
     * Options of booking at once; null if the booking comes from a quote, which is always confirmed and
     * emailed.
     */
    bookingChoice: editing === null && !needsQuote(format, terms) ? booking : null,
    setBookingChoice: (patch: Partial<BookingChoice>) => setBooking((before) => ({ ...before, ...patch })),
    faults,
    /** The rental in wire format. */
    sent,
    /** Errors and prices of its lines. */
    lines,
    /** The first term with an error. */
    faultyTerm,
    reasonFault: short && reason === '' ? reasonMissing : undefined,
    /**
     * True if booking was refused for lack of stock, so that a reason for overbooking is required. Quotes
     * need none.
     */
    reasonAsked,
    askReason: () => setReasonAsked(true),
    /** True once errors for empty terms are shown, too. */
    revealed,
    reveal: () => setRevealed(true),
    save,
    saving,
    dirty: editing !== null && (draft !== initial || terms !== freshTerms),
    short,
    /** The request behind the shown availability, and an id for recording it as declined. */
    declined: { clientId: declinedId, estimated: () => estimated.current },
    limits,
    fullDays,
    delivery: isoFromTyped(format, draft.deliveryDate),
    pickup: isoFromTyped(format, draft.pickupDate),
  };
}

export type QuoteForm = ReturnType<typeof useQuoteForm>;

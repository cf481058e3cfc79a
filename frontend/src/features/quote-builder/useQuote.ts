/** The quote builder's form: the public form's, with what only an operator may say. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { bookingsKey } from '@/api/bookings';
import { askOwnEstimate, placeOwnBooking, readFullDays } from '@/api/own-form';
import type { Booking, BookingInput, EstimateInput, Venue } from '@/api/types';
import { isoFromTyped } from '@/booking-form/dates';
import { type BookingDraft, EMPTY_DRAFT } from '@/booking-form/draft';
import { draftStorage } from '@/booking-form/draft-storage';
import type { Offer } from '@/booking-form/offer';
import { type BookingCalls, useBookingForm } from '@/booking-form/useBookingForm';
import { reasonMissing, totalError } from '@/booking-parts/own-terms';
import { lettersOf } from '@/sign/letters';
import { useOwnTerms } from './own-terms';

/** What a fresh form holds: the largest size and the first color of the price list. */
function freshDraft(offer: Offer): BookingDraft {
  const color = offer.colors.find(({ code }) => code === EMPTY_DRAFT.colorOption) ?? offer.colors[0];
  return { ...EMPTY_DRAFT, size: offer.sizes.at(-1)?.code ?? '', colorOption: color?.code ?? '' };
}

/** A kept draft without choices that are no longer offered. */
export function stillOffered(
  draft: BookingDraft,
  fresh: BookingDraft,
  offer: Offer,
  venues: readonly Pick<Venue, 'id'>[],
): BookingDraft {
  const has = (rows: Offer['sizes'], code: string) => rows.some((row) => row.code === code);
  return {
    ...draft,
    size: has(offer.sizes, draft.size) ? draft.size : fresh.size,
    colorOption: has(offer.colors, draft.colorOption) ? draft.colorOption : fresh.colorOption,
    addOns: draft.addOns.filter((code) => has(offer.addOns, code)),
    venueId: venues.some(({ id }) => String(id) === draft.venueId) ? draft.venueId : '',
  };
}

/** The form of one operator, kept in the browser under `name` until it is booked. */
export function useQuote(name: string, offer: Offer, venues: readonly Venue[]) {
  const client = useQueryClient();
  const { terms, put, clear } = useOwnTerms(name);
  const [termsShown, setTermsShown] = useState(false);

  const initial = useMemo(() => freshDraft(offer), [offer]);
  const limits = useMemo(
    () => ({
      today: offer.today,
      lastDay: offer.lastDay,
      maxRentalDays: offer.maxRentalDays,
      venueRequired: venues.length > 0,
      pastAllowed: true,
    }),
    [offer, venues.length],
  );
  const storage = useMemo(() => {
    const kept = draftStorage(name);
    return {
      ...kept,
      load: () => {
        const form = kept.load();
        return form && { ...form, draft: stillOffered(form.draft, initial, offer, venues) };
      },
    };
  }, [name, initial, offer, venues]);

  // The form keeps its calls for life, so what they add to a booking is looked up when it is sent.
  const adding = useRef<Pick<BookingInput, 'totalPrice' | 'overbookReason'>>({});
  const calls = useMemo(
    (): BookingCalls<Booking> => ({
      // What the form asks and books is what the server's own types describe, with texts for its closed lists.
      estimate: (request, _key, signal) => askOwnEstimate(request as EstimateInput, signal),
      book: async (payload, key) => {
        const { totalPrice: _shown, ...rest } = payload;
        const booking = await placeOwnBooking({ ...rest, ...adding.current } as BookingInput, key);
        await client.invalidateQueries({ queryKey: bookingsKey });
        return booking;
      },
    }),
    [client],
  );
  const form = useBookingForm({ limits, initial, calls, storage });
  const { draft, estimate } = form;

  const short = !estimate.pending && estimate.estimate?.available === false;
  const faults = {
    total: totalError(terms.total),
    overbookReason: short && terms.overbookReason.trim() === '' ? reasonMissing : undefined,
  };
  adding.current = {
    ...(terms.total.trim() !== '' && { totalPrice: Number(terms.total) }),
    ...(short && terms.overbookReason.trim() !== '' && { overbookReason: terms.overbookReason.trim() }),
  };

  const { message, size } = draft;
  const buildable = lettersOf(message).length > 0;
  const fullDays = useCallback(
    (month: string, signal: AbortSignal) => readFullDays({ size, message }, month, signal),
    [size, message],
  );

  return {
    form,
    terms,
    setTerms: (change: Partial<typeof terms>) => put({ ...terms, ...change }),
    clearTerms: clear,
    /** What is wrong with the own terms; shown once somebody has tried to book. */
    faults,
    termErrors: termsShown ? faults : { total: faults.total, overbookReason: undefined },
    revealTerms: () => setTermsShown(true),
    short,
    limits,
    loadFullDays: buildable ? fullDays : null,
    delivery: isoFromTyped(draft.deliveryDate),
    pickup: isoFromTyped(draft.pickupDate),
  };
}

export type Quote = ReturnType<typeof useQuote>;

/** The operator's own total in currency units; null while none is typed that can be charged. */
export function ownTotal({ terms, faults }: Pick<Quote, 'terms' | 'faults'>): number | null {
  return terms.total.trim() === '' || faults.total !== undefined ? null : Number(terms.total);
}

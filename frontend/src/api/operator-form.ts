/** Booking form calls of a signed-in operator, for their own business. */
import { useQuery } from '@tanstack/react-query';
import { api, body } from './client';
import { ask, read } from './read';
import type { BookingInput, EstimateInput, OwnEstimate } from './types';

/** Booking options of the business: sizes, colors, add-ons with prices, and the maximum rental period. */
export function useOwnOffer(enabled = true) {
  return useQuery({
    ...read([], '/api/booking-form'),
    // Contains today's date, so it is reloaded for every form.
    gcTime: 0,
    enabled,
  });
}

/** Price and availability for a form's content, with free quantities. Omitted values become null. */
export async function askOwnEstimate(input: EstimateInput, signal: AbortSignal): Promise<OwnEstimate> {
  const answer = body(await api.POST('/api/estimate', { body: input, signal }));
  return {
    ...answer,
    breakdown: answer.breakdown ?? null,
    available: answer.available ?? null,
    shortages: answer.shortages ?? [],
    alternatives: answer.alternatives ?? [],
  };
}

/** Estimate as query options. */
export const ownEstimate = (input: EstimateInput) =>
  ask(['bookings', 'inventory', 'settings'], '/api/estimate', input);

/** Create a booking for the operator's own business. The same key returns the first booking. */
export async function placeOwnBooking(input: BookingInput, key: string) {
  const answer = await api.POST('/api/bookings', { body: input, headers: { 'Idempotency-Key': key } });
  return body(answer);
}

/** Days of a month ("2027-06"), with the reason if these lines are unavailable to customers. */
export async function readDays(
  query: { lines: string; stop: 'delivery' | 'pickup'; month: string },
  signal: AbortSignal,
) {
  return body(await api.GET('/api/availability/calendar', { params: { query }, signal })).days;
}

/** The booking form's calls when a signed-in operator fills it in, for the operator's own business. */
import { useQuery } from '@tanstack/react-query';
import { api, body } from './client';
import { ask, read } from './read';
import type { BookingInput, EstimateInput, OwnEstimate } from './types';

/** What this business offers: sizes, colors, add-ons with their prices, and how long a rental may be. */
export function useOwnOffer(enabled = true) {
  return useQuery({
    ...read([], '/api/booking-form'),
    // It says which day today is, so it is read again for every form.
    gcTime: 0,
    enabled,
  });
}

/** Price and stock for the contents of a form, with free counts. Values that the server omits are null. */
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

/** The same as the options of a query. */
export const ownEstimate = (input: EstimateInput) =>
  ask(['bookings', 'inventory', 'settings'], '/api/estimate', input);

/** Books for this business itself. The same key again returns the first booking. */
export async function placeOwnBooking(input: BookingInput, key: string) {
  const answer = await api.POST('/api/bookings', { body: input, headers: { 'Idempotency-Key': key } });
  return body(answer);
}

/** The days of a month ("2027-06"), and why customers could not have these lines on some of them. */
export async function readDays(
  query: { lines: string; stop: 'delivery' | 'pickup'; month: string },
  signal: AbortSignal,
) {
  return body(await api.GET('/api/availability/calendar', { params: { query }, signal })).days;
}

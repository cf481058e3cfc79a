/** Booking form calls of a signed-in operator, for their own business. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, body, unwrap } from './client';
import { ask, read } from './read';
import type { components } from './schema';
import type { BookingInput, EstimateInput, OwnEstimate } from './types';

type MissedRequest = components['schemas']['MissedRequestInput'];

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

/** Record a request that the business declined for lack of letters, once per client ID. */
export const useRecordMissedRequest = () =>
  useMutation({
    mutationFn: (input: MissedRequest) => unwrap(api.POST('/api/missed-requests', { body: input })),
    meta: { invalidates: ['bookings'] },
  });

/** Undo recording a declined request. */
export const useForgetMissedRequest = () =>
  useMutation({
    mutationFn: (clientId: string) =>
      unwrap(api.DELETE('/api/missed-requests/{client_id}', at({ client_id: clientId }))),
    meta: { invalidates: ['bookings'] },
  });

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

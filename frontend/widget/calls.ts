/** API calls of the public form. */
import { ApiError } from '@/api/errors';
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';
import type { Estimate } from '@/booking-form/answers';
import { type BookingPayload, type EstimateRequest, operatorOnWire } from '@/booking-form/draft';
import type { Offer, VenueChoice } from '@/booking-form/offer';
import type { BookingCalls } from '@/booking-form/useBookingForm';

type Schemas = components['schemas'];

/** A booking as returned to the visitor. */
export type Booked = Schemas['PlacedOut'] & {
  /** The amount authorized on the visitor's card since. */
  authorized?: number;
};

/** True if the booking's letters are held until the visitor pays. */
export const isHeld = ({ payment, payBy }: Booked) => Boolean(payment ?? payBy);

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

/** Venues to choose from. */
function loadVenues(operator: string): Promise<readonly VenueChoice[]> {
  return callPublicly<VenueChoice[]>(`/api/venues?${query({ userId: operator })}`);
}

/** Load the operator's offer and venues. */
export async function loadForm(operator: string): Promise<{ offer: Offer; venues: readonly VenueChoice[] }> {
  const [offer, venues] = await Promise.all([
    callPublicly<Offer>(`/api/booking-form?${query({ userId: operator })}`),
    loadVenues(operator),
  ]);
  return { offer, venues };
}

const NO_ESTIMATE: Estimate = {
  breakdown: null,
  available: null,
  shortages: [],
  alternatives: [],
  offers: [],
  closed: null,
  delivery: null,
  letters: [],
  lines: [],
};

/**
 * Load price and stock. With an empty key the server stores nothing. Fields missing in the response get their
 * defaults.
 */
export async function askEstimate(
  request: EstimateRequest,
  key: string,
  signal: AbortSignal,
): Promise<Estimate> {
  const response = await callPublicly<Partial<Estimate>>('/api/estimate', { body: request, key, signal });
  return { ...NO_ESTIMATE, ...response };
}

/**
 * Input for the server's bot checks: the token with the time at which the form was opened, and the content of
 * the honeypot field.
 */
export interface Proof {
  readonly formToken: string | undefined;
  readonly website: string;
  /** Version of the accepted terms. */
  readonly termsVersion?: string | undefined;
  /** True if the visitor agreed to texts. */
  readonly textConsent?: true | undefined;
  /** Code of the partner whose link the visitor followed. */
  readonly via?: string | undefined;
  /** True to send the request even if letters are short or a day is closed. */
  readonly askAnyway?: boolean | undefined;
}

const USUAL_WAIT_S = 3;
/** Period during which temporary failures are retried. */
const PATIENCE_MS = 30_000;

/**
 * True if the same request is expected to succeed in a moment: a restored form was submitted faster than the
 * server allows, many customers book at once, or the database is being moved. Such requests are retried
 * without a message.
 */
const passes = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.code === 'too_quick' ||
    (error.status === 503 && error.code !== 'maintenance' && error.retryAfter !== null));

/** API calls of a form; `proof` is evaluated when a booking is sent. */
export function visitorCalls(proof: () => Proof): BookingCalls<Booked> {
  return {
    estimate: askEstimate,
    book: async (payload: BookingPayload, key: string) => {
      const until = Date.now() + PATIENCE_MS;
      for (;;) {
        try {
          // The idempotency key prevents a second booking.
          return await callPublicly<Booked>('/api/bookings', { body: { ...payload, ...proof() }, key });
        } catch (error) {
          const wait = passes(error) ? (error.retryAfter ?? USUAL_WAIT_S) * 1000 : Infinity;
          if (Date.now() + wait > until) throw error;
          await new Promise((resolve) => setTimeout(resolve, wait));
        }
      }
    },
  };
}

/**
 * API calls of a form that its operator previews in the settings: nothing is sent or stored. Estimates carry
 * no key, so the server does not record missed letters.
 */
export const previewCalls: BookingCalls<Booked> = {
  estimate: (request, _key, signal) => askEstimate(request, '', signal),
  book: () => Promise.reject(new Error('A preview books nothing.')),
};

/** Load the days of a month ("2027-06"), with the reason for each that cannot be booked. */
export async function readDays(
  { operator, ...params }: { operator: string; lines: string; stop: string; month: string },
  signal: AbortSignal,
) {
  const answer = await callPublicly<Schemas['CalendarOut']>(
    `/api/availability/calendar?${query({ userId: String(operatorOnWire(operator)), ...params })}`,
    { signal },
  );
  return answer.days;
}

/** The calls of the public form. */
import { ApiError } from '@/api/errors';
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';
import type { Estimate } from '@/booking-form/answers';
import { type BookingPayload, type EstimateRequest, operatorOnWire } from '@/booking-form/draft';
import type { Offer, VenueChoice } from '@/booking-form/offer';
import type { BookingCalls } from '@/booking-form/useBookingForm';
import { writeDaysAs } from '@/lib/day-order';

type Schemas = components['schemas'];

/** The booking as a visitor gets it back. */
export type Booked = Schemas['PlacedOut'];

/** A booking that was sent, as it stands on its page now. */
export type BookingNow = Pick<Schemas['PublicBookingOut'], 'status' | 'received'>;

/** What has become of a booking that waits for its payment. `token` is the end of its page's address. */
export function readBooking(token: string, signal: AbortSignal): Promise<BookingNow> {
  return callPublicly<BookingNow>(`/api/public/bookings/${token}`, { signal });
}

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

/** The venues that may be chosen. */
function loadVenues(operator: string): Promise<readonly VenueChoice[]> {
  return callPublicly<VenueChoice[]>(`/api/venues?${query({ userId: operator })}`);
}

/** What the operator offers, and the venues. */
export async function loadForm(operator: string): Promise<{ offer: Offer; venues: readonly VenueChoice[] }> {
  const [offer, venues] = await Promise.all([
    callPublicly<Offer>(`/api/booking-form?${query({ userId: operator })}`),
    loadVenues(operator),
  ]);
  writeDaysAs(offer.dateFormat);
  return { offer, venues };
}

const NOTHING_SAID: Estimate = {
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

/** Price and stock; without a key the server remembers nothing of it. What it has nothing to say about, it leaves out. */
export async function askEstimate(
  request: EstimateRequest,
  key: string,
  signal: AbortSignal,
): Promise<Estimate> {
  const said = await callPublicly<Partial<Estimate>>('/api/estimate', { body: request, key, signal });
  return { ...NOTHING_SAID, ...said };
}

/** By what the server tells a person from a program: since when the form is open, and a field that nobody sees. */
export interface Proof {
  readonly formToken: string | undefined;
  readonly website: string;
  /** The terms that were accepted. */
  readonly termsVersion?: string | undefined;
  /** Whether it is to be sent where letters or closed days would refuse it. */
  readonly askAnyway?: boolean | undefined;
}

const USUAL_WAIT_S = 3;
/** How long a form tries again automatically. */
const PATIENCE_MS = 30_000;

/**
 * Whether the same request will be taken in a moment: somebody whose text was kept over a reload was quicker than the
 * server believes, or many book at once, or the database is moving to another machine. Nobody has to know.
 */
const passes = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.code === 'too_quick' ||
    (error.status === 503 && error.code !== 'maintenance' && error.retryAfter !== null));

/** The calls of a form; `proof` is asked when a booking is sent. */
export function visitorCalls(proof: () => Proof): BookingCalls<Booked> {
  return {
    estimate: askEstimate,
    book: async (payload: BookingPayload, key: string) => {
      const until = Date.now() + PATIENCE_MS;
      for (;;) {
        try {
          // The key makes sure that nothing is booked twice.
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
 * The calls of a form that its operator tries out in the settings: nothing is sent or remembered. Without the key by
 * which the server would remember what could not be built.
 */
export const previewCalls: BookingCalls<Booked> = {
  estimate: (request, _key, signal) => askEstimate(request, '', signal),
  book: () => Promise.reject(new Error('A preview books nothing.')),
};

/** The days of a month ("2027-06"), and why some of them cannot be booked. */
export async function readDays(
  { operator, ...asked }: { operator: string; lines: string; stop: string; month: string },
  signal: AbortSignal,
) {
  const answer = await callPublicly<Schemas['CalendarOut']>(
    `/api/availability/calendar?${query({ userId: String(operatorOnWire(operator)), ...asked })}`,
    { signal },
  );
  return answer.days;
}

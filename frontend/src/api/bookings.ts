import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall, useChange } from './change';
import { api, at, body } from './client';
import { ApiError } from './errors';
import { read, reload, reloadExcept, useFilteredPages } from './read';
import type { BookingDetails, BookingPatch, BookingStatus, BulkInput, DuplicateInput } from './types';

const bookingOf = (id: number) =>
  read(['bookings', 'inventory', 'payments'], '/api/bookings/{booking_id}', { path: { booking_id: id } });
const PAGE_SIZE = 50;

/** The order of a list; a minus in front reverses it. */
export type BookingSort =
  | 'deliveryDate'
  | 'pickupDate'
  | 'createdAt'
  | 'customerName'
  | 'message'
  | 'venueName'
  | 'status'
  | 'total'
  | 'balance'
  | 'requestsFirst';

/** Which bookings a list shows. Days are "2027-06-01" and mean the delivery. */
export interface BookingFilter {
  statuses?: readonly BookingStatus[];
  q?: string;
  date?: string;
  from?: string;
  to?: string;
  /** A day of delivery or of pickup. */
  on?: string;
  /** What the dashboard counts. */
  figure?: 'week' | 'month';
  /** Requests that wait for an answer, and what is not over. */
  scope?: 'open';
  venueId?: number;
  /** "unpaid", "partly", "paid", "disputed", "lost"; several with commas. */
  paid?: string;
  /** Where the goods are, such as "out". */
  goods?: string;
  sort?: BookingSort | `-${BookingSort}`;
}

function queryOf({ statuses = [], ...rest }: BookingFilter) {
  return { ...rest, ...(statuses.length > 0 && { status: statuses.join(',') }) };
}

/** How many bookings match on each tab of the list, whichever of them is open. */
export function useBookingCounts(
  { statuses: _tab, sort: _order, scope: _opening, ...filter }: BookingFilter,
  enabled = true,
) {
  return useQuery({
    ...read(['bookings'], '/api/bookings/counts', { query: filter }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Bookings by delivery, page after page. */
export function useBookingPages(filter: BookingFilter, enabled = true) {
  return useFilteredPages(
    ['bookings', 'inventory', 'payments'],
    '/api/bookings',
    { ...queryOf(filter), limit: PAGE_SIZE },
    { enabled },
  );
}

/** What a calendar shows of all rentals that touch a day from `from` to `to`. */
export function useCalendar(filter: Pick<BookingFilter, 'statuses' | 'q'> & { from: string; to: string }) {
  return useQuery({
    ...read(['bookings'], '/api/bookings/calendar', {
      query: { ...queryOf(filter), from: filter.from, to: filter.to },
    }),
    placeholderData: keepPreviousData,
  });
}

/**
 * One booking with its history.
 *
 * @param fresh true where it is about to be changed: what is known is shown, and read again at once
 */
export function useBooking(id: number, { fresh = false }: { fresh?: boolean } = {}) {
  return useQuery({ ...bookingOf(id), refetchOnMount: fresh ? 'always' : true });
}

/** Shows a changed booking at once and reloads the lists. */
function useUpdateCache() {
  const client = useQueryClient();
  return (booking: BookingDetails) => {
    const { queryKey } = bookingOf(booking.id);
    client.setQueryData(queryKey, booking);
    // Not waited for: the answer is already on the screen.
    void reloadExcept(client, queryKey, 'bookings');
  };
}

export interface StatusChange {
  id: number;
  status: BookingStatus;
  /** Confirms a request that no longer fits the stock. */
  overbookReason?: string;
  /** Completes before the pickup day. */
  early?: boolean;
  /** Takes a completed or canceled booking back. */
  reopen?: boolean;
  /** Whether the customer gets an email. */
  notify?: boolean;
  reason?: string;
  /** What canceling costs the customer, in currency units. */
  fee?: number;
  /** Returns what was received over the fee. */
  refund?: boolean;
  /** How long the email of a cancellation waits. */
  undoSeconds?: number;
}

/** Confirms, cancels, completes or reopens a booking. */
export const useChangeStatus = () =>
  useCall(
    ({ id, ...input }: StatusChange) =>
      api.PATCH('/api/bookings/{booking_id}/status', { ...at({ booking_id: id }), body: input }),
    { onSuccess: useUpdateCache() },
  );

/** Changes a booking; only what the patch names. */
export function useEditBooking(id: number) {
  const client = useQueryClient();
  return useCall(
    (patch: BookingPatch) =>
      api.PATCH('/api/bookings/{booking_id}', { ...at({ booking_id: id }), body: patch }),
    {
      onSuccess: useUpdateCache(),
      onError: (error) => {
        // Somebody else was faster: whatever is on the screen is read again.
        if (isStale(error)) void reload(client, 'bookings');
      },
    },
  );
}

/** True for the refusal of an edit of a booking that has been changed since it was read. */
export function isStale(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'changed_meanwhile';
}

/** The email that an edit would send to the customer, and what the edit does to the total. Nothing is saved. */
export const useEditPreview = (id: number) =>
  useCall((patch: BookingPatch) =>
    api.POST('/api/bookings/{booking_id}/edit-preview', { ...at({ booking_id: id }), body: patch }),
  );

/** Books the same again on other days. The same key again returns the first booking. */
export const useDuplicate = (id: number) =>
  useChange(
    ({ key, ...input }: DuplicateInput & { key: string }) =>
      api.POST('/api/bookings/{booking_id}/duplicate', {
        ...at({ booking_id: id }),
        headers: { 'Idempotency-Key': key },
        body: input,
      }),
    'bookings',
  );

/** One action for several bookings; the response gives the outcome for each. */
export function useBulk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: BulkInput) =>
      body(await api.POST('/api/bookings/bulk', { body: input })).outcomes,
    onSettled: () => reload(client, 'bookings'),
  });
}

import { keepPreviousData, type MutationFunctionContext, useMutation, useQuery } from '@tanstack/react-query';
import { api, at, body, unwrap } from './client';
import { ApiError } from './errors';
import { read, reload, reloadExcept, useFilteredPages } from './read';
import type {
  BookingDetails,
  BookingPatch,
  BookingStatus,
  BulkInput,
  DuplicateInput,
  LostReason,
} from './types';

const bookingOf = (id: number) =>
  read(['bookings', 'inventory', 'payments'], '/api/bookings/{booking_id}', { path: { booking_id: id } });
const PAGE_SIZE = 50;

/** Sort order; a leading minus reverses it. */
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

/** Filters of the booking list. Dates are delivery dates in ISO format ("2027-06-01") unless noted. */
export interface BookingFilter {
  statuses?: readonly BookingStatus[];
  q?: string;
  date?: string;
  from?: string;
  to?: string;
  /** Delivery or pickup date. */
  on?: string;
  /** Period of a dashboard figure. */
  figure?: 'week' | 'month';
  /** Pending requests and bookings that are not over. */
  scope?: 'open';
  venueId?: number;
  /** "unpaid", "partly", "paid", "disputed", "lost"; several are comma-separated. */
  paid?: string;
  /** Location status of the goods, such as "out". */
  goods?: string;
  sort?: BookingSort | `-${BookingSort}`;
}

function queryOf({ statuses = [], ...rest }: BookingFilter) {
  return { ...rest, ...(statuses.length > 0 && { status: statuses.join(',') }) };
}

/** Number of matching bookings on each tab. */
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

/** Bookings by delivery date, paginated. */
export function useBookingPages(filter: BookingFilter, enabled = true) {
  return useFilteredPages(
    ['bookings', 'inventory', 'payments'],
    '/api/bookings',
    { ...queryOf(filter), limit: PAGE_SIZE },
    { enabled },
  );
}

/** Load the rentals for the calendar: all that overlap the days from `from` through `to`. */
export function useCalendar(filter: Pick<BookingFilter, 'statuses' | 'q'> & { from: string; to: string }) {
  return useQuery({
    ...read(['bookings'], '/api/bookings/calendar', {
      query: { ...queryOf(filter), from: filter.from, to: filter.to },
    }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Booking with its history.
 *
 * @param fresh true if it is about to be edited: cached data is shown and reloaded immediately
 */
export function useBooking(id: number, { fresh = false }: { fresh?: boolean } = {}) {
  return useQuery({ ...bookingOf(id), refetchOnMount: fresh ? 'always' : true });
}

/** `onSuccess` of a mutation: update the booking in the cache and reload the lists. */
function storeBooking(
  booking: BookingDetails,
  _input: unknown,
  _result: unknown,
  { client }: MutationFunctionContext,
) {
  const { queryKey } = bookingOf(booking.id);
  client.setQueryData(queryKey, booking);
  // Not awaited: the response is already on the screen.
  void reloadExcept(client, queryKey, 'bookings');
}

export interface StatusChange {
  id: number;
  status: BookingStatus;
  /** Reason to confirm a request that no longer fits the stock. */
  overbookReason?: string;
  /** Complete before the pickup day. */
  early?: boolean;
  /** Reopen a completed or canceled booking. */
  reopen?: boolean;
  /** Whether to email the customer. */
  notify?: boolean;
  reason?: string;
  /** Why a canceled booking was lost. */
  lostReason?: LostReason;
  /** Cancellation fee in currency units. */
  fee?: number;
  /** Refund payments beyond the fee. */
  refund?: boolean;
  /** Delay of the cancellation email in seconds. */
  undoSeconds?: number;
}

/** Confirm, cancel, complete or reopen a booking. */
export const useChangeStatus = () =>
  useMutation({
    mutationFn: ({ id, ...input }: StatusChange) =>
      unwrap(api.PATCH('/api/bookings/{booking_id}/status', { ...at({ booking_id: id }), body: input })),
    onSuccess: storeBooking,
  });

/** Update the fields of a booking in the patch. */
export const useEditBooking = (id: number) =>
  useMutation({
    mutationFn: (patch: BookingPatch) =>
      unwrap(api.PATCH('/api/bookings/{booking_id}', { ...at({ booking_id: id }), body: patch })),
    onSuccess: storeBooking,
    onError: (error, _patch, _result, { client }) => {
      // Changed concurrently: reload everything on the screen.
      if (isStale(error)) void reload(client, 'bookings');
    },
  });

/** Whether an edit failed because the booking has changed since it was read. */
export function isStale(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'changed_meanwhile';
}

/** Preview of an edit: the email to the customer and the change of the total. Nothing is saved. */
export const useEditPreview = (id: number) =>
  useMutation({
    mutationFn: (patch: BookingPatch) =>
      unwrap(api.POST('/api/bookings/{booking_id}/edit-preview', { ...at({ booking_id: id }), body: patch })),
  });

/** Copy a booking to other dates. The same key returns the first copy. */
export const useDuplicate = (id: number) =>
  useMutation({
    mutationFn: ({ key, ...input }: DuplicateInput & { key: string }) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/duplicate', {
          ...at({ booking_id: id }),
          headers: { 'Idempotency-Key': key },
          body: input,
        }),
      ),
    meta: { invalidates: ['bookings'] },
  });

/** Apply one action to several bookings; the response has each outcome. */
export const useBulk = () =>
  useMutation({
    mutationFn: async (input: BulkInput) =>
      body(await api.POST('/api/bookings/bulk', { body: input })).outcomes,
    meta: { invalidates: ['bookings'], invalidatesOnError: true },
  });

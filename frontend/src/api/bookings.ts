import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, body } from './client';
import { ApiError } from './errors';
import type {
  Booking,
  BookingDetails,
  BookingPatch,
  BookingStatus,
  BulkInput,
  DuplicateInput,
} from './types';

/** Every read of bookings starts with this key, so that one invalidation reaches all of them. */
export const bookingsKey = ['bookings'] as const;

const oneKey = (id: number) => [...bookingsKey, 'one', id] as const;
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
  /** "unpaid", "partly", "paid"; several with commas. */
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
    queryKey: [...bookingsKey, 'counts', filter],
    queryFn: async ({ signal }) =>
      body(await api.GET('/api/bookings/counts', { params: { query: filter }, signal })),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Bookings by delivery, page after page. The rows before a change of filter stay until the new ones are there. */
export function useBookingPages(filter: BookingFilter, enabled = true) {
  return useInfiniteQuery({
    queryKey: [...bookingsKey, 'pages', filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...queryOf(filter), limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) };
      const page = body(await api.GET('/api/bookings', { params: { query }, signal }));
      return page as { items: Booking[]; nextCursor: string | null };
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** What a calendar shows of all rentals that touch a day from `from` to `to`. */
export function useCalendar(filter: Pick<BookingFilter, 'statuses' | 'q'> & { from: string; to: string }) {
  return useQuery({
    queryKey: [...bookingsKey, 'calendar', filter],
    queryFn: async ({ signal }) => {
      const query = queryOf(filter) as { from: string; to: string };
      return body(await api.GET('/api/bookings/calendar', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
}

/**
 * One booking with its history.
 *
 * @param fresh true where it is about to be changed: what is known is shown, and read again at once
 */
export function useBooking(id: number, { fresh = false }: { fresh?: boolean } = {}) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: async ({ signal }) =>
      // Staff get the same without money; screens ask for the right before they show any.
      body(
        await api.GET('/api/bookings/{booking_id}', { params: { path: { booking_id: id } }, signal }),
      ) as BookingDetails,
    refetchOnMount: fresh ? 'always' : true,
  });
}

/** Shows a changed booking at once and reloads the lists. */
function useUpdateCache() {
  const client = useQueryClient();
  return (booking: BookingDetails) => {
    client.setQueryData(oneKey(booking.id), booking);
    // Not waited for: the answer is already on the screen.
    void client.invalidateQueries({
      queryKey: bookingsKey,
      predicate: ({ queryKey }) => queryKey[1] !== 'one',
    });
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
export function useChangeStatus() {
  const updateCache = useUpdateCache();
  return useMutation({
    mutationFn: async ({ id, ...input }: StatusChange) =>
      body(
        await api.PATCH('/api/bookings/{booking_id}/status', {
          params: { path: { booking_id: id } },
          body: input,
        }),
      ) as BookingDetails,
    onSuccess: updateCache,
  });
}

/** Changes a booking; only what the patch names. */
export function useEditBooking(id: number) {
  const client = useQueryClient();
  const updateCache = useUpdateCache();
  return useMutation({
    mutationFn: async (patch: BookingPatch) =>
      body(
        await api.PATCH('/api/bookings/{booking_id}', { params: { path: { booking_id: id } }, body: patch }),
      ) as BookingDetails,
    onSuccess: updateCache,
    onError: (error) => {
      // Somebody else was faster: whatever is on the screen is read again.
      if (isStale(error)) void client.invalidateQueries({ queryKey: bookingsKey });
    },
  });
}

/** True for the refusal of an edit of a booking that has been changed since it was read. */
export function isStale(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'changed_meanwhile';
}

/** The email that an edit would send to the customer, and what the edit does to the total. Nothing is saved. */
export function useEditPreview(id: number) {
  return useMutation({
    mutationFn: async (patch: BookingPatch) =>
      body(
        await api.POST('/api/bookings/{booking_id}/edit-preview', {
          params: { path: { booking_id: id } },
          body: patch,
        }),
      ),
  });
}

/** Books the same again on other days. The same key again returns the first booking. */
export function useDuplicate(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ key, ...input }: DuplicateInput & { key: string }) =>
      body(
        await api.POST('/api/bookings/{booking_id}/duplicate', {
          params: { path: { booking_id: id } },
          headers: { 'Idempotency-Key': key },
          body: input,
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: bookingsKey }),
  });
}

/** One action for several bookings; the response gives the outcome for each. */
export function useBulk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: BulkInput) =>
      body(await api.POST('/api/bookings/bulk', { body: input })).outcomes,
    onSettled: () => client.invalidateQueries({ queryKey: bookingsKey }),
  });
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { bookingsKey } from './bookings';
import { api, body } from './client';
import { messagesKey } from './email-status';
import { useCan } from './rights';
import type { components } from './schema';

export type InvoiceState = components['schemas']['InvoiceState'];

const invoiceKey = (bookingId: number) => [...bookingsKey, 'invoice', bookingId] as const;

/** Where a booking's documents can be downloaded. */
export function paperAddress(bookingId: number, paper: 'confirmation' | 'invoice'): string {
  return `/api/bookings/${bookingId}/${paper}.pdf`;
}

/**
 * The number of a booking's invoice, null while it has none. Only asked for people who may make documents.
 */
export function useInvoice(bookingId: number) {
  const enabled = useCan('makePapers');
  return useQuery({
    queryKey: invoiceKey(bookingId),
    enabled,
    queryFn: async () =>
      body(
        await api.GET('/api/bookings/{booking_id}/invoice', { params: { path: { booking_id: bookingId } } }),
      ),
  });
}

/** Issues a booking's invoice, or returns the one that it has. */
export function useIssueInvoice(bookingId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      body(
        await api.POST('/api/bookings/{booking_id}/invoice', { params: { path: { booking_id: bookingId } } }),
      ),
    onSuccess: (issued) => client.setQueryData<InvoiceState>(invoiceKey(bookingId), issued),
  });
}

/** Emails a booking's invoice to its customer. */
export function useSendInvoice(bookingId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      body(
        await api.POST('/api/bookings/{booking_id}/invoice/send', {
          params: { path: { booking_id: bookingId } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: messagesKey }),
  });
}

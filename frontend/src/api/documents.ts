import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { read, reload } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type InvoiceState = components['schemas']['InvoiceState'];

const invoiceOf = (bookingId: number) =>
  read(['bookings', 'payments'], '/api/bookings/{booking_id}/invoice', { path: { booking_id: bookingId } });

/** Where a booking's documents can be downloaded. */
export function paperAddress(bookingId: number, paper: 'confirmation' | 'invoice'): string {
  return `/api/bookings/${bookingId}/${paper}.pdf`;
}

/**
 * The number of a booking's invoice, null while it has none. Only asked for people who may make documents.
 */
export function useInvoice(bookingId: number) {
  const enabled = useCan('makePapers');
  return useQuery({ ...invoiceOf(bookingId), enabled });
}

/** Issues a booking's invoice, or returns the one that it has. */
export function useIssueInvoice(bookingId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      body(
        await api.POST('/api/bookings/{booking_id}/invoice', { params: { path: { booking_id: bookingId } } }),
      ),
    onSuccess: (issued) => client.setQueryData(invoiceOf(bookingId).queryKey, issued),
  });
}

/** Where an invoice that was replaced can be downloaded. */
export function replacedAddress(bookingId: number, number: string): string {
  return `/api/bookings/${bookingId}/invoices/${encodeURIComponent(number)}.pdf`;
}

/** Replaces a booking's invoice by one that says what the booking is now. */
export function useReplaceInvoice(bookingId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (send: boolean) =>
      body(
        await api.POST('/api/bookings/{booking_id}/invoice/replace', {
          params: { path: { booking_id: bookingId } },
          body: { send },
        }),
      ),
    onSuccess: (issued) => {
      client.setQueryData(invoiceOf(bookingId).queryKey, issued);
      void reload(client, 'messages');
    },
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
    onSuccess: () => reload(client, 'messages'),
  });
}

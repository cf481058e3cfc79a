import { useQuery } from '@tanstack/react-query';
import { useChange, useSave } from './change';
import { api, at } from './client';
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
export const useInvoice = (bookingId: number) =>
  useQuery({ ...invoiceOf(bookingId), enabled: useCan('makePapers') });

/** Issues a booking's invoice, or returns the one that it has. */
export const useIssueInvoice = (bookingId: number) =>
  useSave(invoiceOf(bookingId), () =>
    api.POST('/api/bookings/{booking_id}/invoice', at({ booking_id: bookingId })),
  );

/** Where an invoice that was replaced can be downloaded. */
export function replacedAddress(bookingId: number, number: string): string {
  return `/api/bookings/${bookingId}/invoices/${encodeURIComponent(number)}.pdf`;
}

/** Replaces a booking's invoice by one that says what the booking is now. */
export const useReplaceInvoice = (bookingId: number) =>
  useSave(
    invoiceOf(bookingId),
    (send: boolean) =>
      api.POST('/api/bookings/{booking_id}/invoice/replace', {
        ...at({ booking_id: bookingId }),
        body: { send },
      }),
    (_, client) => void reload(client, 'messages'),
  );

/** Emails a booking's invoice to its customer. */
export const useSendInvoice = (bookingId: number) =>
  useChange(
    () => api.POST('/api/bookings/{booking_id}/invoice/send', at({ booking_id: bookingId })),
    'messages',
  );

import { useQuery } from '@tanstack/react-query';
import { useChange, useSave } from './change';
import { api, at } from './client';
import { read, reload } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type InvoiceState = components['schemas']['InvoiceState'];

const invoiceOf = (bookingId: number) =>
  read(['bookings', 'payments'], '/api/bookings/{booking_id}/invoice', { path: { booking_id: bookingId } });

/** Download URL of a booking's document. */
export function paperAddress(bookingId: number, paper: 'confirmation' | 'invoice'): string {
  return `/api/bookings/${bookingId}/${paper}.pdf`;
}

/** Invoice number of a booking, or null. Enabled only for users who can create documents. */
export const useInvoice = (bookingId: number) =>
  useQuery({ ...invoiceOf(bookingId), enabled: useCan('makePapers') });

/** Issue a booking's invoice, or return the existing one. */
export const useIssueInvoice = (bookingId: number) =>
  useSave(invoiceOf(bookingId), () =>
    api.POST('/api/bookings/{booking_id}/invoice', at({ booking_id: bookingId })),
  );

/** Download URL of a replaced invoice. */
export function replacedAddress(bookingId: number, number: string): string {
  return `/api/bookings/${bookingId}/invoices/${encodeURIComponent(number)}.pdf`;
}

/** Replace a booking's invoice with one for its current state. */
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

/** Email a booking's invoice to its customer. */
export const useSendInvoice = (bookingId: number) =>
  useChange(
    () => api.POST('/api/bookings/{booking_id}/invoice/send', at({ booking_id: bookingId })),
    'messages',
  );

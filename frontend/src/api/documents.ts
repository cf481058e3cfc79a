import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read, setDataOf } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type InvoiceState = components['schemas']['InvoiceState'];

const invoiceOf = (bookingId: number) =>
  read(['bookings', 'payments'], '/api/bookings/{booking_id}/invoice', { path: { booking_id: bookingId } });

/** Download URL of a booking's document. */
export function paperAddress(bookingId: number, paper: 'confirmation' | 'invoice'): string {
  return `/api/bookings/${bookingId}/${paper}.pdf`;
}

/** Download URL of an invoice's electronic form. */
export const electronicAddress = (bookingId: number, format: 'cii' | 'ubl'): string =>
  `/api/bookings/${bookingId}/invoice.xml?format=${format}`;

/** Invoice number of a booking, or null. Enabled only for users who can create documents. */
export const useInvoice = (bookingId: number) =>
  useQuery({ ...invoiceOf(bookingId), enabled: useCan('manageDocuments') });

/** Issue a booking's invoice, or return the existing one. */
export const useIssueInvoice = (bookingId: number) =>
  useMutation({
    mutationFn: () => unwrap(api.POST('/api/bookings/{booking_id}/invoice', at({ booking_id: bookingId }))),
    onSuccess: setDataOf(invoiceOf(bookingId)),
  });

/** Download URL of a replaced invoice. */
export function replacedAddress(bookingId: number, number: string): string {
  return `/api/bookings/${bookingId}/invoices/${encodeURIComponent(number)}.pdf`;
}

/** Replace a booking's invoice with one for its current state. */
export const useReplaceInvoice = (bookingId: number) =>
  useMutation({
    mutationFn: (send: boolean) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/invoice/replace', {
          ...at({ booking_id: bookingId }),
          body: { send },
        }),
      ),
    onSuccess: setDataOf(invoiceOf(bookingId)),
    meta: { invalidates: ['messages'], awaits: false },
  });

/** Email a booking's invoice to its customer. */
export const useSendInvoice = (bookingId: number) =>
  useMutation({
    mutationFn: () =>
      unwrap(api.POST('/api/bookings/{booking_id}/invoice/send', at({ booking_id: bookingId }))),
    meta: { invalidates: ['messages'] },
  });

/** Contracts of bookings and quotes: sending them to signers, reminders, and the business's own signature. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read } from './read';
import { useCan } from './rights';
import type { components } from './schema';

type Schemas = components['schemas'];
export type Contract = Schemas['ContractOut'];
export type ContractSigner = Schemas['SignerOut'];
export type ContractInput = Schemas['ContractInput'];

/** The booking or quote that a contract belongs to. */
export type ContractOf = { bookingId: number } | { quoteId: number };

const meta = { invalidates: ['bookings', 'quotes', 'messages'] as const };

/** The contract of a booking or quote. Staff only get whether a booking's is signed. */
export function useContract(of: ContractOf) {
  const may = useCan('manageDocuments');
  const ofBooking = 'bookingId' in of;
  const booking = useQuery({
    ...read(['bookings', 'settings'], '/api/bookings/{booking_id}/contract', {
      path: { booking_id: ofBooking ? of.bookingId : 0 },
    }),
    enabled: ofBooking,
  });
  const quote = useQuery({
    ...read(['bookings', 'quotes', 'settings'], '/api/quotes/{quote_id}/contract', {
      path: { quote_id: ofBooking ? 0 : of.quoteId },
    }),
    enabled: !ofBooking && may,
  });
  return ofBooking ? booking : quote;
}

/** Send the contract to its signers. */
export const useSendContract = (of: ContractOf) =>
  useMutation({
    mutationFn: (body: ContractInput) =>
      unwrap(
        'bookingId' in of
          ? api.POST('/api/bookings/{booking_id}/contract', { ...at({ booking_id: of.bookingId }), body })
          : api.POST('/api/quotes/{quote_id}/contract', { ...at({ quote_id: of.quoteId }), body }),
      ),
    meta,
  });

/** Email the link to the signer whose turn it is once more. */
export const useRemindSigner = (of: ContractOf) =>
  useMutation({
    mutationFn: () =>
      unwrap(
        'bookingId' in of
          ? api.POST('/api/bookings/{booking_id}/contract/remind', at({ booking_id: of.bookingId }))
          : api.POST('/api/quotes/{quote_id}/contract/remind', at({ quote_id: of.quoteId })),
      ),
    meta,
  });

/** Sign for the business after all signers. */
export const useCountersign = (of: ContractOf) =>
  useMutation({
    mutationFn: () =>
      unwrap(
        'bookingId' in of
          ? api.POST('/api/bookings/{booking_id}/contract/countersign', at({ booking_id: of.bookingId }))
          : api.POST('/api/quotes/{quote_id}/contract/countersign', at({ quote_id: of.quoteId })),
      ),
    meta,
  });

/** Download URL of the contract or its certificate. */
export const contractFile = (of: ContractOf, file: 'contract' | 'certificate') =>
  'bookingId' in of ? `/api/bookings/${of.bookingId}/${file}.pdf` : `/api/quotes/${of.quoteId}/${file}.pdf`;

/** Contracts of bookings: sending them to signers, reminders, and the business's own signature. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read } from './read';
import type { components } from './schema';

type Schemas = components['schemas'];
export type Contract = Schemas['ContractOut'];
export type ContractSigner = Schemas['SignerOut'];
export type ContractInput = Schemas['ContractInput'];

/** A booking's contract. Staff only get whether it is signed. */
export const useContract = (bookingId: number) =>
  useQuery(
    read(['bookings', 'settings'], '/api/bookings/{booking_id}/contract', {
      path: { booking_id: bookingId },
    }),
  );

/** Send the contract to its signers. */
export const useSendContract = (bookingId: number) =>
  useMutation({
    mutationFn: (body: ContractInput) =>
      unwrap(api.POST('/api/bookings/{booking_id}/contract', { ...at({ booking_id: bookingId }), body })),
    meta: { invalidates: ['bookings', 'messages'] },
  });

/** Email the link to the signer whose turn it is once more. */
export const useRemindSigner = (bookingId: number) =>
  useMutation({
    mutationFn: () =>
      unwrap(api.POST('/api/bookings/{booking_id}/contract/remind', at({ booking_id: bookingId }))),
    meta: { invalidates: ['bookings', 'messages'] },
  });

/** Sign for the business after all signers. */
export const useCountersign = (bookingId: number) =>
  useMutation({
    mutationFn: () =>
      unwrap(api.POST('/api/bookings/{booking_id}/contract/countersign', at({ booking_id: bookingId }))),
    meta: { invalidates: ['bookings', 'messages'] },
  });

/** Download URL of the contract or its certificate. */
export const contractFile = (bookingId: number, file: 'contract' | 'certificate') =>
  `/api/bookings/${bookingId}/${file}.pdf`;

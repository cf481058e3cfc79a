import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read, setDataOf } from './read';
import type { components } from './schema';

export type CustomerSide = components['schemas']['CustomerSideOut'];
export type ChangeRequest = components['schemas']['ChangeRequestOut'];
export type RequestedChange = components['schemas']['RequestedChangeOut'];
export type ChangeOut = components['schemas']['ChangeAnswerInput'];

const sideOf = (id: number) =>
  read(['bookings'], '/api/bookings/{booking_id}/customer', { path: { booking_id: id } });

/** Customer's entries on the booking page, and the link to it. */
export function useCustomerSide(id: number) {
  return useQuery(sideOf(id));
}

/** Create or replace the link to the booking page. */
export const useMakeLink = (id: number) =>
  useMutation({
    mutationFn: (input: { renew: boolean }) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/customer-link', { ...at({ booking_id: id }), body: input }),
      ),
    onSuccess: setDataOf(sideOf(id)),
  });

/** Make a change that the customer requested; the customer gets an email. */
export const useAcceptChange = (id: number) =>
  useMutation({
    mutationFn: (requestId: number) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/change-requests/{request_id}/accept', {
          ...at({ booking_id: id, request_id: requestId }),
        }),
      ),
    onSuccess: setDataOf(sideOf(id)),
  });

/** Respond to a customer's change request; the customer gets an email. */
export const useAnswerChange = (id: number) =>
  useMutation({
    mutationFn: ({ requestId, ...input }: ChangeOut & { requestId: number }) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/change-requests/{request_id}/answer', {
          ...at({ booking_id: id, request_id: requestId }),
          body: input,
        }),
      ),
    onSuccess: setDataOf(sideOf(id)),
  });

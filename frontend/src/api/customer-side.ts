import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from './client';
import { read } from './read';
import type { components } from './schema';

export type CustomerSide = components['schemas']['CustomerSideOut'];
export type ChangeRequest = components['schemas']['ChangeRequestOut'];
export type ChangeOut = components['schemas']['ChangeAnswerInput'];

const sideOf = (id: number) =>
  read(['bookings'], '/api/bookings/{booking_id}/customer', { path: { booking_id: id } });

/** What a booking's customer has said on its page, and the link there. */
export function useCustomerSide(id: number) {
  return useQuery(sideOf(id));
}

/** Makes the link to the booking's page, or one in its place. */
export function useMakeLink(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: { renew: boolean }) =>
      body(
        await api.POST('/api/bookings/{booking_id}/customer-link', {
          params: { path: { booking_id: id } },
          body: input,
        }),
      ),
    onSuccess: (side) => client.setQueryData(sideOf(id).queryKey, side),
  });
}

/** Answers a change that the customer asked for; the customer gets an email. */
export function useAnswerChange(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ requestId, ...input }: ChangeOut & { requestId: number }) =>
      body(
        await api.POST('/api/bookings/{booking_id}/change-requests/{request_id}/answer', {
          params: { path: { booking_id: id, request_id: requestId } },
          body: input,
        }),
      ),
    onSuccess: (side) => client.setQueryData(sideOf(id).queryKey, side),
  });
}

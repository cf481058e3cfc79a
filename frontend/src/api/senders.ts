/** Senders of online requests and blocked senders. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type RefusedSender = components['schemas']['RefusedSenderOut'];

/** Sender of a request, and what blocking them would cancel. */
export const useSender = (bookingId: number) =>
  useQuery(read(['bookings'], '/api/bookings/{booking_id}/sender', { path: { booking_id: bookingId } }));

/** Block a sender and cancel all their pending requests. */
export const useBlockSender = () =>
  useMutation({
    mutationFn: (bookingId: number) =>
      unwrap(api.POST('/api/bookings/{booking_id}/refuse-sender', at({ booking_id: bookingId }))),
    meta: { invalidates: ['bookings', 'inventory', 'settings'] },
  });

/** Blocked senders. */
export const useBlockedSenders = () =>
  useQuery({ ...read(['settings'], '/api/refused-senders'), enabled: useCan('changeSettings') });

/** Unblock a sender. */
export const useAllowSender = () =>
  useMutation({
    mutationFn: (id: number) => unwrap(api.DELETE('/api/refused-senders/{sender_id}', at({ sender_id: id }))),
    meta: { invalidates: ['/api/refused-senders'] },
  });

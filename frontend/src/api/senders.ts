/** The senders of online requests, and those whose requests the business refuses. */
import { useQuery } from '@tanstack/react-query';
import { useChange } from './change';
import { api, at } from './client';
import { read } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type RefusedSender = components['schemas']['RefusedSenderOut'];

/** Who sent a request, and what is canceled if its sender is blocked. */
export const useSender = (bookingId: number) =>
  useQuery(read(['bookings'], '/api/bookings/{booking_id}/sender', { path: { booking_id: bookingId } }));

/** Cancels everything of a request's sender that waits, and refuses the sender from then on. */
export const useBlockSender = () =>
  useChange(
    (bookingId: number) =>
      api.POST('/api/bookings/{booking_id}/refuse-sender', at({ booking_id: bookingId })),
    'bookings',
    'inventory',
    'settings',
  );

/** The senders whose requests the business refuses. */
export const useBlockedSenders = () =>
  useQuery({ ...read(['settings'], '/api/refused-senders'), enabled: useCan('changeSettings') });

/** Takes a sender's requests again. */
export const useAllowSender = () =>
  useChange(
    (id: number) => api.DELETE('/api/refused-senders/{sender_id}', at({ sender_id: id })),
    '/api/refused-senders',
  );

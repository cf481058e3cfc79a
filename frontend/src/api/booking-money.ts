import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from './change';
import { api, at } from './client';
import { read, reloadExcept } from './read';
import { useCan } from './rights';
import type { components } from './schema';

type Schemas = components['schemas'];
export type BookingMoney = Schemas['MoneyOut'];
export type MoneyEntry = Schemas['MoneyEntryOut'];
export type PaymentShare = Schemas['PaymentShareOut'];

const moneyOf = (bookingId: number) =>
  read(['bookings', 'payments'], '/api/bookings/{booking_id}/payments', { path: { booking_id: bookingId } });

/** Money received, returned and due for a booking. Only asked for people who see money. */
export function useBookingMoney(bookingId: number) {
  return useQuery({ ...moneyOf(bookingId), enabled: useCan('seeMoney') });
}

/** What canceling costs today by the terms of the booking, and how much of the money received goes back. */
export function useCancelingCost(bookingId: number) {
  return useQuery({
    ...read(['bookings', 'payments'], '/api/bookings/{booking_id}/cancellation', {
      path: { booking_id: bookingId },
    }),
    enabled: useCan('seeMoney'),
    // It depends on the day and on payments that come in meanwhile.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Puts the money in place at once and has the booking, whose figures follow from it, read again. */
function useUpdateCache(bookingId: number) {
  const client = useQueryClient();
  return {
    onSuccess: (money: BookingMoney) => {
      const { queryKey } = moneyOf(bookingId);
      client.setQueryData(queryKey, money);
      void reloadExcept(client, queryKey, 'bookings');
    },
    // A refusal may mean that the money has changed; a request without an answer may still be listed.
    onError: () => void client.invalidateQueries({ queryKey: moneyOf(bookingId).queryKey }),
  };
}

/** Records money that did not come in by card. The key keeps a retry from recording it twice. */
export const useRecordPayment = (bookingId: number) =>
  useCall(
    ({ key, ...input }: Schemas['RecordPaymentInput'] & { key: string }) =>
      api.POST('/api/bookings/{booking_id}/payments', {
        ...at({ booking_id: bookingId }),
        headers: { 'Idempotency-Key': key },
        body: input,
      }),
    useUpdateCache(bookingId),
  );

/** Asks the customer by email for a payment. */
export const useRequestPayment = (bookingId: number) =>
  useCall(
    (input: Schemas['RequestPaymentInput']) =>
      api.POST('/api/bookings/{booking_id}/payment-request', {
        ...at({ booking_id: bookingId }),
        body: input,
      }),
    useUpdateCache(bookingId),
  );

/** Gives a payment back, whole or in part. */
export const useRefund = (bookingId: number) =>
  useCall(
    ({ paymentId, key, ...input }: Schemas['RefundInput'] & { paymentId: number; key: string }) =>
      api.POST('/api/bookings/{booking_id}/payments/{payment_id}/refund', {
        ...at({ booking_id: bookingId, payment_id: paymentId }),
        headers: { 'Idempotency-Key': key },
        body: input,
      }),
    useUpdateCache(bookingId),
  );

const sharesOf = (bookingId: number) =>
  read(['bookings', 'payments'], '/api/bookings/{booking_id}/shares', { path: { booking_id: bookingId } });

/** The people among whom the rest of the price is split, each with a link to pay by card. */
export function useShares(bookingId: number) {
  return useQuery(sharesOf(bookingId));
}

/** Puts the shares in place at once. */
function useUpdateShares(bookingId: number) {
  const client = useQueryClient();
  const { queryKey } = sharesOf(bookingId);
  return {
    onSuccess: (shares: Schemas['PaymentSharesOut']) => void client.setQueryData(queryKey, shares),
    // A refusal may mean that somebody has paid meanwhile.
    onError: () => void client.invalidateQueries({ queryKey }),
  };
}

/** Gives somebody a link of their own to a part of what is open. */
export const useAddShare = (bookingId: number) =>
  useCall(
    (input: Schemas['ShareInput']) =>
      api.POST('/api/bookings/{booking_id}/shares', { ...at({ booking_id: bookingId }), body: input }),
    useUpdateShares(bookingId),
  );

/** Takes back a share that nobody has paid. */
export const useRemoveShare = (bookingId: number) =>
  useCall(
    (shareId: number) =>
      api.DELETE(
        '/api/bookings/{booking_id}/shares/{share_id}',
        at({ booking_id: bookingId, share_id: shareId }),
      ),
    useUpdateShares(bookingId),
  );

/** Strikes out a payment that was entered by mistake. */
export const useVoidPayment = (bookingId: number) =>
  useCall(
    (paymentId: number) =>
      api.POST(
        '/api/bookings/{booking_id}/payments/{payment_id}/void',
        at({ booking_id: bookingId, payment_id: paymentId }),
      ),
    useUpdateCache(bookingId),
  );

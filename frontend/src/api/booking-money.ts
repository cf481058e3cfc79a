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

/** Payments, refunds and balance of a booking. Enabled only for users who can see money. */
export function useBookingMoney(bookingId: number) {
  return useQuery({ ...moneyOf(bookingId), enabled: useCan('seeMoney') });
}

/** Cancellation fee if canceled today under the booking's terms, and the resulting refund. */
export function useCancelingCost(bookingId: number) {
  return useQuery({
    ...read(['bookings', 'payments'], '/api/bookings/{booking_id}/cancellation', {
      path: { booking_id: bookingId },
    }),
    enabled: useCan('seeMoney'),
    // Depends on the date and on incoming payments.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Update the payments in the cache and reload the booking, whose totals follow from them. */
function useUpdateCache(bookingId: number) {
  const client = useQueryClient();
  return {
    onSuccess: (money: BookingMoney) => {
      const { queryKey } = moneyOf(bookingId);
      client.setQueryData(queryKey, money);
      void reloadExcept(client, queryKey, 'bookings');
    },
    // An error may mean that payments have changed; a payment request without a response may exist.
    onError: () => void client.invalidateQueries({ queryKey: moneyOf(bookingId).queryKey }),
  };
}

/** Record a payment not made by card. The idempotency key prevents duplicates. */
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

/** Request a payment from the customer by email. */
export const useRequestPayment = (bookingId: number) =>
  useCall(
    (input: Schemas['RequestPaymentInput']) =>
      api.POST('/api/bookings/{booking_id}/payment-request', {
        ...at({ booking_id: bookingId }),
        body: input,
      }),
    useUpdateCache(bookingId),
  );

/** Refund a payment, in full or in part. */
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

/** Shares of the remaining balance, each with a link to pay by card. */
export function useShares(bookingId: number) {
  return useQuery(sharesOf(bookingId));
}

/** Update the shares in the cache. */
function useUpdateShares(bookingId: number) {
  const client = useQueryClient();
  const { queryKey } = sharesOf(bookingId);
  return {
    onSuccess: (shares: Schemas['PaymentSharesOut']) => void client.setQueryData(queryKey, shares),
    // An error may mean that a share has been paid.
    onError: () => void client.invalidateQueries({ queryKey }),
  };
}

/** Create a payment link for part of the balance. */
export const useAddShare = (bookingId: number) =>
  useCall(
    (input: Schemas['ShareInput']) =>
      api.POST('/api/bookings/{booking_id}/shares', { ...at({ booking_id: bookingId }), body: input }),
    useUpdateShares(bookingId),
  );

/** Remove an unpaid share. */
export const useRemoveShare = (bookingId: number) =>
  useCall(
    (shareId: number) =>
      api.DELETE(
        '/api/bookings/{booking_id}/shares/{share_id}',
        at({ booking_id: bookingId, share_id: shareId }),
      ),
    useUpdateShares(bookingId),
  );

/** Void a payment that was recorded by mistake. */
export const useVoidPayment = (bookingId: number) =>
  useCall(
    (paymentId: number) =>
      api.POST(
        '/api/bookings/{booking_id}/payments/{payment_id}/void',
        at({ booking_id: bookingId, payment_id: paymentId }),
      ),
    useUpdateCache(bookingId),
  );

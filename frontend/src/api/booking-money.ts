import { type MutationFunctionContext, useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { invalidate, read, reloadExcept, setDataOf } from './read';
import { useCan } from './rights';
import type { components } from './schema';

type Schemas = components['schemas'];
export type BookingMoney = Schemas['MoneyOut'];
export type MoneyEntry = Schemas['MoneyEntryOut'];
export type PaymentShare = Schemas['PaymentShareOut'];

const moneyOf = (bookingId: number) =>
  read(['bookings', 'payments'], '/api/bookings/{booking_id}/payments', { path: { booking_id: bookingId } });

/** Payments, refunds and balance of a booking, if `needed`. Enabled only for users who can see money. */
export function useBookingMoney(bookingId: number, needed = true) {
  return useQuery({ ...moneyOf(bookingId), enabled: useCan('seeMoney') && needed });
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

/** Mutation options: update the payments in the cache and reload the booking, whose totals follow from them. */
const changesMoney = (bookingId: number) => ({
  onSuccess: (
    money: BookingMoney,
    _input: unknown,
    _result: unknown,
    { client }: MutationFunctionContext,
  ) => {
    const { queryKey } = moneyOf(bookingId);
    client.setQueryData(queryKey, money);
    void reloadExcept(client, queryKey, 'bookings');
  },
  // An error may mean that payments have changed; a payment request without a response may exist.
  onError: invalidate(moneyOf(bookingId)),
});

/** Record a payment not made by card. The idempotency key prevents duplicates. */
export const useRecordPayment = (bookingId: number) =>
  useMutation({
    mutationFn: ({ key, ...input }: Schemas['RecordPaymentInput'] & { key: string }) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/payments', {
          ...at({ booking_id: bookingId }),
          headers: { 'Idempotency-Key': key },
          body: input,
        }),
      ),
    ...changesMoney(bookingId),
  });

/** Request a payment from the customer by email. */
export const useRequestPayment = (bookingId: number) =>
  useMutation({
    mutationFn: (input: Schemas['RequestPaymentInput']) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/payment-request', {
          ...at({ booking_id: bookingId }),
          body: input,
        }),
      ),
    ...changesMoney(bookingId),
  });

/** Refund a payment, in full or in part. */
export const useRefund = (bookingId: number) =>
  useMutation({
    mutationFn: ({ paymentId, key, ...input }: Schemas['RefundInput'] & { paymentId: number; key: string }) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/payments/{payment_id}/refund', {
          ...at({ booking_id: bookingId, payment_id: paymentId }),
          headers: { 'Idempotency-Key': key },
          body: input,
        }),
      ),
    ...changesMoney(bookingId),
  });

const sharesOf = (bookingId: number) =>
  read(['bookings', 'payments'], '/api/bookings/{booking_id}/shares', { path: { booking_id: bookingId } });

/** Shares of the remaining balance, each with a link to pay by card. */
export function useShares(bookingId: number) {
  return useQuery(sharesOf(bookingId));
}

/** Mutation options: update the shares in the cache. */
const changesShares = (bookingId: number) => ({
  onSuccess: setDataOf(sharesOf(bookingId)),
  // An error may mean that a share has been paid.
  onError: invalidate(sharesOf(bookingId)),
});

/** Create a payment link for part of the balance. */
export const useAddShare = (bookingId: number) =>
  useMutation({
    mutationFn: (input: Schemas['ShareInput']) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/shares', { ...at({ booking_id: bookingId }), body: input }),
      ),
    ...changesShares(bookingId),
  });

/** Remove an unpaid share. */
export const useRemoveShare = (bookingId: number) =>
  useMutation({
    mutationFn: (shareId: number) =>
      unwrap(
        api.DELETE(
          '/api/bookings/{booking_id}/shares/{share_id}',
          at({ booking_id: bookingId, share_id: shareId }),
        ),
      ),
    ...changesShares(bookingId),
  });

/** Void a payment that was recorded by mistake. */
export const useVoidPayment = (bookingId: number) =>
  useMutation({
    mutationFn: (paymentId: number) =>
      unwrap(
        api.POST(
          '/api/bookings/{booking_id}/payments/{payment_id}/void',
          at({ booking_id: bookingId, payment_id: paymentId }),
        ),
      ),
    ...changesMoney(bookingId),
  });

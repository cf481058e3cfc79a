/** Charges of the card that a customer keeps for a booking, and its security hold. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { sent } from './items';
import { read } from './read';
import type { components } from './schema';

type Schemas = components['schemas'];

const CHANGES_MONEY = { invalidates: ['bookings', 'payments'], invalidatesOnError: true } as const;

/** Charge the card on file. The idempotency key prevents a second charge. */
export const useChargeCard = (bookingId: number) =>
  useMutation({
    mutationFn: ({ key, ...input }: Schemas['ChargeCardInput'] & { key: string }) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/charge', {
          ...at({ booking_id: bookingId }),
          headers: { 'Idempotency-Key': key },
          body: input,
        }),
      ),
    meta: CHANGES_MONEY,
  });

/** Charge a part of the security hold for damage, and release the rest. */
export const useCaptureHold = (bookingId: number) =>
  useMutation({
    mutationFn: (input: Schemas['CaptureHoldInput']) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/hold/capture', {
          ...at({ booking_id: bookingId }),
          body: input,
        }),
      ),
    meta: CHANGES_MONEY,
  });

/** Release the security hold without a charge. */
export const useReleaseHold = (bookingId: number) =>
  useMutation({
    mutationFn: () =>
      unwrap(api.POST('/api/bookings/{booking_id}/hold/release', at({ booking_id: bookingId }))),
    meta: CHANGES_MONEY,
  });

/** Retry a refused security hold on the current card on file. */
export const useRetryHold = (bookingId: number) =>
  useMutation({
    mutationFn: () =>
      unwrap(api.POST('/api/bookings/{booking_id}/hold/retry', at({ booking_id: bookingId }))),
    meta: CHANGES_MONEY,
  });

/** Charges that are announced to the customer before their card is charged. */
export const useAnnouncedCharges = (bookingId: number) =>
  useQuery(
    read(['bookings', 'payments'], '/api/bookings/{booking_id}/announced-charges', {
      path: { booking_id: bookingId },
    }),
  );

/** Notify the customer now, and charge the card in 48 hours. The idempotency key prevents a second charge. */
export const useAnnounceCharge = (bookingId: number) =>
  useMutation({
    mutationFn: ({ key, ...input }: Schemas['ChargeCardInput'] & { key: string }) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/announced-charges', {
          ...at({ booking_id: bookingId }),
          headers: { 'Idempotency-Key': key },
          body: input,
        }),
      ),
    meta: CHANGES_MONEY,
  });

/** Withdraw an announced charge. */
export const useWithdrawCharge = (bookingId: number) =>
  useMutation({
    mutationFn: (chargeId: number) =>
      unwrap(
        api.DELETE(
          '/api/bookings/{booking_id}/announced-charges/{charge_id}',
          at({ booking_id: bookingId, charge_id: chargeId }),
        ),
      ),
    meta: CHANGES_MONEY,
  });

/** Upload a photo, and return its digest. */
export const useUploadPhoto = () =>
  useMutation({
    mutationFn: async (file: File) => (await unwrap(api.POST('/api/photos', sent(file)))).photo,
  });

/** Charges of the card that a customer keeps for a booking, and its security hold. */
import { useMutation } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
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

/** Place a refused security hold again, on the card that is on file now. */
export const useRetryHold = (bookingId: number) =>
  useMutation({
    mutationFn: () =>
      unwrap(api.POST('/api/bookings/{booking_id}/hold/retry', at({ booking_id: bookingId }))),
    meta: CHANGES_MONEY,
  });

/** Charges for damaged and lost pieces. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read } from './read';
import { useCan } from './rights';
import type { components } from './schema';
import type { Booking } from './types';

export type Charge = components['schemas']['ChargeOut'];
type ChargeInput = components['schemas']['ChargeInput'];

/**
 * Proposed and made charges for damaged and lost pieces of a booking. Enabled only for users who can see
 * money.
 */
export function useCharges(booking: Pick<Booking, 'id' | 'goods' | 'deliveryDate'>) {
  const money = useCan('seeMoney');
  return useQuery({
    ...read(['bookings', 'inventory'], '/api/bookings/{booking_id}/charges', {
      path: { booking_id: booking.id },
    }),
    // Nothing can be damaged before delivery, which not every business records.
    enabled:
      money &&
      ((booking.goods !== 'reserved' && booking.goods !== 'packed') ||
        new Date(booking.deliveryDate) < new Date()),
  });
}

/** Charges that a booking's customer owes, if there are any. */
export function useMadeCharges(bookingId: number, enabled: boolean): readonly Charge[] {
  const { data } = useQuery({
    ...read(['bookings', 'inventory'], '/api/bookings/{booking_id}/charges', {
      path: { booking_id: bookingId },
    }),
    enabled,
  });
  return data?.charges.filter(({ state }) => state === 'charged') ?? [];
}

/** Make or waive a proposed charge, or undo either. */
export const useDecideCharge = (bookingId: number) =>
  useMutation({
    mutationFn: ({ id, ...input }: ChargeInput & { id: number }) =>
      unwrap(
        api.PATCH('/api/bookings/{booking_id}/charges/{charge_id}', {
          ...at({ booking_id: bookingId, charge_id: id }),
          body: input,
        }),
      ),
    meta: { invalidates: ['bookings', 'payments'], invalidatesOnError: true },
  });

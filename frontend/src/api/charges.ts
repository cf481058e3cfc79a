/** Charges for damaged and lost pieces, rescheduling and late payments. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read } from './read';
import { useCan } from './rights';
import type { components } from './schema';
import type { Booking } from './types';

export type Charge = components['schemas']['ChargeOut'];
type ChargeInput = components['schemas']['ChargeInput'];

type Dates = Pick<Booking, 'id' | 'goods' | 'deliveryDate'> & { schedule?: readonly { due: string }[] };

/** Whether a charge is a fee, without a piece. */
export const isFee = (kind: Charge['kind']) => kind === 'reschedule' || kind === 'late';

/** Whether pieces can be damaged: the delivery has begun, which not every business records. */
export const hasBegun = ({ goods, deliveryDate }: Dates) =>
  (goods !== 'reserved' && goods !== 'packed') || isPast(deliveryDate);

const isPast = (day: string) => new Date(day) < new Date();

/**
 * Proposed and made charges of a booking: for damage once the delivery has begun, and fees once a payment was
 * due. Enabled only for users who can see money.
 */
export function useCharges(booking: Dates) {
  const money = useCan('seeMoney');
  return useQuery({
    ...read(['bookings', 'inventory'], '/api/bookings/{booking_id}/charges', {
      path: { booking_id: booking.id },
    }),
    enabled: money && (hasBegun(booking) || booking.schedule?.some(({ due }) => isPast(due)) === true),
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

/** What damaged and lost pieces cost their customer. */
import { useQuery } from '@tanstack/react-query';
import { useContestedChange } from './change';
import { api, at } from './client';
import { read } from './read';
import { useCan } from './rights';
import type { components } from './schema';
import type { Booking } from './types';

export type Charge = components['schemas']['ChargeOut'];
type ChargeInput = components['schemas']['ChargeInput'];

/** What damaged and lost pieces of a booking cost its customer, charged or proposed. For people who see money. */
export function useCharges(booking: Pick<Booking, 'id' | 'goods' | 'deliveryDate'>) {
  const money = useCan('seeMoney');
  return useQuery({
    ...read(['bookings', 'inventory'], '/api/bookings/{booking_id}/charges', {
      path: { booking_id: booking.id },
    }),
    // Nothing is damaged before it has gone out. Not everybody records that it has.
    enabled:
      money &&
      ((booking.goods !== 'reserved' && booking.goods !== 'packed') ||
        new Date(booking.deliveryDate) < new Date()),
  });
}

/** Charges what is proposed, waives it, or takes either back. */
export const useDecideCharge = (bookingId: number) =>
  useContestedChange(
    ({ id, ...input }: ChargeInput & { id: number }) =>
      api.PATCH('/api/bookings/{booking_id}/charges/{charge_id}', {
        ...at({ booking_id: bookingId, charge_id: id }),
        body: input,
      }),
    'bookings',
    'payments',
  );

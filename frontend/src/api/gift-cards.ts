/** Gift cards and credits from canceled bookings. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, at, unwrap } from './client';
import { read, rowsOf, useFilteredPages } from './read';
import { useCan } from './rights';
import type { components } from './schema';

export type GiftCard = components['schemas']['GiftCardRowOut'];
export type NewGiftCard = components['schemas']['NewGiftCardOut'];
export type GiftCardInput = components['schemas']['GiftCardInput'];

/** Gift cards and credits, newest first. */
export const useGiftCardPages = () =>
  useFilteredPages(['payments', 'settings'], '/api/gift-cards', { limit: 50 });

/** Whether the business has sold gift cards or given credits; false until that is known. */
export function useHasGiftCards(): boolean {
  const latest = read(['payments', 'settings'], '/api/gift-cards', { query: { limit: 1 } });
  const { data } = useQuery({ ...latest, enabled: useCan('seeBooks') });
  return data !== undefined && rowsOf(data).length > 0;
}

/** Outstanding balances of gift cards and credits. */
export const useLiability = () => useQuery(read(['payments'], '/api/reports/liability'));

/** Sell a gift card. The response has its code, which is not shown again. */
export const useSellGiftCard = () =>
  useMutation({
    mutationFn: (input: GiftCardInput) => unwrap(api.POST('/api/gift-cards', { body: input })),
    meta: { invalidates: ['/api/gift-cards', '/api/reports/liability'] },
  });

/** Void a gift card that was never used. */
export const useVoidGiftCard = (id: number) =>
  useMutation({
    mutationFn: () => unwrap(api.POST('/api/gift-cards/{card_id}/void', at({ card_id: id }))),
    meta: { invalidates: ['/api/gift-cards', '/api/reports/liability'], invalidatesOnError: true },
  });

/** Turn a canceled booking's overpayment into a credit. The response has its code. */
export const useCreditBooking = (bookingId: number) =>
  useMutation({
    mutationFn: () =>
      unwrap(api.POST('/api/bookings/{booking_id}/credit', { ...at({ booking_id: bookingId }), body: null })),
    meta: {
      invalidates: [
        '/api/gift-cards',
        '/api/reports/liability',
        '/api/bookings/{booking_id}/payments',
        'bookings',
      ],
      invalidatesOnError: true,
    },
  });

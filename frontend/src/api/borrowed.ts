import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];
export type Borrowed = Schemas['BorrowedOut'];
export type GiveBack = Schemas['GiveBackOut'];
export type ToBorrow = Schemas['ToBorrowOut'];

/** Record what a booking borrows from another business. */
export const useBorrow = (bookingId: number) =>
  useMutation({
    mutationFn: (body: Schemas['BorrowInput']) =>
      unwrap(
        api.POST('/api/bookings/{booking_id}/borrowed', {
          params: { path: { booking_id: bookingId } },
          body,
        }),
      ),
    meta: { invalidates: ['bookings', 'inventory'] },
  });

/** Delete what was recorded as borrowed. */
export const useUndoBorrowing = (bookingId: number) =>
  useMutation({
    mutationFn: (loanId: number) =>
      unwrap(
        api.DELETE('/api/bookings/{booking_id}/borrowed/{loan_id}', {
          params: { path: { booking_id: bookingId, loan_id: loanId } },
        }),
      ),
    meta: { invalidates: ['bookings', 'inventory'] },
  });

/** Tick borrowed pieces as given back, or untick them. */
export const useGiveBack = (bookingId: number) =>
  useMutation({
    mutationFn: ({ id, givenBack }: { id: number; givenBack: boolean }) =>
      unwrap(
        api.PATCH('/api/bookings/{booking_id}/borrowed/{loan_id}', {
          params: { path: { booking_id: bookingId, loan_id: id } },
          body: { givenBack },
        }),
      ),
    meta: { invalidates: ['bookings'] },
  });

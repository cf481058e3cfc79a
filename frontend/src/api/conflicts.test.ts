import { expect, it } from 'vitest';
import { conflictingBooking } from '@/testing/conflicts';
import { conflictingBookings, conflictingRepairs } from './conflicts';
import { ApiError } from './errors';

it('lists the bookings of a conflict and ignores other entries', () => {
  const error = new ApiError(
    409,
    JSON.stringify({ message: 'No', bookings: [conflictingBooking, { id: 'x' }, null] }),
  );
  expect(conflictingBookings(error)).toEqual([conflictingBooking]);
  expect(conflictingBookings(new ApiError(409, '{"bookings":5}'))).toEqual([]);
});

it('lists the repairs of a conflict, including open-ended ones', () => {
  const repair = { count: 2, firstDay: '2026-12-05', lastDay: null };
  const error = new ApiError(409, JSON.stringify({ repairs: [repair, { count: 1 }] }));
  expect(conflictingRepairs(error)).toEqual([repair]);
});

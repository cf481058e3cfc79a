import { expect, it } from 'vitest';
import { inTheWay } from '@/testing/conflicts';
import { bookingsInTheWay, repairsInTheWay } from './conflicts';
import { ApiError } from './errors';

it('lists the bookings of a conflict and ignores other entries', () => {
  const error = new ApiError(409, JSON.stringify({ message: 'No', bookings: [inTheWay, { id: 'x' }, null] }));
  expect(bookingsInTheWay(error)).toEqual([inTheWay]);
  expect(bookingsInTheWay(new ApiError(409, '{"bookings":5}'))).toEqual([]);
});

it('lists the repairs of a conflict, including open-ended ones', () => {
  const repair = { count: 2, firstDay: '2026-12-05', lastDay: null };
  const error = new ApiError(409, JSON.stringify({ repairs: [repair, { count: 1 }] }));
  expect(repairsInTheWay(error)).toEqual([repair]);
});

import { expect, it } from 'vitest';
import { bookingsInTheWay, repairsInTheWay } from './conflicts';
import { ApiError } from './errors';

it('lists the bookings of a conflict and drops what is none', () => {
  const booking = {
    id: 7,
    number: 3,
    customerName: 'Jonah Weiss',
    deliveryDate: '2026-12-05T08:00:00-05:00',
  };
  const error = new ApiError(409, JSON.stringify({ message: 'No', bookings: [booking, { id: 'x' }, null] }));
  expect(bookingsInTheWay(error)).toEqual([booking]);
  expect(bookingsInTheWay(new ApiError(409, '{"bookings":5}'))).toEqual([]);
});

it('lists the repairs of a conflict, also those without an end', () => {
  const repair = { count: 2, firstDay: '2026-12-05', lastDay: null };
  const error = new ApiError(409, JSON.stringify({ repairs: [repair, { count: 1 }] }));
  expect(repairsInTheWay(error)).toEqual([repair]);
});

import { describe, expect, it } from 'vitest';
import { booking } from '@/testing/bookings';
import { editOf, valuesOf } from './edit';
import { isMovable, movedTo } from './move';

const timed = valuesOf(
  booking({
    deliveryDate: '2027-02-27T14:30:00-05:00',
    deliveryTimeGiven: true,
    pickupDate: '2027-03-01T09:00:00-05:00',
    pickupTimeGiven: true,
  }),
);

describe('moving a booking', () => {
  it('takes the whole rental along, with its length and its times', () => {
    const moved = movedTo(timed, 'rental', '03/14/2027');
    // The clocks change on March 14; the wall clock stays.
    expect(editOf(timed, moved, null)).toEqual({
      deliveryDate: '2027-03-14T14:30',
      pickupDate: '2027-03-16T09:00',
    });
    const back = movedTo(moved, 'rental', '02/27/2027');
    expect(editOf(timed, back, null)).toEqual({});
  });

  it('changes only the pickup where only that is moved', () => {
    const moved = movedTo(timed, 'pickup', '02/28/2027');
    expect(editOf(timed, moved, null)).toEqual({ pickupDate: '2027-02-28T09:00' });
  });

  it('leaves the pickup alone while the date is being typed', () => {
    expect(movedTo(timed, 'rental', '03/')).toMatchObject({
      deliveryDate: '03/',
      pickupDate: timed.pickupDate,
    });
  });

  it('keeps an own total', () => {
    const own = valuesOf(booking({ totalPrice: 120 }));
    expect(editOf(own, movedTo(own, 'rental', '06/03/2027'), 150)).toEqual({
      deliveryDate: '2027-06-03',
      pickupDate: '2027-06-04',
      totalPrice: 120,
      ownTotal: true,
    });
  });

  it('is for bookings that are still to happen', () => {
    expect((['pending', 'confirmed', 'completed', 'canceled'] as const).filter(isMovable)).toEqual([
      'pending',
      'confirmed',
    ]);
  });
});

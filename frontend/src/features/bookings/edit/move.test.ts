import { describe, expect, it } from 'vitest';
import { DEFAULT_FORMAT } from '@/lib/format';
import { booking } from '@/testing/bookings';
import { editOf, valuesOf } from './edit';
import { isMovable, movedTo } from './move';

const timed = valuesOf(
  DEFAULT_FORMAT,
  booking({
    deliveryDate: '2027-02-27T14:30:00-05:00',
    deliveryTimeGiven: true,
    pickupDate: '2027-03-01T09:00:00-05:00',
    pickupTimeGiven: true,
  }),
);

describe('moving a booking', () => {
  it('moves the whole rental and keeps its duration and times', () => {
    const moved = movedTo(DEFAULT_FORMAT, timed, 'rental', '03/14/2027');
    // Daylight saving time begins on March 14; the local times stay.
    expect(editOf(DEFAULT_FORMAT, timed, moved, null)).toEqual({
      deliveryDate: '2027-03-14T14:30',
      pickupDate: '2027-03-16T09:00',
    });
    const back = movedTo(DEFAULT_FORMAT, moved, 'rental', '02/27/2027');
    expect(editOf(DEFAULT_FORMAT, timed, back, null)).toEqual({});
  });

  it('moves only the pickup if only the pickup is dragged', () => {
    const moved = movedTo(DEFAULT_FORMAT, timed, 'pickup', '02/28/2027');
    expect(editOf(DEFAULT_FORMAT, timed, moved, null)).toEqual({ pickupDate: '2027-02-28T09:00' });
  });

  it('keeps the pickup while the delivery date is being typed', () => {
    expect(movedTo(DEFAULT_FORMAT, timed, 'rental', '03/')).toMatchObject({
      deliveryDate: '03/',
      pickupDate: timed.pickupDate,
    });
  });

  it('keeps a custom total', () => {
    const own = valuesOf(DEFAULT_FORMAT, booking({ totalPrice: 120 }));
    expect(editOf(DEFAULT_FORMAT, own, movedTo(DEFAULT_FORMAT, own, 'rental', '06/03/2027'), 150)).toEqual({
      deliveryDate: '2027-06-03',
      pickupDate: '2027-06-04',
      totalPrice: 120,
      ownTotal: true,
    });
  });

  it('allows pending and confirmed bookings only', () => {
    expect((['pending', 'confirmed', 'completed', 'canceled'] as const).filter(isMovable)).toEqual([
      'pending',
      'confirmed',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { booking } from '@/testing/bookings';
import { deliveriesFor, errandsByDay, monthGrid } from './calendar';

describe('the month', () => {
  it('consists of whole weeks from Sunday', () => {
    const weeks = monthGrid('2027-06');
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
    expect(weeks[0]?.[0]).toBe('2027-05-30');
    expect(weeks.at(-1)?.[6]).toBe('2027-07-03');
    expect(monthGrid('2026-02').flat()).toHaveLength(28);
    expect(monthGrid('2027-01').flat().at(-1)).toBe('2027-02-06');
  });

  it('reads deliveries from far enough back to know every pickup', () => {
    expect(deliveriesFor('2027-06')).toEqual({ from: '2027-03-01', to: '2027-07-03' });
  });

  it("puts every delivery and pickup on the operator's own day, by the clock", () => {
    const early = booking({ id: 2, deliveryDate: '2027-06-01T07:30:00-04:00' });
    // In UTC, this evening is already the next day.
    const late = booking({ id: 3, deliveryDate: '2027-06-01T22:00:00-04:00' });
    const days = errandsByDay([late, booking({ id: 1 }), early]);
    expect(days.get('2027-06-01')?.map(({ kind, booking: { id } }) => [kind, id])).toEqual([
      ['delivery', 2],
      ['delivery', 1],
      ['delivery', 3],
    ]);
    expect(days.get('2027-06-02')?.every(({ kind }) => kind === 'pickup')).toBe(true);
  });
});

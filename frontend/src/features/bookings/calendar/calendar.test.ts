import { describe, expect, it } from 'vitest';
import { dayMoves } from '@/booking-form/months';
import { DEFAULT_FORMAT, formatOf } from '@/lib/format';
import { rental } from '@/testing/bookings';
import { barsOf, monthGrid, stopsByDay, weekInWords, weekOf } from './calendar';

const over = (id: number, from: string, to: string) =>
  rental({ id, deliveryDate: `${from}T08:00:00-04:00`, pickupDate: `${to}T10:00:00-04:00` });

describe('the month', () => {
  it('consists of whole weeks from Sunday', () => {
    const weeks = monthGrid(DEFAULT_FORMAT, '2027-06');
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
    expect(weeks[0]?.[0]).toBe('2027-05-30');
    expect(weeks.at(-1)?.[6]).toBe('2027-07-03');
    expect(monthGrid(DEFAULT_FORMAT, '2026-02').flat()).toHaveLength(28);
    expect(monthGrid(DEFAULT_FORMAT, '2027-01').flat().at(-1)).toBe('2027-02-06');
  });

  it('puts stops on the day in the business’s time zone, in order of time', () => {
    const early = rental({ id: 2, deliveryDate: '2027-06-01T07:30:00-04:00' });
    // In UTC, this evening is already the next day.
    const late = rental({ id: 3, deliveryDate: '2027-06-01T22:00:00-04:00' });
    const days = stopsByDay([late, rental({ id: 1 }), early]);
    expect(days.get('2027-06-01')?.map(({ kind, booking: { id } }) => [kind, id])).toEqual([
      ['delivery', 2],
      ['delivery', 1],
      ['delivery', 3],
    ]);
    expect(days.get('2027-06-02')?.every(({ kind }) => kind === 'pickup')).toBe(true);
  });
});

describe('the week', () => {
  const week = weekOf(DEFAULT_FORMAT, '2027-06-09');

  it('runs from Sunday to Saturday', () => {
    expect([week[0], week[6]]).toEqual(['2027-06-06', '2027-06-12']);
    expect(weekOf(DEFAULT_FORMAT, '2027-06-06')).toEqual(week);
    expect(weekOf(DEFAULT_FORMAT, '2027-06-12')).toEqual(week);
  });

  it.each([
    ['2027-06-09', 'Jun 6 – 12, 2027'],
    ['2027-06-01', 'May 30 – Jun 5, 2027'],
    ['2027-12-31', 'Dec 26, 2027 – Jan 1, 2028'],
  ])('is named in US English: %s', (day, words) => {
    expect(weekInWords(DEFAULT_FORMAT, weekOf(DEFAULT_FORMAT, day))).toBe(words);
  });

  it('shows the day first in DD/MM/YYYY businesses', () => {
    expect(
      weekInWords(
        formatOf({ dateFormat: 'DD/MM/YYYY' }),
        weekOf(formatOf({ dateFormat: 'DD/MM/YYYY' }), '2027-06-09'),
      ),
    ).toBe('7 – 13 Jun 2027');
    expect(
      weekInWords(
        formatOf({ dateFormat: 'DD/MM/YYYY' }),
        weekOf(formatOf({ dateFormat: 'DD/MM/YYYY' }), '2027-06-01'),
      ),
    ).toBe('31 May – 6 Jun 2027');
  });

  it('shows rentals over several days as bars and marks continuing ones', () => {
    const bars = barsOf(week, [
      over(1, '2027-06-07', '2027-06-08'),
      over(2, '2027-06-01', '2027-06-20'),
      over(3, '2027-06-09', '2027-06-10'),
      over(4, '2027-06-10', '2027-06-14'),
      over(5, '2027-06-07', '2027-06-07'),
      over(6, '2027-06-01', '2027-06-05'),
      over(7, '2027-06-13', '2027-06-14'),
    ]);
    const layout = bars.map(({ booking: { id }, lane, first, last, before, after }) => [
      id,
      lane,
      first,
      last,
      before,
      after,
    ]);
    expect(layout).toEqual([
      [2, 0, 0, 6, true, true],
      [1, 1, 1, 2, false, false],
      // The lane of the first rental is free again.
      [3, 1, 3, 4, false, false],
      // The third rental is still out on the tenth.
      [4, 2, 4, 6, false, true],
    ]);
  });

  it('moves between days with the arrow keys', () => {
    const from = (key: string) => dayMoves[key]?.('2027-01-31', DEFAULT_FORMAT);
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].map(from)).toEqual([
      '2027-01-30',
      '2027-02-01',
      '2027-01-24',
      '2027-02-07',
      '2027-01-31',
      '2027-02-06',
    ]);
    expect(['PageUp', 'PageDown'].map(from)).toEqual(['2026-12-31', '2027-02-28']);
  });
});

// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { DEFAULT_FORMAT } from '@/lib/format';
import { EMPTY_DRAFT } from './draft';
import type { DayReason, LoadFullDays } from './MonthTable';
import { fillPickup, firstOpenDay, pickupFor } from './pickup';

/** A business without pickups on some days. */
const closedOn =
  (...closed: [date: string, reason: DayReason][]): LoadFullDays =>
  async (month) =>
    closed
      .filter(([date]) => date.startsWith(month))
      .map(([date, reason]) => ({ date, available: false, reason }));

describe('the pickup of a delivery', () => {
  it('defaults to the day after the delivery, unless a valid one was chosen', () => {
    expect(pickupFor('2026-12-31', null, 90)).toBe('2027-01-01');
    expect(pickupFor('2026-12-31', '2026-12-30', 90)).toBe('2027-01-01');
    expect(pickupFor('2026-12-31', '2026-12-31', 90)).toBeNull();
    expect(pickupFor('2026-12-31', '2027-01-09', 90)).toBeNull();
    expect(pickupFor('2026-12-31', '2027-04-02', 90)).toBe('2027-01-01');
  });

  it('skips days without pickups, even into the next month', async () => {
    const first = (day: string, last: string, ...closed: [string, DayReason][]) =>
      firstOpenDay(day, last, closedOn(...closed), new AbortController().signal);
    expect(await first('2027-06-06', '2027-09-03')).toBe('2027-06-06');
    expect(await first('2027-06-06', '2027-09-03', ['2027-06-06', 'closed'], ['2027-06-07', 'full'])).toBe(
      '2027-06-08',
    );
    expect(await first('2027-06-30', '2027-09-03', ['2027-06-30', 'closed'], ['2027-07-01', 'notice'])).toBe(
      '2027-07-02',
    );
    // The letters would be short for a longer rental too.
    expect(await first('2027-06-06', '2027-09-03', ['2027-06-06', 'letters'])).toBe('2027-06-06');
    // Never beyond the longest rental.
    expect(await first('2027-06-06', '2027-06-07', ['2027-06-06', 'closed'], ['2027-06-07', 'closed'])).toBe(
      '2027-06-06',
    );
  });

  it('moves to an open day, unless another was chosen before the days were loaded', async () => {
    const form = (draft = { ...EMPTY_DRAFT, deliveryDate: '06/05/2027' }) => ({
      current: () => draft,
      change: (patch: Partial<typeof draft>) => {
        draft = { ...draft, ...patch };
      },
    });
    const sundays = closedOn(['2027-06-06', 'closed']);

    const untouched = form();
    const filled = fillPickup(DEFAULT_FORMAT, untouched, '2027-06-05', 90, sundays);
    expect(untouched.current().pickupDate).toBe('06/06/2027');
    await filled;
    expect(untouched.current().pickupDate).toBe('06/07/2027');

    const chosen = form();
    const late = fillPickup(DEFAULT_FORMAT, chosen, '2027-06-05', 90, sundays);
    chosen.change({ pickupDate: '06/10/2027' });
    await late;
    expect(chosen.current().pickupDate).toBe('06/10/2027');

    const moved = form();
    const outdated = fillPickup(DEFAULT_FORMAT, moved, '2027-06-05', 90, sundays);
    moved.change({ deliveryDate: '06/06/2027' });
    await outdated;
    expect(moved.current().pickupDate).toBe('06/06/2027');

    const offline = form();
    await fillPickup(DEFAULT_FORMAT, offline, '2027-06-05', 90, () =>
      Promise.reject(new TypeError('offline')),
    );
    expect(offline.current().pickupDate).toBe('06/06/2027');
  });
});

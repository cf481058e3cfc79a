import { describe, expect, it } from 'vitest';
import { DEFAULT_FORMAT } from '@/lib/format';
import { booking } from '@/testing/bookings';
import { actionsFor, askedFor, holdHasLapsed, neverHeld, signText } from './actions';

describe('actions on a booking', () => {
  it('actions depend on the status of the booking', () => {
    expect(actionsFor('pending')).toEqual(['confirm', 'cancel']);
    expect(actionsFor('confirmed')).toEqual(['cancel', 'complete']);
    expect(actionsFor('completed')).toEqual(['reopen']);
    expect(actionsFor('canceled')).toEqual(['reopen']);
  });

  it('recognize a request whose hold has lapsed', () => {
    const now = Date.parse('2027-01-01T00:00:00Z');
    const request = booking({ holdExpiresAt: '2026-12-31T19:00:00-05:00' });
    expect(holdHasLapsed(request, now)).toBe(true);
    expect(holdHasLapsed(request, now - 1)).toBe(false);
    expect(holdHasLapsed({ ...request, status: 'confirmed' }, now)).toBe(false);
    expect(holdHasLapsed({ ...request, holdExpiresAt: null }, now)).toBe(false);
  });

  it('distinguish a request that never held letters from one whose hold has lapsed', () => {
    const now = Date.parse('2027-01-01T00:00:00Z');
    const holdsNothing = booking({
      createdAt: '2026-11-19T21:30:00-05:00',
      holdExpiresAt: '2026-11-19T21:30:00-05:00',
    });
    expect([neverHeld(holdsNothing), holdHasLapsed(holdsNothing, now)]).toEqual([true, false]);
    const lapsed = booking({ holdExpiresAt: '2026-12-31T19:00:00-05:00' });
    expect([neverHeld(lapsed), holdHasLapsed(lapsed, now)]).toEqual([false, true]);
    expect(neverHeld({ ...holdsNothing, status: 'confirmed' })).toBe(false);
  });

  it('show the message in quotes and the size in parentheses', () => {
    expect(signText(DEFAULT_FORMAT, { message: 'MR & MRS', size: '4ft' })).toBe('"MR & MRS" (4ft)');
  });
});

describe('the shortages of a request', () => {
  it('use the business’s size names', () => {
    const format = { ...DEFAULT_FORMAT, pieceNames: { sizes: { '4ft': '120 cm' }, finishes: {} } };
    const shortages = [{ letter: 'M', size: '4ft', finish: 'standard', needed: 2, free: 0 }];
    expect(askedFor(format, booking({ shortages }))).toBe('M (120 cm): 2 needed, 0 available');
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { callPiecesBy } from '@/lib/words';
import { booking } from '@/testing/bookings';
import { actionsFor, askedFor, holdHasLapsed, signText } from './actions';

describe('what can be done with a booking', () => {
  it('follows its status', () => {
    expect(actionsFor('pending')).toEqual(['confirm', 'cancel']);
    expect(actionsFor('confirmed')).toEqual(['cancel', 'complete']);
    expect(actionsFor('completed')).toEqual(['reopen']);
    expect(actionsFor('canceled')).toEqual(['reopen']);
  });

  it('says when the letters of a request are no longer held', () => {
    const now = Date.parse('2027-01-01T00:00:00Z');
    const request = booking({ holdExpiresAt: '2026-12-31T19:00:00-05:00' });
    expect(holdHasLapsed(request, now)).toBe(true);
    expect(holdHasLapsed(request, now - 1)).toBe(false);
    expect(holdHasLapsed({ ...request, status: 'confirmed' }, now)).toBe(false);
    expect(holdHasLapsed({ ...request, holdExpiresAt: null }, now)).toBe(false);
  });

  it('puts the message in quotes and the size in brackets', () => {
    expect(signText({ message: 'MR & MRS', size: '4ft' })).toBe('"MR & MRS" (4ft)');
  });
});

describe('what a request was short of', () => {
  afterEach(() => callPiecesBy(null));

  it('is named as the business calls its sizes', () => {
    callPiecesBy({ sizes: { '4ft': '120 cm' }, finishes: {} });
    const shortages = [{ letter: 'M', size: '4ft', finish: 'standard', needed: 2, free: 0 }];
    expect(askedFor(booking({ shortages }))).toBe('M (120 cm): 2 needed, 0 free');
  });
});

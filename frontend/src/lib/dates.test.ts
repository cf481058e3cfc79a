import { describe, expect, it } from 'vitest';
import { dayInWords } from '@/booking-form/dates';
import { DEFAULT_FORMAT, formatOf } from '@/lib/format';
import { formatDay, formatLongDay, inMinutes, timeWithWait } from './dates';

describe('formatDay', () => {
  it("uses the operator's day in any browser time zone", () => {
    // The tests run in Auckland, where this instant is already the first of January.
    expect(formatDay(DEFAULT_FORMAT, '2026-12-31T20:00:00-05:00')).toBe('Dec 31, 2026');
    expect(formatDay(DEFAULT_FORMAT, '2027-06-01')).toBe('Jun 1, 2027');
  });

  it.each(['', 'tomorrow', '2027-13-01'])('%j cannot be formatted as a day', (text) => {
    expect(() => formatDay(DEFAULT_FORMAT, text)).toThrow(RangeError);
  });
});

describe('business date format', () => {
  it.each([
    ['DD/MM/YYYY', '5 Jun 2027', '5 June 2027', 'Saturday, 5 June 2027'],
    ['DD.MM.YYYY', '5 Jun 2027', '5 June 2027', 'Saturday, 5 June 2027'],
    ['YYYY-MM-DD', '2027-06-05', '2027-06-05', 'Saturday, 2027-06-05'],
    ['something else', 'Jun 5, 2027', 'June 5, 2027', 'Saturday, June 5, 2027'],
  ])('%s', (order, short, long, inWords) => {
    expect(formatDay(formatOf({ dateFormat: order }), '2027-06-05T08:00:00-04:00')).toBe(short);
    expect(formatLongDay(formatOf({ dateFormat: order }), '2027-06-05T08:00:00Z', 'UTC')).toBe(long);
    expect(dayInWords(formatOf({ dateFormat: order }), '2027-06-05', 'long')).toBe(inWords);
    expect(dayInWords(formatOf({ dateFormat: order }), '2027-06-05', 'month')).toBe('June 2027');
  });
});

describe('time remaining of a hold', () => {
  const now = Date.parse('2027-05-01T15:00:00Z');
  it.each([
    ['2027-05-01T10:30:00-05:00', 'in 30 minutes', '10:30 AM (in 30 minutes)'],
    ['2027-05-01T10:00:30-05:00', 'in 1 minute', '10:00 AM (in 1 minute)'],
    ['2027-05-01T11:00:00-05:00', 'in 60 minutes', '11:00 AM (in 60 minutes)'],
    ['2027-05-01T11:01:00-05:00', '', '11:01 AM'],
    ['2027-05-01T10:00:00-05:00', '', '10:00 AM'],
  ])('%s is %s', (iso, wait, time) => {
    expect([inMinutes(iso, now), timeWithWait(DEFAULT_FORMAT, iso, now)]).toEqual([wait, time]);
  });
});

import { describe, expect, it } from 'vitest';
import { DEFAULT_FORMAT, formatOf } from '@/lib/format';
import { byAnswer } from '@/testing/cases';
import { readTypedDay } from './typed-day';

// A Monday.
const today = '2026-11-23';

describe('a typed date', () => {
  it.each(
    byAnswer({
      '2026-11-16': ['last monday', 'a week ago'],
      '2026-11-21': ['last sat', '2 days ago'],
      '2026-11-23': ['today', 'tonight', 'mon', 'this monday'],
      '2026-11-24': ['tomorrow', 'in a day', 'In one day'],
      '2026-11-25': ['the day after tomorrow', 'in 2 days'],
      '2026-11-30': ['next monday', 'next week', 'in a week', 'in 7 days', 'a week from today'],
      '2026-12-01': ['a week from tomorrow'],
      '2026-12-05': ['next saturday', 'Next  Sat'],
      '2026-12-07': ['in 2 weeks', 'in two weeks', 'two weeks from now'],
      '2026-12-23': ['in a month', 'next month'],
      '2026-11-28': [
        '11/28',
        '11-28-26',
        '28 Nov',
        'Nov 28',
        '28th of nov',
        'sat',
        'Saturday',
        'Sat, Nov 28',
        'on saturday',
        'this sat',
        'coming saturday',
      ],
      '2026-11-29': ['sun'],
      '2027-03-01': ['1 mar'],
      '2027-11-22': ['11/22'],
      '2027-11-28': ['11/28/2027', '2027-11-28', '28. Nov 27'],
      '2028-02-29': ['2/29'],
      '2028-11-28': ['november 28th, 2028'],
    }),
  )('%s is %s', (typed, day) => {
    expect(readTypedDay(DEFAULT_FORMAT, typed, { today })).toBe(day);
  });

  it.each(
    byAnswer({
      'DD/MM/YYYY': ['05/06', '5.6.', '05/06/27'],
      'YYYY-MM-DD': ['06-05', '27-06-05'],
    }),
  )('%s is June 5 in a business that writes %s', (typed, order) => {
    expect(readTypedDay(formatOf({ dateFormat: order }), typed, { today })).toBe('2027-06-05');
  });

  it.each([
    ['DD/MM/YYYY', '28 Nov', '2026-11-28'],
    ['MM/DD/YYYY', '05/06', '2027-05-06'],
  ])('in a business that writes %s, %s is %s', (order, typed, day) => {
    expect(readTypedDay(formatOf({ dateFormat: order }), typed, { today })).toBe(day);
  });

  it.each([
    '',
    '28',
    'soon',
    's',
    'sat sun',
    'Sat, Nov 29',
    '13/28',
    '28/11',
    'feb 30',
    '2/29/2027',
    '11/28/202',
    '1/2/3/4',
    'next',
    'next 11/28',
    'next sat sun',
    '2 weeks',
    'in 0 days',
    'in 2 weeks ago',
    'in many weeks',
    'in weeks',
    '11/28?',
  ])('“%s” is not a date', (typed) => {
    expect(readTypedDay(DEFAULT_FORMAT, typed, { today })).toBeNull();
  });

  it.each([
    ['MM/DD/YYYY', '2026-11-28', 'next sat', '2026-12-05'],
    ['MM/DD/YYYY', '2026-11-29', 'next mon', '2026-12-07'],
    ['DD/MM/YYYY', '2026-11-29', 'next mon', '2026-11-30'],
    ['DD/MM/YYYY', '2026-11-29', 'next sun', '2026-12-06'],
  ])('in a business that writes %s, on %s, %s is %s', (order, on, typed, day) => {
    expect(readTypedDay(formatOf({ dateFormat: order }), typed, { today: on })).toBe(day);
  });

  it('never swaps day and month', () => {
    expect(readTypedDay(formatOf({ dateFormat: 'DD/MM/YYYY' }), '06/25', { today })).toBeNull();
  });

  it("counts from the field's earliest day", () => {
    expect(readTypedDay(DEFAULT_FORMAT, 'sat', { today, from: '2026-12-01' })).toBe('2026-12-05');
    expect(readTypedDay(DEFAULT_FORMAT, '11/28', { today, from: '2026-12-01' })).toBe('2027-11-28');
  });

  it('picks the latest past day for fields of past dates', () => {
    expect(readTypedDay(DEFAULT_FORMAT, '11/28', { today, past: true })).toBe('2025-11-28');
    expect(readTypedDay(DEFAULT_FORMAT, '11/23', { today, past: true })).toBe('2026-11-23');
    expect(readTypedDay(DEFAULT_FORMAT, 'sat', { today, past: true })).toBe('2026-11-21');
    expect(readTypedDay(DEFAULT_FORMAT, 'mon', { today, past: true })).toBe('2026-11-23');
    expect(readTypedDay(DEFAULT_FORMAT, 'yesterday', { today, past: true })).toBe('2026-11-22');
  });
});

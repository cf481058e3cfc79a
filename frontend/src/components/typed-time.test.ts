import { describe, expect, it } from 'vitest';
import { DEFAULT_FORMAT } from '@/lib/format';
import { isTime, splitMoment, timeFault, typedOfValue, valueOfTyped, withTime } from './typed-time';

const FORMATS = [DEFAULT_FORMAT, { ...DEFAULT_FORMAT, timeFormat: '24h' }] as const;

const EITHER_CLOCK = [
  ['2:30 PM', '14:30'],
  ['2:30 p', '14:30'],
  ['2:30p.m.', '14:30'],
  [' 2pm ', '14:00'],
  ['2 p m', '14:00'],
  ['230pm', '14:30'],
  ['12am', '00:00'],
  ['12 PM', '12:00'],
  ['0:15 am', '00:15'],
  ['9.05 AM', '09:05'],
  ['14:30', '14:30'],
  ['14:30 pm', '14:30'],
  ['1430', '14:30'],
  ['14.30', '14:30'],
  ['14h30', '14:30'],
  ['14 h', '14:00'],
  ['14', '14:00'],
  ['0730', '07:30'],
  ['07:30', '07:30'],
  ['00:00', '00:00'],
  ['0', '00:00'],
  ['10:30', '10:30'],
  ['Noon', '12:00'],
  ['midnight', '00:00'],
  ['', ''],
  ['  ', ''],
] as const;

describe.each(FORMATS)('with a $timeFormat clock', (format) => {
  it.each(EITHER_CLOCK)('%j is %j', (typed, value) => {
    expect(valueOfTyped(format, typed)).toBe(value);
    expect(timeFault(format, valueOfTyped(format, typed))).toBeUndefined();
  });

  it.each([
    'soon',
    '25:00',
    '24:00',
    '14:60',
    '14:3',
    '14:30 am',
    '0 pm',
    '2:30 xm',
    '-2',
    '2:30:15',
    '12345',
  ])('%j is not a time, and stays as typed', (typed) => {
    expect(valueOfTyped(format, ` ${typed} `)).toBe(typed);
    expect(isTime(typed)).toBe(false);
    expect(timeFault(format, typed)).toBe(
      `Enter a time such as ${format.timeFormat === '24h' ? '14:30' : '2:30 PM'}`,
    );
    expect(withTime('2027-06-01', typed)).toBe('2027-06-01');
  });
});

it.each([
  ['2:30', '02:30', 'Enter 2:30 AM or 2:30 PM'],
  ['930', '09:30', 'Enter 9:30 AM or 9:30 PM'],
  ['7', '07:00', 'Enter 7:00 AM or 7:00 PM'],
  ['12', '12:00', 'Enter 12:00 AM or 12:00 PM'],
])('%j is ambiguous with 12 hours, but not with 24', (typed, whole, fault) => {
  expect(valueOfTyped(DEFAULT_FORMAT, typed)).toBe(typed);
  expect(timeFault(DEFAULT_FORMAT, typed)).toBe(fault);
  expect(valueOfTyped({ ...DEFAULT_FORMAT, timeFormat: '24h' }, typed)).toBe(whole);
});

it.each([
  ['4:30', '15:30', '16:30'],
  ['4:30', '09:00', '04:30'],
  ['430', '12:00', '16:30'],
  ['12', '23:15', '12:00'],
  ['12:15', '00:00', '00:15'],
  ['11:30', '20:00', '23:30'],
  ['10:30', '09:00', '10:30'],
  ['4:30 am', '15:30', '04:30'],
  ['16:30', '09:00', '16:30'],
  ['4:30', 'soon', '4:30'],
])('%j stays in the half of the day of %j', (typed, before, whole) => {
  expect(valueOfTyped(DEFAULT_FORMAT, typed, before)).toBe(whole);
});

it.each([
  ['sat 4:30', 'sat', '4:30'],
  ['sat 4', 'sat', '4'],
  ['next saturday, 4:30 pm', 'next saturday', '4:30 pm'],
  ['tomorrow at 2pm', 'tomorrow', '2pm'],
  ['12/5 16:00', '12/5', '16:00'],
  ['5.12. 16.00', '5.12.', '16.00'],
  ['dec 5 noon', 'dec 5', 'noon'],
])('%j is %j and %j', (typed, day, time) => {
  expect(splitMoment(typed)).toEqual({ day, time });
});

it.each(['sat', '12/5', '12/5/2026', '4:30', 'noon', ''])('%j has no day with a time', (typed) => {
  expect(splitMoment(typed)).toBeNull();
});

it('parses its own formatted times', () => {
  for (const format of FORMATS) {
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      const value = new Date(minute * 60_000).toISOString().slice(11, 16);
      expect([valueOfTyped(format, value), valueOfTyped(format, typedOfValue(format, value))]).toEqual([
        value,
        value,
      ]);
    }
  }
  expect(withTime('2027-06-01', '14:30')).toBe('2027-06-01T14:30');
});

import { afterEach, describe, expect, it } from 'vitest';
import { writeTimesAs } from '@/lib/hours';
import { isTime, timeFault, typedOfValue, valueOfTyped, withTime } from './typed-time';

afterEach(() => writeTimesAs(null));

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

describe.each(['12h', '24h'])('by a clock of %s', (hours) => {
  it.each(EITHER_CLOCK)('%j is %j', (typed, value) => {
    writeTimesAs(hours);
    expect(valueOfTyped(typed)).toBe(value);
    expect(timeFault(valueOfTyped(typed))).toBeUndefined();
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
  ])('%j is no time, and stays as it was typed', (typed) => {
    writeTimesAs(hours);
    expect(valueOfTyped(` ${typed} `)).toBe(typed);
    expect(isTime(typed)).toBe(false);
    expect(timeFault(typed)).toBe(`Enter a time such as ${hours === '24h' ? '14:30' : '2:30 PM'}`);
    expect(withTime('2027-06-01', typed)).toBe('2027-06-01');
  });
});

it.each([
  ['2:30', '02:30', 'Enter 2:30 AM or 2:30 PM'],
  ['930', '09:30', 'Enter 9:30 AM or 9:30 PM'],
  ['7', '07:00', 'Enter 7:00 AM or 7:00 PM'],
  ['12', '12:00', 'Enter 12:00 AM or 12:00 PM'],
])('%j could be in either half of the day, but not of 24 hours', (typed, whole, fault) => {
  expect(valueOfTyped(typed)).toBe(typed);
  expect(timeFault(typed)).toBe(fault);
  writeTimesAs('24h');
  expect(valueOfTyped(typed)).toBe(whole);
});

it('parses every time it formats', () => {
  for (const hours of ['12h', '24h']) {
    writeTimesAs(hours);
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      const value = new Date(minute * 60_000).toISOString().slice(11, 16);
      expect([valueOfTyped(value), valueOfTyped(typedOfValue(value))]).toEqual([value, value]);
    }
  }
  expect(withTime('2027-06-01', '14:30')).toBe('2027-06-01T14:30');
});

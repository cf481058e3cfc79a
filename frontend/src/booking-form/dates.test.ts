import { describe, expect, it } from 'vitest';
import { DEFAULT_FORMAT, formatOf } from '@/lib/format';
import { byAnswer } from '@/testing/cases';
import { addDays, dayInWords, daysBetween, isoFromTyped, typedFromIso } from './dates';
import { addMonths, inWeekOrder, weekday, weeksOf } from './months';

describe('typed dates', () => {
  it.each(
    byAnswer({
      '2027-06-01': ['06/01/2027', '6/1/2027', ' 6-1-2027 ', '2027-06-01'],
      '2028-02-29': ['02/29/2028'],
    }),
  )('%s is %s', (typed, iso) => {
    expect(isoFromTyped(DEFAULT_FORMAT, typed)).toBe(iso);
  });

  it.each([
    '',
    '6/1',
    '06/01/27',
    '02/29/2027',
    '13/01/2027',
    '00/10/2027',
    '06/31/2027',
    'tomorrow',
    '06/01/2027x',
  ])('%s is not a date', (typed) => {
    expect(isoFromTyped(DEFAULT_FORMAT, typed)).toBeNull();
  });

  it.each(
    byAnswer({
      'DD/MM/YYYY': ['05/06/2027', '5.6.2027', '05062027', '2027-06-05'],
      'DD.MM.YYYY': ['05.06.2027', '5/6/2027', '05062027', '2027-06-05'],
      'YYYY-MM-DD': ['20270605', '2027/6/5'],
    }),
  )('%s is June 5 in a business that writes %s', (typed, order) => {
    expect(isoFromTyped(formatOf({ dateFormat: order }), typed)).toBe('2027-06-05');
    expect(
      isoFromTyped(
        formatOf({ dateFormat: order }),
        typedFromIso(formatOf({ dateFormat: order }), '2027-06-05'),
      ),
    ).toBe('2027-06-05');
  });

  it('never swaps day and month', () => {
    expect(isoFromTyped(formatOf({ dateFormat: 'DD/MM/YYYY' }), '06/25/2027')).toBeNull();
  });

  it('formats a date the way it is typed', () => {
    expect(typedFromIso(DEFAULT_FORMAT, '2027-06-01')).toBe('06/01/2027');
  });
});

describe('calendar days', () => {
  it('counts across months, years and daylight saving time', () => {
    expect(addDays('2027-12-31', 1)).toBe('2028-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(daysBetween('2027-11-06', '2027-11-08')).toBe(2);
    expect(daysBetween('2027-03-13', '2027-03-15')).toBe(2);
  });

  it('stays within a shorter month', () => {
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
    expect(addMonths('2027-01-15', -1)).toBe('2026-12-15');
    expect(addMonths('2027-12-15', 1)).toBe('2028-01-15');
  });

  it('starts weeks on Sunday', () => {
    expect(weekday('2027-06-06')).toBe(0);
    const weeks = weeksOf(DEFAULT_FORMAT, '2027-06');
    expect(weeks[0]).toEqual([
      null,
      null,
      '2027-06-01',
      '2027-06-02',
      '2027-06-03',
      '2027-06-04',
      '2027-06-05',
    ]);
    expect(weeks.at(-1)).toEqual(['2027-06-27', '2027-06-28', '2027-06-29', '2027-06-30', null, null, null]);
    expect(weeks.flat().filter(Boolean)).toHaveLength(30);
  });

  it('starts weeks on Monday where the month does not come first', () => {
    expect(weeksOf(formatOf({ dateFormat: 'DD/MM/YYYY' }), '2027-06')[0]?.slice(0, 2)).toEqual([
      null,
      '2027-06-01',
    ]);
    expect(
      inWeekOrder(formatOf({ dateFormat: 'DD/MM/YYYY' }), ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']).join(),
    ).toBe('Mo,Tu,We,Th,Fr,Sa,Su');
  });

  it("writes days in words regardless of the browser's time zone", () => {
    expect(dayInWords(DEFAULT_FORMAT, '2027-06-01', 'long')).toBe('Tuesday, June 1, 2027');
    expect(dayInWords(DEFAULT_FORMAT, '2027-06-01', 'month')).toBe('June 2027');
  });
});

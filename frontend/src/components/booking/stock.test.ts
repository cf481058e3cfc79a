import { describe, expect, it } from 'vitest';
import { ApiError } from '@/api/errors';
import { DEFAULT_FORMAT } from '@/lib/format';
import { byAnswer } from '@/testing/cases';
import { amountError } from './quote-defaults';
import { alternativeInWords, letterCounts, rentalInWords, shortageInWords, shortagesOf } from './stock';

describe('shortage texts', () => {
  it('counts each letter once, never below zero', () => {
    expect(letterCounts(['B', 'A', 'B', 'Y'], { B: 1, A: -2, Y: 3 })).toEqual([
      { letter: 'B', needed: 2, free: 1 },
      { letter: 'A', needed: 1, free: 0 },
      { letter: 'Y', needed: 1, free: 3 },
    ]);
    expect(letterCounts(['A'], null)).toEqual([{ letter: 'A', needed: 1, free: undefined }]);
  });

  it('names the number missing and the day', () => {
    expect(shortageInWords(DEFAULT_FORMAT, { letter: 'E', needed: 3, free: 2, day: '2027-06-01' })).toBe(
      '3 × E needed, 2 available on Jun 1, 2027',
    );
    expect(shortageInWords(DEFAULT_FORMAT, { letter: '&', needed: 1 })).toBe(
      '1 × & needed, not enough available',
    );
  });

  it('names the finish of short letters if there are others', () => {
    const missing = { letter: 'E', size: '4ft', finish: 'cool', needed: 1, free: 0 };
    const sizes = { '4ft': '4 ft' };
    const one = { ...DEFAULT_FORMAT, pieceNames: { sizes, finishes: { cool: 'Cool White' } } };
    expect(shortageInWords(one, missing)).toBe('1 × E (4 ft) needed, 0 available');
    const finishes = { warm: 'Warm White', cool: 'Cool White' };
    const two = { ...DEFAULT_FORMAT, pieceNames: { sizes, finishes } };
    expect(shortageInWords(two, missing)).toBe('1 × E (4 ft, Cool White) needed, 0 available');
  });

  it('reads shortages only from errors about letters', () => {
    const refusal = {
      message: 'x',
      code: 'not_enough_letters',
      shortages: [{ letter: 'E', needed: 1, day: '2027-06-01' }],
    };
    expect(shortagesOf(new ApiError(409, JSON.stringify(refusal)))).toHaveLength(1);
    expect(
      shortagesOf(new ApiError(409, JSON.stringify({ ...refusal, code: 'invalid_transition' }))),
    ).toBeNull();
    expect(shortagesOf(new TypeError('no'))).toBeNull();
  });

  it('describes an alternative', () => {
    expect(rentalInWords(DEFAULT_FORMAT, '2027-06-01', '2027-06-01T22:00:00-04:00')).toBe('Tue, Jun 1, 2027');
    const other = {
      size: '2ft',
      sizeLabel: '2ft',
      deliveryDate: '2027-06-03',
      pickupDate: '2027-06-04',
      total: 60,
    };
    expect(alternativeInWords(DEFAULT_FORMAT, { kind: 'size', ...other }, '2027-06-03T08:00')).toBe(
      '2ft letters on the same dates',
    );
    expect(alternativeInWords(DEFAULT_FORMAT, { kind: 'size', ...other }, '2027-06-01')).toBe(
      '2ft letters, Thu, Jun 3, 2027 to Fri, Jun 4, 2027',
    );
    expect(alternativeInWords(DEFAULT_FORMAT, { kind: 'dates', ...other }, '2027-06-01')).toBe(
      'Thu, Jun 3, 2027 to Fri, Jun 4, 2027',
    );
  });
});

describe('a custom total', () => {
  it.each(['', '0', '199.5'])('accepts %j as a custom total', (typed) => {
    expect(amountError(typed)).toBeUndefined();
  });

  it.each(
    byAnswer({
      "Amount can't be negative": ['-1'],
      'Use at most two decimals': ['1.005'],
      'Enter an amount, for example 250': ['a lot', '1e999'],
    }),
  )('%j: %s', (typed, fault) => {
    expect(amountError(typed)).toBe(fault);
  });
});

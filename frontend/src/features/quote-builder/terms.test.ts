import { describe, expect, it } from 'vitest';
import type { Quote, QuoteInput } from '@/api/types';
import { type BookingDraft, OTHER_PLACE } from '@/booking-form/draft';
import { DEFAULT_FORMAT } from '@/lib/format';
import { quote, sentQuote } from '@/testing/quotes';
import { pick } from '@/testing/sample';
import {
  needsQuote,
  noTerms,
  placeOnWire,
  pricedTerms,
  type QuoteTerms,
  termFaults,
  termsOf,
  termsOnWire,
} from './terms';
import { draftOf, quoteInput } from './to-api';

const today = '2026-11-20';
const line = (text: string, amount: string, key = 0) => ({ key, text, amount });
const terms = (rest: Partial<QuoteTerms>): QuoteTerms => ({ ...noTerms, ...rest });

describe('custom lines', () => {
  it.each([
    ['75', undefined],
    ['$1,250.00', undefined],
    ['0', undefined],
    ['999999.99', undefined],
    ['', 'Enter an amount, for example 75'],
    ['a lot', 'Enter an amount, for example 75'],
    ['1e3', 'Enter an amount, for example 75'],
    ['-1', "Amount can't be negative"],
    ['1000000', 'An amount can be at most 999,999.99'],
    ['1.005', 'Use at most two decimals'],
  ])('the amount %j of a custom line is checked: %s', (amount, fault) => {
    expect(
      termFaults(DEFAULT_FORMAT, terms({ lines: [line('Delivery', amount)] }), today).lines.get(0)?.amount,
    ).toBe(fault);
  });

  it('require a description if they have an amount, and are left out if empty', () => {
    const faults = termFaults(DEFAULT_FORMAT, terms({ lines: [line('', '5', 0), line(' ', ' ', 1)] }), today);
    expect(faults.lines.get(0)).toEqual({ text: 'Enter a description', amount: undefined });
    expect(faults.lines.has(1)).toBe(false);
    expect(termsOnWire(DEFAULT_FORMAT, terms({ lines: [line('', '', 1)] })).extraLines).toEqual([]);
  });

  it('are priced without a description, but not without an amount', () => {
    expect(
      pricedTerms(terms({ lines: [line('', '75'), line('Ribbon', '', 1), line('x', '1.005', 2)] })),
    ).toEqual({
      extraLines: [{ text: 'Extra', amount: 75 }],
    });
  });
});

describe('a discount', () => {
  it('is an amount or a percentage', () => {
    expect(pricedTerms(terms({ discount: '10' }))).toEqual({ discount: { kind: 'amount', amount: 10 } });
    expect(pricedTerms(terms({ discount: '12.5', discountKind: 'percent' }))).toEqual({
      discount: { kind: 'percent', percent: 12.5 },
    });
    expect(
      termFaults(DEFAULT_FORMAT, terms({ discount: '101', discountKind: 'percent' }), today).discount,
    ).toBe('At most 100 percent');
    expect(termFaults(DEFAULT_FORMAT, terms({ discount: '101' }), today).discount).toBeUndefined();
    expect(pricedTerms(terms({ discount: '101', discountKind: 'percent' }))).toEqual({});
  });
});

describe('an expiration date', () => {
  it.each([
    ['', undefined],
    ['11/20/2026', undefined],
    ['11/20/2027', undefined],
    ['11/21/2027', 'A quote can be open for at most a year'],
    ['11/19/2026', 'The quote must expire in the future'],
    ['soon', 'Enter the date as MM/DD/YYYY'],
  ])('the expiration date %j is checked: %s', (expiresAt, fault) => {
    expect(termFaults(DEFAULT_FORMAT, terms({ expiresAt }), today).expiresAt).toBe(fault);
  });
});

it('reports times that cannot be parsed', () => {
  const typed = terms({ deliveryTime: '', pickupTime: 'after dark' });
  expect(termFaults(DEFAULT_FORMAT, typed, today)).toMatchObject({
    deliveryTime: undefined,
    pickupTime: 'Enter a time such as 2:30 PM',
  });
});

describe('the location of a quote', () => {
  const address = {
    street: '1 Oak Street',
    city: 'Austin',
    state: 'TX',
    zipCode: '78704',
    country: null,
    accessNotes: 'Gate 12',
  };
  const placeOf = (input: Partial<QuoteInput>) =>
    pick(input, 'venueId', 'venueName', 'venueAddress', 'address');
  const edited = (quote: Quote, draft: Partial<BookingDraft> = {}, rest: Partial<QuoteTerms> = {}) =>
    placeOf(
      quoteInput(
        DEFAULT_FORMAT,
        { ...draftOf(DEFAULT_FORMAT, quote), ...draft },
        { ...termsOf(DEFAULT_FORMAT, quote), ...rest },
        quote,
      ),
    );
  const inWords = '1 Oak Street, Austin, TX 78704';
  const inParts = quote({ venueId: null, venueName: 'Back yard', venueAddress: inWords, address });

  it('is sent back unchanged, and in parts if one of them changes', () => {
    expect(edited(inParts)).toEqual({ venueId: null, venueName: 'Back yard', address });
    expect(edited(inParts, { zipCode: '78705' }, { state: '' })).toMatchObject({
      address: { ...address, zipCode: '78705', state: null },
    });
  });

  it('drops its address if a venue or no location is chosen', () => {
    expect(edited(inParts, { venueId: '7' })).toEqual({
      venueId: 7,
      venueName: null,
      venueAddress: null,
      address: null,
    });
    expect(edited(inParts, { venueId: '' })).toMatchObject({
      venueId: null,
      venueAddress: null,
      address: null,
    });
  });

  it('stays a single line of text until separate address fields are filled in', () => {
    const line = quote({ venueId: null, venueName: null, venueAddress: inWords, address: null });
    expect(edited(line)).toMatchObject({ venueId: null, venueAddress: inWords });
    expect(edited(line, { street: '1 Oak Street', city: 'Austin' })).toMatchObject({
      address: { street: '1 Oak Street', city: 'Austin' },
    });
  });
});

describe('a quote as terms', () => {
  it('a stored quote is restored as it was typed', () => {
    const read = termsOf(
      DEFAULT_FORMAT,
      sentQuote({
        extraLines: [{ text: 'Ribbon', amount: 75.5 }],
        discount: { kind: 'percent', percent: 10 },
        note: 'Hi',
        holdLetters: true,
      }),
    );
    expect(read.expiresAt).toBe('12/04/2026');
    expect(termsOnWire(DEFAULT_FORMAT, read)).toEqual({
      extraLines: [{ text: 'Ribbon', amount: 75.5 }],
      discount: { kind: 'percent', percent: 10 },
      note: 'Hi',
      expiresAt: '2026-12-04',
      holdLetters: true,
    });
  });

  it('starts a new validity if the old one has ended', () => {
    expect(termsOf(DEFAULT_FORMAT, sentQuote({ status: 'expired' })).expiresAt).toBe('');
    expect(termsOf(DEFAULT_FORMAT, quote()).expiresAt).toBe('');
  });
});

it('needs a quote only for terms that a booking cannot have', () => {
  expect(needsQuote(DEFAULT_FORMAT, noTerms)).toBe(false);
  expect(needsQuote(DEFAULT_FORMAT, terms({ lines: [line('', '')], holdLetters: true }))).toBe(false);
  expect(needsQuote(DEFAULT_FORMAT, terms({ note: 'Hi' }))).toBe(true);
  expect(needsQuote(DEFAULT_FORMAT, terms({ discount: '5' }))).toBe(true);
  expect(needsQuote(DEFAULT_FORMAT, terms({ lines: [line('Ribbon', '5')] }))).toBe(true);
  expect(needsQuote(DEFAULT_FORMAT, terms({ venueName: 'The old barn' }))).toBe(false);
  expect(placeOnWire(terms({ venueName: ' The old barn ' }), '')).toEqual({ venueName: 'The old barn' });
  expect(placeOnWire(terms({ venueName: 'The old barn' }), '1')).toEqual({});
  const address = { street: '1 Oak Street', city: 'Austin' };
  expect(placeOnWire(terms({ state: ' TX ' }), OTHER_PLACE, address)).toEqual({
    address: { ...address, state: 'TX', country: null },
  });
});

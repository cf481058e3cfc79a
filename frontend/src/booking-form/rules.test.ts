import { describe, expect, it } from 'vitest';
import { DEFAULT_FORMAT } from '@/lib/format';
import { type BookingDraft, EMPTY_DRAFT, withFirst } from './draft';
import { fieldErrors, missingFields } from './rules';

const limits = { today: '2027-06-01', lastDay: '2030-06-01', maxRentalDays: 90, venueRequired: true };
const saying = (text: string) => withFirst(EMPTY_DRAFT, { text });
const draft = (patch: Partial<BookingDraft>): BookingDraft => ({ ...EMPTY_DRAFT, ...patch });

describe('required fields', () => {
  it('are message, dates, venue, name and email', () => {
    expect(Object.keys(missingFields(EMPTY_DRAFT, limits))).toEqual([
      'message',
      'deliveryDate',
      'pickupDate',
      'venueId',
      'customerName',
      'customerEmail',
    ]);
  });

  it('are not filled by spaces or invisible characters', () => {
    const missing = missingFields(draft({ ...saying(' \u200b '), customerName: '  ' }), limits);
    expect(missing).toHaveProperty('message');
    expect(missing).toHaveProperty('customerName');
  });

  it('accept a phone number instead of an email address from an operator', () => {
    const own = { venueRequired: false, phoneIsEnough: true };
    expect(missingFields(draft({ customerPhone: ' ' }), own)).toHaveProperty('customerEmail');
    expect(missingFields(draft({ customerPhone: '512 555 0100' }), own)).not.toHaveProperty('customerEmail');
    expect(missingFields(draft({ customerPhone: '512 555 0100' }), limits)).toHaveProperty('customerEmail');
  });

  it('require no venue if there is none to choose', () => {
    expect(missingFields(EMPTY_DRAFT, { venueRequired: false })).not.toHaveProperty('venueId');
  });
});

describe('entered values', () => {
  const wrong = (patch: Partial<BookingDraft>) => fieldErrors(DEFAULT_FORMAT, draft(patch), limits);

  it('are not reported as invalid while empty', () => {
    expect(wrong({})).toEqual({});
  });

  it('must include a valid email address', () => {
    expect(wrong({ customerEmail: 'ada@example' })).toEqual({ customerEmail: 'Invalid email address' });
    expect(wrong({ customerEmail: 'a b@example.org' })).toHaveProperty('customerEmail');
    expect(wrong({ customerEmail: ' ada@mail.example.org ' })).toEqual({});
  });

  it('must have dates in order', () => {
    expect(wrong({ deliveryDate: '06/10/2027', pickupDate: '06/09/2027' })).toEqual({
      pickupDate: 'Pickup must be on or after delivery',
    });
    expect(wrong({ deliveryDate: '06/10/2027', pickupDate: '06/10/2027' })).toEqual({});
  });

  it('must have a delivery in the future', () => {
    expect(wrong({ deliveryDate: '05/31/2027' })).toEqual({ deliveryDate: 'Delivery cannot be in the past' });
    expect(wrong({ deliveryDate: '06/01/2027' })).toEqual({});
    expect(
      fieldErrors(DEFAULT_FORMAT, draft({ deliveryDate: '05/31/2027' }), { ...limits, pastAllowed: true }),
    ).toEqual({});
  });

  it("must be within the operator's limits on notice and rental length", () => {
    expect(wrong({ deliveryDate: '06/02/2030' }).deliveryDate).toBe('You can book dates up to 06/01/2030');
    expect(wrong({ deliveryDate: '06/01/2027', pickupDate: '08/31/2027' }).pickupDate).toBe(
      'A rental can last at most 90 days',
    );
    expect(wrong({ deliveryDate: '06/01/2027', pickupDate: '08/30/2027' })).toEqual({});
  });

  it('must have dates that exist', () => {
    expect(wrong({ pickupDate: '02/30/2028' })).toEqual({
      pickupDate: "This date doesn't exist. Enter the date as MM/DD/YYYY",
    });
  });

  it('must have at most 60 letters, not counting spaces', () => {
    expect(wrong(saying('A '.repeat(60)))).toEqual({});
    expect(wrong(saying('A'.repeat(61))).message).toBe('A sign has at most 60 letters; this one has 61');
  });

  it('must have a whole number of each item', () => {
    const [first] = EMPTY_DRAFT.lines;
    const item = (quantity: string) => wrong({ lines: [first, { kind: 'item', itemId: 3, quantity }] });
    expect(item('2')).toEqual({});
    for (const typed of ['', '0', '1.5', 'two']) {
      expect(item(typed)).toEqual({ 'lines[1].quantity': 'Enter a whole number of 1 or more' });
    }
  });
});

import { describe, expect, it } from 'vitest';
import { withFirst } from '@/booking-form/draft';
import { DEFAULT_FORMAT } from '@/lib/format';
import { booking } from '@/testing/bookings';
import { editErrors, editOf, estimateOf, isChanged, touchesStock, valuesOf } from './edit';

const limits = { today: '2026-11-20', lastDay: '2029-11-20', maxRentalDays: 90 };

describe('editing a booking', () => {
  it('leaves default times empty because they follow the day', () => {
    expect(valuesOf(DEFAULT_FORMAT, booking())).toMatchObject({
      deliveryDate: '06/01/2027',
      deliveryTime: '',
      pickupDate: '06/02/2027',
      pickupTime: '',
      total: '',
    });
    expect(
      valuesOf(
        DEFAULT_FORMAT,
        booking({
          preferredInstallTime: 'evening',
          deliveryDate: '2027-06-01T16:00:00-04:00',
          pickupDate: '2027-06-01T22:00:00-04:00',
        }),
      ),
    ).toMatchObject({ deliveryTime: '', pickupTime: '' });
    const original = booking({ deliveryDate: '2027-06-01T08:00:00-04:00', deliveryTimeGiven: true });
    expect(valuesOf(DEFAULT_FORMAT, original).deliveryTime).toBe('08:00');
  });

  it('keeps all add-ons, including removed ones', () => {
    const lines = booking().lines.map((line) => ({ ...line, addOns: { stand: false, fog: true } }));
    const values = valuesOf(DEFAULT_FORMAT, booking({ lines }));
    expect(values.lines).toMatchObject([{ addOns: ['fog'] }]);
    expect(estimateOf(DEFAULT_FORMAT, 7, values)?.addOns).toEqual({ fog: true });
    expect(editOf(DEFAULT_FORMAT, values, { ...values, notes: 'x' }, 150)).toEqual({ notes: 'x' });
  });

  it('sends all lines of a multi-line rental, and only if one changed', () => {
    const [first] = booking().lines;
    if (first === undefined) throw new Error('a booking has a line');
    const arch = { kind: 'item', itemId: 4, name: 'Balloon Arch', quantity: 2, price: 80 } as const;
    const before = valuesOf(DEFAULT_FORMAT, booking({ lines: [first, arch] }));
    expect(before.lines[0].text).toBe('LOVE');
    const letters = {
      kind: 'letters',
      text: 'LOVE',
      size: '4ft',
      finish: 'standard',
      colorOption: 'standard',
    };
    const sent = [
      { ...letters, addOns: {} },
      { kind: 'item', itemId: 4, quantity: 2 },
    ];
    expect(estimateOf(DEFAULT_FORMAT, 7, before)).toMatchObject({ lines: sent });
    expect(editOf(DEFAULT_FORMAT, before, { ...before, notes: 'x' }, 150)).toEqual({ notes: 'x' });
    const hate = { ...before, ...withFirst(before, { text: 'HATE' }) };
    expect(editOf(DEFAULT_FORMAT, before, hate, 150)).toEqual({
      lines: [{ ...sent[0], text: 'HATE' }, sent[1]],
    });
    const alone = { ...before, lines: [before.lines[0]] as const };
    expect(touchesStock(before, alone)).toBe(true);
    expect(editOf(DEFAULT_FORMAT, before, alone, 150)).toEqual({ lines: [sent[0]] });
    expect(editErrors(DEFAULT_FORMAT, { ...before, ...withFirst(before, { text: '' }) }, limits)).toEqual({});
  });

  it('omits unchanged fields', () => {
    const before = valuesOf(DEFAULT_FORMAT, booking());
    expect(isChanged(before, { ...before, customerName: ' Jane Miller ' })).toBe(false);
    expect(editOf(DEFAULT_FORMAT, before, before, 150)).toEqual({});
    const now = { ...before, notes: '', customerName: ' Jane Doe ', venueId: '' };
    expect(editOf(DEFAULT_FORMAT, before, now, 150)).toEqual({
      customerName: 'Jane Doe',
      notes: null,
      venueId: null,
    });
    expect(touchesStock(before, now)).toBe(false);
  });

  it('keeps a set time when the day moves and sends only the date if none was set', () => {
    const timed = valuesOf(
      DEFAULT_FORMAT,
      booking({ deliveryDate: '2027-06-01T14:30:00-04:00', deliveryTimeGiven: true }),
    );
    const moved = { ...timed, deliveryDate: '6/3/2027', pickupDate: '06/04/2027' };
    expect(editOf(DEFAULT_FORMAT, timed, moved, null)).toEqual({
      deliveryDate: '2027-06-03T14:30',
      pickupDate: '2027-06-04',
    });
  });

  it('estimates without an invalid time and refuses to save it', () => {
    const now = { ...valuesOf(DEFAULT_FORMAT, booking()), deliveryTime: '2:30', pickupTime: '14:30' };
    expect(estimateOf(DEFAULT_FORMAT, 7, now)).toMatchObject({
      deliveryDate: '2027-06-01',
      pickupDate: '2027-06-02T14:30',
    });
    expect(editErrors(DEFAULT_FORMAT, now, limits)).toEqual({ deliveryTime: 'Enter 2:30 AM or 2:30 PM' });
  });

  it('keeps a custom total when the price changes and drops it when emptied', () => {
    const before = valuesOf(DEFAULT_FORMAT, booking({ totalPrice: 120 }));
    expect(before.total).toBe('120');
    expect(
      editOf(DEFAULT_FORMAT, before, { ...before, ...withFirst(before, { text: 'LOVELY' }) }, 200),
    ).toEqual({
      message: 'LOVELY',
      totalPrice: 120,
      ownTotal: true,
    });
    expect(editOf(DEFAULT_FORMAT, before, { ...before, total: '' }, 150)).toEqual({ totalPrice: 150 });
  });

  it('sends an overbooking reason only with other letters or dates', () => {
    const before = valuesOf(DEFAULT_FORMAT, booking());
    const reason = { ...before, overbookReason: 'borrowed' };
    expect(editOf(DEFAULT_FORMAT, before, { ...reason, notes: 'x' }, 150)).toEqual({ notes: 'x' });
    expect(editOf(DEFAULT_FORMAT, before, { ...reason, ...withFirst(before, { size: '2ft' }) }, 150)).toEqual(
      {
        size: '2ft',
        overbookReason: 'borrowed',
      },
    );
  });

  it('estimates without counting the booking’s own hold', () => {
    expect(estimateOf(DEFAULT_FORMAT, 7, valuesOf(DEFAULT_FORMAT, booking()))).toEqual({
      bookingId: 7,
      message: 'LOVE',
      size: '4ft',
      damageWaiver: false,
      tip: 0,
      colorOption: 'standard',
      addOns: {},
      preferredInstallTime: 'morning',
      venueId: 1,
      deliveryDate: '2027-06-01',
      pickupDate: '2027-06-02',
    });
    const values = valuesOf(DEFAULT_FORMAT, booking());
    const blank = { ...values, ...withFirst(values, { text: ' ' }) };
    expect(estimateOf(DEFAULT_FORMAT, 7, blank)).toBeNull();
  });

  it('reports field errors', () => {
    const now = {
      ...valuesOf(DEFAULT_FORMAT, booking()),
      customerName: ' ',
      customerEmail: 'jane@',
      pickupDate: '05/30/2027',
      total: '1.005',
    };
    expect(editErrors(DEFAULT_FORMAT, now, limits)).toEqual({
      customerName: "Enter the customer's name",
      customerEmail: 'Invalid email address',
      pickupDate: 'Pickup must be on or after delivery',
      total: 'Use at most two decimals',
    });
    // An operator may record a past date.
    expect(
      editErrors(
        DEFAULT_FORMAT,
        { ...valuesOf(DEFAULT_FORMAT, booking()), deliveryDate: '01/01/2020', pickupDate: '01/02/2020' },
        limits,
      ),
    ).toEqual({});
  });
});

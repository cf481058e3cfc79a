/** Values of the edit form, and the request body built from the changed ones. */

import type { Booking, BookingPatch, EstimateInput, PricedBooking } from '@/api/types';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import {
  ADDRESS,
  type BookingDraft,
  type DraftLine,
  type DraftLines,
  type FieldKey,
  type LettersDraft,
  OTHER_PLACE,
  place,
  rentalOnWire,
  sentLines,
  type TextFieldOf,
} from '@/booking-form/draft';
import { type FormLimits, fieldErrors, missingFields } from '@/booking-form/rules';
import { lineFaults, linesOf, needsLines } from '@/components/booking/lines';
import { amountError } from '@/components/booking/quote-defaults';
import { overbookedFor } from '@/components/booking/stock';
import { timeFault, withTime } from '@/components/typed-time';
import { dayOf } from '@/lib/dates';
import type { Format } from '@/lib/format';
import { keysOf } from '@/lib/keys';
import { lettersOf } from '@/sign/letters';

export interface EditValues extends BookingDraft {
  /** "14:30" or as typed; empty if the default time of the day applies. */
  readonly deliveryTime: string;
  readonly pickupTime: string;
  readonly operatorNotes: string;
  /** The custom total as typed; empty to charge the calculated price. */
  readonly total: string;
  readonly overbookReason: string;
  /** Fields of a custom address that the form doesn't edit. */
  readonly state: string;
  readonly country: string;
}

/** Fields with a text value. */
export type EditText = TextFieldOf<EditValues>;
export type EditField = keyof EditValues | FieldKey;
export type EditErrors = Readonly<Partial<Record<EditField, string>>>;

/** True if a booking has a custom total. */
export function hasOwnTotal({
  totalPrice,
  breakdown,
}: Pick<PricedBooking, 'totalPrice' | 'breakdown'>): boolean {
  return Math.round(totalPrice * 100) !== Math.round(breakdown.total * 100);
}

/** The form values of a booking. A time that wasn't set is empty, because it follows the day. */
export function valuesOf(format: Format, booking: Booking): EditValues {
  const { deliveryDate, pickupDate, address } = booking;
  const price = 'breakdown' in booking ? booking.breakdown : null;
  return {
    lines: linesOf(booking),
    venueId: address ? OTHER_PLACE : booking.venueId === null ? '' : String(booking.venueId),
    placeName: address ? (booking.venueName ?? '') : '',
    street: address?.street ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    zipCode: address?.zipCode ?? '',
    country: address?.country ?? '',
    accessNotes: address?.accessNotes ?? '',
    customerName: booking.customerName,
    customerEmail: booking.customerEmail ?? '',
    customerPhone: booking.customerPhone ?? '',
    deliveryDate: typedFromIso(format, dayOf(deliveryDate)),
    deliveryTime: booking.deliveryTimeGiven ? deliveryDate.slice(11, 16) : '',
    pickupDate: typedFromIso(format, dayOf(pickupDate)),
    pickupTime: booking.pickupTimeGiven ? pickupDate.slice(11, 16) : '',
    eventType: booking.eventType ?? '',
    preferredInstallTime: booking.preferredInstallTime ?? '',
    notes: booking.notes ?? '',
    operatorNotes: booking.operatorNotes ?? '',
    total: 'totalPrice' in booking && hasOwnTotal(booking) ? String(booking.totalPrice) : '',
    overbookReason: overbookedFor(booking) ?? '',
    // An edit keeps the booking's discount.
    discountCode: '',
    damageWaiver: price === null ? '' : price.damageWaiver ? 'yes' : 'no',
    tip: price?.tip ? price.tip.toFixed(2) : '',
  };
}

/** A day with its time, if any, in the business's local time. */
function onWire(format: Format, typed: string, time: string): string | null {
  const day = isoFromTyped(format, typed);
  return day === null ? day : withTime(day, time);
}

function differs(before: EditValues, now: EditValues, field: keyof EditValues): boolean {
  if (field === 'lines')
    return JSON.stringify(before.lines.map(plain)) !== JSON.stringify(now.lines.map(plain));
  return before[field].trim() !== now[field].trim();
}

/**
 * A normalized line of letters, without differences that have no effect: spaces around the text, and the
 * order of add-ons.
 */
const tidy = (line: LettersDraft): LettersDraft => ({
  ...line,
  text: line.text.trim(),
  addOns: [...line.addOns].sort(),
});

const plain = (line: DraftLine): DraftLine => (line.kind === 'letters' ? tidy(line) : line);

/** True if the lines need other pieces. Changes of color and add-ons don't count. */
function changesPieces(before: DraftLines, now: DraftLines): boolean {
  const pieces = (lines: DraftLines) =>
    lines
      .map(plain)
      .map((line) =>
        line.kind === 'letters' ? { ...line, colorOption: '', customColor: '', addOns: [] } : line,
      );
  return JSON.stringify(pieces(before)) !== JSON.stringify(pieces(now));
}

export function isChanged(before: EditValues, now: EditValues): boolean {
  return keysOf(before).some((field) => differs(before, now, field));
}

const dateFields = ['deliveryDate', 'deliveryTime', 'pickupDate', 'pickupTime'] as const;
const placeFields = ['venueId', 'placeName', ...ADDRESS] as const;
const priceFields = [
  ...dateFields,
  'lines',
  'venueId',
  'zipCode',
  'preferredInstallTime',
  'damageWaiver',
  'tip',
] as const;

/** True if the change affects letters or dates, so that the server checks availability. */
export function touchesStock(before: EditValues, now: EditValues): boolean {
  return changesPieces(before.lines, now.lines) || dateFields.some((field) => differs(before, now, field));
}

/** True if the change concerns the customer. */
export function concernsCustomer(before: EditValues, now: EditValues): boolean {
  return [...priceFields, 'total' as const].some((field) => differs(before, now, field));
}

/** True if the change makes the server calculate the price again. */
function touchesPrice(before: EditValues, now: EditValues): boolean {
  return priceFields.some((field) => differs(before, now, field));
}

/** The estimate request. The booking's own hold doesn't count against it. Null while nothing is rented. */
export function estimateOf(format: Format, id: number, now: EditValues): EstimateInput | null {
  const [first] = now.lines;
  const hasLetters = lettersOf(first.text).length > 0;
  if (hasLetters ? first.size === '' : sentLines(now.lines).length === 0) return null;
  const delivery = onWire(format, now.deliveryDate, now.deliveryTime);
  const pickup = onWire(format, now.pickupDate, now.pickupTime);
  return {
    bookingId: id,
    ...rentalOnWire(now.lines, needsLines(now.lines)),
    preferredInstallTime: now.preferredInstallTime || null,
    // Staff don't see prices, so damage waiver and tip are left out and stay unchanged.
    ...(now.damageWaiver !== '' && {
      damageWaiver: now.damageWaiver === 'yes',
      tip: amountError(now.tip) === undefined ? Number(now.tip) : 0,
    }),
    // A deleted venue stays on the booking but can't be sent in a request.
    ...place(now),
    ...(delivery !== null && { deliveryDate: delivery }),
    ...(pickup !== null && { pickupDate: pickup }),
  };
}

/** Validation errors by field. */
export function editErrors(
  format: Format,
  now: EditValues,
  limits: Omit<FormLimits, 'venueRequired'>,
): EditErrors {
  const errors: Partial<Record<EditField, string>> = {
    ...missingFields(now, { venueRequired: false, phoneIsEnough: true }),
    ...fieldErrors(format, now, { ...limits, venueRequired: false, pastAllowed: true }),
  };
  if (errors.customerName !== undefined) errors.customerName = "Enter the customer's name";
  if (errors.customerEmail !== undefined && now.customerEmail.trim() === '') {
    errors.customerEmail = 'Enter an email address or a phone number';
  }
  // A rental may consist of items only.
  if (now.lines.length > 1 && now.lines[0].text.trim() === '') delete errors.message;
  for (const [at, faults] of lineFaults(now.lines)) {
    for (const [name, fault] of Object.entries(faults)) errors[`lines[${at}].${name}`] = fault;
  }
  const total = amountError(now.total);
  if (total !== undefined) errors.total = total;
  const tip = amountError(now.tip);
  if (tip !== undefined) errors.tip = tip;
  for (const field of ['deliveryTime', 'pickupTime'] as const) {
    const fault = timeFault(format, now[field]);
    if (fault !== undefined) errors[field] = fault;
  }
  return errors;
}

const optionalFields = [
  'customerEmail',
  'customerPhone',
  'eventType',
  'preferredInstallTime',
  'notes',
  'operatorNotes',
] as const;

/** The changed location: a venue, none, or an address. */
function placeOf(before: EditValues, now: EditValues): BookingPatch {
  if (now.venueId !== OTHER_PLACE) {
    return {
      venueId: now.venueId === '' ? null : Number(now.venueId),
      ...(before.venueId === OTHER_PLACE && { address: null }),
    };
  }
  const text = (field: 'state' | 'country' | (typeof ADDRESS)[number]) => now[field].trim() || null;
  return {
    venueName: now.placeName.trim() || null,
    address: {
      street: now.street.trim(),
      city: now.city.trim(),
      state: text('state'),
      zipCode: text('zipCode'),
      country: text('country'),
      accessNotes: text('accessNotes'),
    },
  };
}

/** The changed rental: as lines, or the changed fields of a single plain line. */
function rentalChange(before: DraftLines, now: DraftLines): BookingPatch {
  if (needsLines(before) || needsLines(now)) return rentalOnWire(now, true);
  const old = new Map(Object.entries(rentalOnWire([tidy(before[0])], false)));
  return Object.fromEntries(
    Object.entries(rentalOnWire([tidy(now[0])], false)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)),
    ),
  );
}

/**
 * The changes as a request body.
 *
 * @param computed total of the last estimate in currency units, charged if a custom total was removed
 */
export function editOf(
  format: Format,
  before: EditValues,
  now: EditValues,
  computed: number | null,
): BookingPatch {
  const changed = (field: keyof EditValues) => differs(before, now, field);
  const patch: BookingPatch = {};
  if (changed('customerName')) patch.customerName = now.customerName.trim();
  if (changed('lines')) Object.assign(patch, rentalChange(before.lines, now.lines));
  for (const field of optionalFields) {
    if (changed(field)) patch[field] = now[field].trim() || null;
  }
  if (placeFields.some(changed)) Object.assign(patch, placeOf(before, now));
  if (changed('deliveryDate') || changed('deliveryTime')) {
    // Send an unreadable date as typed: the server reports the field.
    patch.deliveryDate = onWire(format, now.deliveryDate, now.deliveryTime) ?? now.deliveryDate;
  }
  if (changed('pickupDate') || changed('pickupTime')) {
    patch.pickupDate = onWire(format, now.pickupDate, now.pickupTime) ?? now.pickupDate;
  }
  if (touchesStock(before, now) && now.overbookReason.trim() !== '') {
    patch.overbookReason = now.overbookReason.trim();
  }
  if (changed('damageWaiver')) patch.damageWaiver = now.damageWaiver === 'yes';
  if (changed('tip')) patch.tip = Number(now.tip);
  const own = now.total.trim() === '' ? null : Number(now.total);
  if (own !== null && (changed('total') || touchesPrice(before, now))) {
    patch.totalPrice = own;
    patch.ownTotal = true;
  }
  if (own === null && changed('total') && computed !== null) patch.totalPrice = computed;
  return patch;
}

/**
 * What the form can say at once, before the server is asked. The server judges everything again;
 * these checks only save a customer the way there and back.
 */
import { lettersOf } from '@/sign/letters';
import { daysBetween, isoFromTyped, typedFromIso } from './dates';
import type { BookingDraft, FieldName } from './draft';
import { counted } from './texts';

export type FieldErrors = Readonly<Partial<Record<FieldName, string>>>;

export interface FormLimits {
  /** Today in the operator's own time zone. */
  readonly today: string;
  /** The furthest delivery that can be booked, an ISO day. */
  readonly lastDay: string;
  readonly maxRentalDays: number;
  /** False for an operator without venues, where there is nothing to choose from. */
  readonly venueRequired: boolean;
  /** Operators may enter a delivery that has been; visitors may not. */
  readonly pastAllowed?: boolean;
}

/** Order in which fields stand on the screen; the first one with an error gets the focus. */
export const FIELD_ORDER: readonly FieldName[] = [
  'message',
  'size',
  'colorOption',
  'addOns',
  'venueId',
  'deliveryDate',
  'pickupDate',
  'preferredInstallTime',
  'eventType',
  'customerName',
  'customerEmail',
  'customerPhone',
  'notes',
];

const REQUIRED: readonly [FieldName, string][] = [
  ['message', 'Enter the message for your sign'],
  ['venueId', 'Choose a venue'],
  ['deliveryDate', 'Enter the delivery date'],
  ['pickupDate', 'Enter the pickup date'],
  ['customerName', 'Enter your name'],
  ['customerEmail', 'Enter your email address'],
];

const MAX_LETTERS = 60;
// Something, an @, and a host with a dot: whether mail arrives only the server can find out.
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

function isEmpty(draft: BookingDraft, field: FieldName): boolean {
  if (field === 'message') return lettersOf(draft.message).length === 0;
  const value = draft[field];
  return typeof value === 'string' ? value.trim() === '' : false;
}

/** The required fields that are still empty, with what to do about each. */
export function missingFields(draft: BookingDraft, limits: Pick<FormLimits, 'venueRequired'>): FieldErrors {
  return Object.fromEntries(
    REQUIRED.filter(([field]) => (field !== 'venueId' || limits.venueRequired) && isEmpty(draft, field)),
  );
}

/** What is wrong with what has been filled in; empty fields are `missingFields`' business. */
export function fieldErrors(draft: BookingDraft, limits: FormLimits): FieldErrors {
  const errors: Partial<Record<FieldName, string>> = {};
  const letters = lettersOf(draft.message).length;
  if (letters > MAX_LETTERS) {
    errors.message = `A sign has at most ${MAX_LETTERS} letters; this one has ${letters}`;
  }
  const email = draft.customerEmail.trim();
  if (email !== '' && !EMAIL.test(email)) errors.customerEmail = 'Invalid email address';

  const delivery = isoFromTyped(draft.deliveryDate);
  const pickup = isoFromTyped(draft.pickupDate);
  if (draft.deliveryDate.trim() !== '' && delivery === null)
    errors.deliveryDate = 'Enter the date as MM/DD/YYYY';
  if (draft.pickupDate.trim() !== '' && pickup === null) errors.pickupDate = 'Enter the date as MM/DD/YYYY';
  if (delivery !== null && delivery < limits.today && !limits.pastAllowed) {
    errors.deliveryDate = 'Delivery cannot be in the past';
  }
  if (delivery !== null && delivery > limits.lastDay) {
    errors.deliveryDate = `The last day that can be booked is ${typedFromIso(limits.lastDay)}`;
  }
  if (delivery !== null && pickup !== null) {
    if (pickup < delivery) errors.pickupDate = 'Pickup must be on or after delivery';
    else if (daysBetween(delivery, pickup) > limits.maxRentalDays) {
      errors.pickupDate = `A rental can last at most ${counted(limits.maxRentalDays, 'day')}`;
    }
  }
  return errors;
}

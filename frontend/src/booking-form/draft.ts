/** What a customer has filled in so far, and how it looks on the wire. */
import type { components } from '@/api/schema';
import { lettersOf } from '@/sign/letters';
import { isoFromTyped } from './dates';

type Schemas = components['schemas'];

/**
 * The form as it stands on the screen. Every value is kept as it was typed, so that nothing a
 * customer wrote is lost to a correction: dates are text until `isoFromTyped` reads them.
 */
export interface BookingDraft {
  readonly message: string;
  readonly size: string;
  /** The venue's id as text; empty while none is chosen. */
  readonly venueId: string;
  readonly customerName: string;
  readonly customerEmail: string;
  readonly customerPhone: string;
  readonly deliveryDate: string;
  readonly pickupDate: string;
  readonly eventType: string;
  readonly preferredInstallTime: string;
  readonly colorOption: string;
  /** Codes of the chosen add-ons. */
  readonly addOns: readonly string[];
  readonly notes: string;
}

export type FieldName = keyof BookingDraft;
export type TextField = Exclude<FieldName, 'addOns'>;

export const EMPTY_DRAFT: BookingDraft = {
  message: '',
  size: '',
  venueId: '',
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  deliveryDate: '',
  pickupDate: '',
  eventType: '',
  preferredInstallTime: '',
  colorOption: 'standard',
  addOns: [],
  notes: '',
};

/** What price and stock depend on. */
export type EstimateRequest = Schemas['EstimateInput'];
/** A booking to be made. `totalPrice` is the total that the customer saw. */
export type BookingPayload = Schemas['BookingInput'];

/** The operator of a public form as the wire names it: a number for an id, text for a public key. */
export function operatorOnWire(operator: string): number | string {
  return /^\d{1,15}$/.test(operator) ? Number(operator) : operator;
}

/** A choice of a native select: one of its values, or the empty one, which is nothing. */
const chosen = <T extends string>(value: string) => (value === '' ? null : (value as T));

/** What both calls carry, without what is empty or not yet whole. */
function common(draft: BookingDraft, operator: string | undefined) {
  const installTime = chosen<NonNullable<EstimateRequest['preferredInstallTime']>>(
    draft.preferredInstallTime,
  );
  return {
    message: draft.message,
    size: draft.size,
    ...(draft.venueId !== '' && { venueId: Number(draft.venueId) }),
    ...(installTime !== null && { preferredInstallTime: installTime }),
    ...(draft.colorOption !== '' && { colorOption: draft.colorOption }),
    addOns: Object.fromEntries(draft.addOns.map((code) => [code, true])),
    ...(operator !== undefined && { userId: operatorOnWire(operator) }),
  };
}

/**
 * The estimate to ask for; null while there is no letter to price. Dates that are not yet whole
 * are left out, so that letters and price can be told before the dates are.
 */
export function estimateRequest(draft: BookingDraft, operator?: string): EstimateRequest | null {
  if (draft.size === '' || lettersOf(draft.message).length === 0) return null;
  const delivery = isoFromTyped(draft.deliveryDate);
  const pickup = isoFromTyped(draft.pickupDate);
  return {
    ...common(draft, operator),
    ...(delivery !== null && { deliveryDate: delivery }),
    ...(pickup !== null && { pickupDate: pickup }),
  };
}

/** The booking to send; null while there is no letter or no whole date. */
export function bookingPayload(
  draft: BookingDraft,
  shownTotal: number | null,
  operator?: string,
): BookingPayload | null {
  const delivery = isoFromTyped(draft.deliveryDate);
  const pickup = isoFromTyped(draft.pickupDate);
  if (lettersOf(draft.message).length === 0 || delivery === null || pickup === null) return null;
  const phone = draft.customerPhone.trim();
  const notes = draft.notes.trim();
  const eventType = chosen<NonNullable<BookingPayload['eventType']>>(draft.eventType);
  return {
    ...common(draft, operator),
    deliveryDate: delivery,
    pickupDate: pickup,
    customerName: draft.customerName.trim(),
    customerEmail: draft.customerEmail.trim(),
    ...(phone !== '' && { customerPhone: phone }),
    ...(notes !== '' && { notes }),
    ...(eventType !== null && { eventType }),
    ...(shownTotal !== null && { totalPrice: shownTotal }),
  };
}

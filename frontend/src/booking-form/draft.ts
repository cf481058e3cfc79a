/** The customer's input so far, and its wire format. */

import type { components } from '@/api/schema';
import type { Format } from '@/lib/format';
import { bare, withoutInvisible } from '@/lib/text';
import { lettersOf } from '@/sign/letters';
import { isoFromTyped } from './dates';

type Schemas = components['schemas'];

/**
 * The form as shown on the screen. Every value is stored as typed, so that nothing is lost while correcting:
 * dates are text until `isoFromTyped` parses them.
 */
export interface BookingDraft {
  readonly message: string;
  readonly size: string;
  /** Empty if the letters of this size come in one finish. */
  readonly finish: string;
  /** The venue's id as text, or `OTHER_PLACE`; empty without a choice. */
  readonly venueId: string;
  readonly placeName: string;
  readonly street: string;
  readonly city: string;
  readonly zipCode: string;
  readonly accessNotes: string;
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
  /** Letters of the message that are made from other letters. */
  readonly turned?: Turned | undefined;
  /** Rented besides the message: more letters, items, packages. */
  readonly more: readonly DraftLine[];
  readonly notes: string;
  /** An applied code, as typed. */
  readonly discountCode: string;
  /** Empty for the business's default, else "yes" or "no". */
  readonly damageWaiver: string;
  /** Empty for none, else an amount ("12.5") or a percentage ("15%"). */
  readonly tip: string;
}

/** Letters made from other letters, as offered for a text in a size. */
export interface Turned {
  readonly of: string;
  readonly letters: readonly string[];
}

export interface LettersDraft
  extends Pick<BookingDraft, 'size' | 'finish' | 'colorOption' | 'addOns' | 'turned'> {
  readonly kind: 'letters';
  readonly text: string;
}

export interface ItemDraft {
  readonly kind: 'item';
  readonly itemId: number;
  /** As typed. */
  readonly quantity: string;
}

export interface PackageDraft {
  readonly kind: 'package';
  readonly packageId: number;
  /** The business's name of the package, for messages about unfilled words. Not sent. */
  readonly name?: string;
  /** One per blank; empty until filled in. */
  readonly words: readonly string[];
}

export type DraftLine = LettersDraft | ItemDraft | PackageDraft;

/** Value of the venue field that stands for the customer's own address. */
export const OTHER_PLACE = 'other';
/** Fields of that address; on the wire they are parts of `address`. */
export const ADDRESS = ['street', 'city', 'zipCode', 'accessNotes'] as const;

export type FieldName = keyof BookingDraft;
export type TextField = Exclude<FieldName, 'addOns' | 'more' | 'turned'>;
/** A field, or a field of a further line: "more[0].text". */
export type FieldKey = FieldName | `more[${string}`;

export const EMPTY_DRAFT: BookingDraft = {
  message: '',
  size: '',
  finish: '',
  venueId: '',
  placeName: '',
  street: '',
  city: '',
  zipCode: '',
  accessNotes: '',
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  deliveryDate: '',
  pickupDate: '',
  eventType: '',
  preferredInstallTime: '',
  colorOption: 'standard',
  addOns: [],
  more: [],
  notes: '',
  discountCode: '',
  damageWaiver: '',
  tip: '',
};

/** Input that determines price and stock. */
export type EstimateRequest = Schemas['EstimateInput'];
/** A booking to create. `totalPrice` is the total shown to the customer. */
export type BookingPayload = Schemas['BookingInput'];

/** The operator of a public form in wire format: a number for an id, text for a public key. */
export function operatorOnWire(operator: string): number | string {
  return /^\d{1,15}$/.test(operator) ? Number(operator) : operator;
}

type WireLine = NonNullable<EstimateRequest['lines']>[number];

const ticked = (codes: readonly string[]) => Object.fromEntries(codes.map((code) => [code, true]));

/** True if a word of a package is missing. */
export function isHalfFilled(line: DraftLine): boolean {
  return line.kind === 'package' && line.words.some((word) => word.trim() === '');
}

/** A line in wire format; null if it has nothing to price. */
function lineOnWire(line: DraftLine): WireLine | null {
  if (line.kind === 'item') return { ...line, quantity: Number(line.quantity) };
  if (line.kind === 'package') {
    if (isHalfFilled(line)) return null;
    return { kind: line.kind, packageId: line.packageId, words: [...line.words] };
  }
  const { finish, addOns, turned, ...rest } = line;
  if (lettersOf(line.text).length === 0) return null;
  return {
    ...rest,
    addOns: ticked(addOns),
    ...(finish !== '' && { finish }),
    // Turned letters belong to one text in one size.
    ...(turned?.of === line.text + line.size && { turned: [...turned.letters] }),
  };
}

/** The sent lines, each with its index among the further ones; the message has -1. */
export function sentLines(draft: BookingDraft): { place: number; line: WireLine }[] {
  const { message, size, finish, colorOption, addOns, turned, more } = draft;
  const first: DraftLine = { kind: 'letters', text: message, size, finish, colorOption, addOns, turned };
  return [first, ...more].flatMap((given, i) => {
    const line = lineOnWire(given);
    return line === null ? [] : [{ place: i - 1, line }];
  });
}

/** Map a server path to a form field: "lines[1].text" counts the sent lines. */
export function fieldAt(path: string, draft: BookingDraft): string {
  if (path === 'lines') return 'more';
  const [, at, name] = /^lines\[(\d+)\]\.(\w+)/.exec(path) ?? [];
  // The parts of an address are separate fields here.
  if (at === undefined) return path.replace('address.', '');
  const place = sentLines(draft)[Number(at)]?.place ?? -1;
  if (place >= 0) return `more[${place}].${name}`;
  return name === 'text' ? 'message' : `${name}`;
}

/** The rental: one plain line in its own fields, anything else as a list of lines. */
function rented(draft: BookingDraft) {
  const lines = sentLines(draft);
  if (draft.finish !== '' || draft.turned || lines.some(({ place }) => place >= 0)) {
    return { lines: lines.map(({ line }) => line) };
  }
  return {
    message: draft.message,
    size: draft.size,
    ...(draft.colorOption !== '' && { colorOption: draft.colorOption }),
    addOns: ticked(draft.addOns),
  };
}

/** A venue, or the typed parts of another place. */
export function place(draft: BookingDraft) {
  if (draft.venueId !== OTHER_PLACE) return draft.venueId === '' ? {} : { venueId: Number(draft.venueId) };
  const parts = ADDRESS.map((part) => [part, draft[part].trim()]).filter(([, text]) => text);
  return { address: Object.fromEntries(parts) as Schemas['AddressInput'] };
}

/** Shared fields of both calls, without empty or incomplete values. */
function common(draft: BookingDraft, operator: string | undefined) {
  return {
    ...rented(draft),
    ...place(draft),
    ...(draft.preferredInstallTime !== '' && { preferredInstallTime: draft.preferredInstallTime }),
    ...(draft.discountCode && { discountCode: draft.discountCode }),
    ...(draft.damageWaiver && { damageWaiver: draft.damageWaiver === 'yes' }),
    ...(draft.tip && { [draft.tip.endsWith('%') ? 'tipPercent' : 'tip']: Number.parseFloat(draft.tip) }),
    ...(operator !== undefined && { userId: operatorOnWire(operator) }),
  };
}

/**
 * The estimate request; null if there is nothing to price. Incomplete dates are omitted, so that letters and
 * price are known before the dates.
 */
export function estimateRequest(
  format: Format,
  draft: BookingDraft,
  operator?: string,
  rentsMore?: boolean,
): EstimateRequest | null {
  if (draft.size === '' || !(rentsMore || sentLines(draft)[0])) return null;
  const delivery = isoFromTyped(format, draft.deliveryDate);
  const pickup = isoFromTyped(format, draft.pickupDate);
  return {
    ...common(draft, operator),
    ...(delivery !== null && { deliveryDate: delivery }),
    ...(pickup !== null && { pickupDate: pickup }),
  };
}

/** The booking request; null if nothing is rented or a date is incomplete. */
export function bookingPayload(
  format: Format,
  draft: BookingDraft,
  shownTotal: number | null,
  operator?: string,
  rentsMore?: boolean,
): BookingPayload | null {
  const asked = estimateRequest(format, draft, operator, rentsMore);
  const { deliveryDate, pickupDate } = asked ?? {};
  if (!deliveryDate || !pickupDate) return null;
  const phone = bare(draft.customerPhone);
  const notes = draft.notes.trim();
  return {
    ...asked,
    deliveryDate,
    pickupDate,
    customerName: withoutInvisible(draft.customerName),
    customerEmail: bare(draft.customerEmail),
    ...(phone !== '' && { customerPhone: phone }),
    ...(draft.venueId === OTHER_PLACE && { venueName: draft.placeName.trim() }),
    ...(notes !== '' && { notes }),
    ...(draft.eventType !== '' && { eventType: draft.eventType }),
    ...(shownTotal !== null && { totalPrice: shownTotal }),
  };
}

/** What a customer has filled in so far, and how it looks on the wire. */

import type { components } from '@/api/schema';
import { bare, withoutInvisible } from '@/lib/text';
import { lettersOf } from '@/sign/letters';
import { isoFromTyped } from './dates';

type Schemas = components['schemas'];

/**
 * The form as it is on the screen. Every value is kept as it was typed, so that nothing a customer wrote is
 * lost to a correction: dates are text until `isoFromTyped` reads them.
 */
export interface BookingDraft {
  readonly message: string;
  readonly size: string;
  /** Empty where the letters of this size come in one finish. */
  readonly finish: string;
  /** The venue's id as text, or `OTHER_PLACE`; empty while none is chosen. */
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
  /** Letters of the message that are made from another. */
  readonly turned?: Turned | undefined;
  /** What is rented beside the message: more letters, items, packages. */
  readonly more: readonly DraftLine[];
  readonly notes: string;
  /** A code that was applied, as it was typed. */
  readonly discountCode: string;
  /** Empty as the business has it by default, else "yes" or "no". */
  readonly damageWaiver: string;
  /** Empty for none, else an amount ("12.5") or a share ("15%"). */
  readonly tip: string;
}

/** Letters that are made from another, as they were offered for a text in a size. */
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
  /** What the business calls it, for what is still to be filled in. It is not sent. */
  readonly name?: string;
  /** One for each blank; empty until it is filled in. */
  readonly words: readonly string[];
}

export type DraftLine = LettersDraft | ItemDraft | PackageDraft;

/** Stands for an address of the customer's own where a venue would be chosen. */
export const OTHER_PLACE = 'other';
/** The fields of such an address; on the wire they are parts of `address`. */
export const ADDRESS = ['street', 'city', 'zipCode', 'accessNotes'] as const;

export type FieldName = keyof BookingDraft;
export type TextField = Exclude<FieldName, 'addOns' | 'more' | 'turned'>;
/** A field, or one of a further line: "more[0].text". */
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

/** What price and stock depend on. */
export type EstimateRequest = Schemas['EstimateInput'];
/** A booking to be made. `totalPrice` is the total that the customer saw. */
export type BookingPayload = Schemas['BookingInput'];

/** The operator of a public form as the wire names it: a number for an id, text for a public key. */
export function operatorOnWire(operator: string): number | string {
  return /^\d{1,15}$/.test(operator) ? Number(operator) : operator;
}

type WireLine = NonNullable<EstimateRequest['lines']>[number];

const ticked = (codes: readonly string[]) => Object.fromEntries(codes.map((code) => [code, true]));

/** Whether a word of a package is still to be filled in. */
export function isHalfFilled(line: DraftLine): boolean {
  return line.kind === 'package' && line.words.some((word) => word.trim() === '');
}

/** A line as it is sent; null while there is nothing in it to price. */
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
    // Another text, or another size, is made of letters of its own.
    ...(turned?.of === line.text + line.size && { turned: [...turned.letters] }),
  };
}

/** The lines that are sent, each with its place among the further ones; the message's is -1. */
export function sentLines(draft: BookingDraft): { place: number; line: WireLine }[] {
  const { message, size, finish, colorOption, addOns, turned, more } = draft;
  const first: DraftLine = { kind: 'letters', text: message, size, finish, colorOption, addOns, turned };
  return [first, ...more].flatMap((given, i) => {
    const line = lineOnWire(given);
    return line === null ? [] : [{ place: i - 1, line }];
  });
}

/** The field that a path of the server means: "lines[1].text" counts the lines that were sent. */
export function fieldAt(path: string, draft: BookingDraft): string {
  if (path === 'lines') return 'more';
  const [, at, name] = /^lines\[(\d+)\]\.(\w+)/.exec(path) ?? [];
  // The parts of an address are fields of their own here.
  if (at === undefined) return path.replace('address.', '');
  const place = sentLines(draft)[Number(at)]?.place ?? -1;
  if (place >= 0) return `more[${place}].${name}`;
  return name === 'text' ? 'message' : `${name}`;
}

/** What is rented: one plain line in fields of its own, anything else line by line. */
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

/** A venue, or the parts of another place that have been typed. */
export function place(draft: BookingDraft) {
  if (draft.venueId !== OTHER_PLACE) return draft.venueId === '' ? {} : { venueId: Number(draft.venueId) };
  const parts = ADDRESS.map((part) => [part, draft[part].trim()]).filter(([, text]) => text);
  return { address: Object.fromEntries(parts) as Schemas['AddressInput'] };
}

/** What both calls carry, without what is empty or not yet whole. */
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
 * The estimate to ask for; null while there is nothing to price. Incomplete dates are left out, so that
 * letters and price are known before the dates are.
 */
export function estimateRequest(
  draft: BookingDraft,
  operator?: string,
  rentsMore?: boolean,
): EstimateRequest | null {
  if (draft.size === '' || !(rentsMore || sentLines(draft)[0])) return null;
  const delivery = isoFromTyped(draft.deliveryDate);
  const pickup = isoFromTyped(draft.pickupDate);
  return {
    ...common(draft, operator),
    ...(delivery !== null && { deliveryDate: delivery }),
    ...(pickup !== null && { pickupDate: pickup }),
  };
}

/** The booking to send; null while nothing is rented or a date is not whole. */
export function bookingPayload(
  draft: BookingDraft,
  shownTotal: number | null,
  operator?: string,
  rentsMore?: boolean,
): BookingPayload | null {
  const asked = estimateRequest(draft, operator, rentsMore);
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

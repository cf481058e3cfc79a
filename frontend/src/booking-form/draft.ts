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
  readonly lines: DraftLines;
  /** The venue's id as text, or `OTHER_PLACE`; empty without a choice. */
  readonly venueId: string;
  readonly placeName: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly accessNotes: string;
  readonly customerName: string;
  readonly customerEmail: string;
  readonly customerPhone: string;
  readonly deliveryDate: string;
  readonly pickupDate: string;
  readonly eventType: string;
  readonly preferredInstallTime: string;
  readonly notes: string;
  /** An applied code, as typed. */
  readonly discountCode: string;
  /** Empty for the business's default, else "yes" or "no". */
  readonly damageWaiver: string;
  /** Empty for none, else an amount ("12.5") or a percentage ("15%"). */
  readonly tip: string;
}

/**
 * Characters of a text made by rotating others, such as a 9 from a 6, as suggested by the server for this text
 * and size.
 */
export interface Turned {
  readonly of: string;
  readonly letters: readonly string[];
}

export interface LettersDraft {
  readonly kind: 'letters';
  readonly text: string;
  readonly size: string;
  /** Empty for the default finish, and for letters of a size that come in only one. */
  readonly finish: string;
  readonly colorOption: string;
  /** Which color it is, for a color option such as "Custom". */
  readonly customColor?: string | undefined;
  /** Codes of the chosen add-ons. */
  readonly addOns: readonly string[];
  /** Letters of the text that are made from other letters. */
  readonly turned?: Turned | undefined;
}

export interface ItemDraft {
  readonly kind: 'item';
  readonly itemId: number;
  /** The item's name at the time it was added. Not sent. */
  readonly name?: string;
  /** As typed. */
  readonly quantity: string;
}

export interface PackageDraft {
  readonly kind: 'package';
  readonly packageId: number;
  /** The package's name, for messages about words not filled in. Not sent. */
  readonly name?: string;
  /** One for each blank of the package; empty until filled in. */
  readonly words: readonly string[];
}

export type DraftLine = LettersDraft | ItemDraft | PackageDraft;
/** The lines of a rental. The first is of letters; it has no text if only other things are rented. */
export type DraftLines = readonly [LettersDraft, ...DraftLine[]];

/** Form fields of the first line, with the property that each edits. */
const FIRST_LINE = {
  message: 'text',
  size: 'size',
  finish: 'finish',
  colorOption: 'colorOption',
  customColor: 'customColor',
} as const;
type FirstLineField = keyof typeof FIRST_LINE;

const isOfFirstLine = (name: PropertyKey): name is FirstLineField => name in FIRST_LINE;

/** Value of the venue field that stands for the customer's own address. */
export const OTHER_PLACE = 'other';
/** Form fields of that address, which is sent as `address`. */
export const ADDRESS = ['street', 'city', 'state', 'zipCode', 'accessNotes'] as const;

/**
 * Names of the form's fields. Those of the first line have their own names, such as "message" for its text.
 */
export type FieldName = keyof BookingDraft | FirstLineField | 'addOns';
/** Fields of a form with a text value. */
export type TextFieldOf<Draft> =
  | { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft]
  | FirstLineField;
export type TextField = TextFieldOf<BookingDraft>;
/** A field, or a field of another line: "lines[1].text". */
export type FieldKey = FieldName | `lines[${string}`;

export const EMPTY_LINE: LettersDraft = {
  kind: 'letters',
  text: '',
  size: '',
  finish: '',
  colorOption: 'standard',
  addOns: [],
};

export const EMPTY_DRAFT: BookingDraft = {
  lines: [EMPTY_LINE],
  venueId: '',
  placeName: '',
  street: '',
  city: '',
  state: '',
  zipCode: '',
  accessNotes: '',
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  deliveryDate: '',
  pickupDate: '',
  eventType: '',
  preferredInstallTime: '',
  notes: '',
  discountCode: '',
  damageWaiver: '',
  tip: '',
};

type Lines = Pick<BookingDraft, 'lines'>;

/** The typed value of a field. */
export function fieldValue<Draft extends Lines>(draft: Draft, name: TextFieldOf<Draft>): string {
  return isOfFirstLine(name) ? (draft.lines[0][FIRST_LINE[name]] ?? '') : String(draft[name]);
}

/** The patch that sets a field to a value. */
export function fieldChange<Draft extends Lines>(
  draft: Draft,
  name: TextFieldOf<Draft>,
  value: string,
): Partial<Draft> {
  const change = isOfFirstLine(name)
    ? withFirst(draft, {
        [FIRST_LINE[name]]: value,
        // It belongs to the color chosen before.
        ...(name === 'colorOption' && { customColor: undefined }),
      })
    : { [name]: value };
  return change as Partial<Draft>;
}

/** The patch that changes the first line. */
export function withFirst({ lines: [first, ...rest] }: Lines, patch: Partial<LettersDraft>): Lines {
  return { lines: [{ ...first, ...patch }, ...rest] };
}

/** Replace the line at index `place` (1 or higher), or remove it if `line` is null. */
export function withLine({ lines: [first, ...rest] }: Lines, place: number, line: DraftLine | null): Lines {
  return { lines: [first, ...rest.flatMap((old, i) => (i + 1 === place ? (line ?? []) : old))] };
}

/** Add a line at the end, or at index `place` (1 or higher). */
export function withAdded({ lines: [first, ...rest] }: Lines, line: DraftLine, place?: number): Lines {
  const at = place === undefined ? rest.length : place - 1;
  return { lines: [first, ...rest.slice(0, at), line, ...rest.slice(at)] };
}

/** Give all letters one size. */
export function withSize({ lines: [first, ...rest] }: Lines, size: string): Lines {
  return {
    lines: [{ ...first, size }, ...rest.map((line) => (line.kind === 'letters' ? { ...line, size } : line))],
  };
}

/** Index of the line that a field belongs to; null for other fields. */
export function placeOf(field: string): number | null {
  if (isOfFirstLine(field) || field === 'addOns') return 0;
  const [, place] = /^lines\[(\d+)\]/.exec(field) ?? [];
  return place === undefined ? null : Number(place);
}

/** Request body for an estimate of price and availability. */
export type EstimateRequest = Schemas['EstimateInput'];
/** Request body for a booking. `totalPrice` is the total shown to the customer. */
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

/** True for a quantity that can be rented. */
export const isQuantity = (typed: string): boolean => /^\d+$/.test(typed.trim()) && Number(typed) >= 1;

/** A line in wire format; null if it is incomplete. */
function lineOnWire(line: DraftLine): WireLine | null {
  if (line.kind === 'item') {
    if (!isQuantity(line.quantity)) return null;
    return { kind: line.kind, itemId: line.itemId, quantity: Number(line.quantity) };
  }
  if (line.kind === 'package') {
    if (isHalfFilled(line)) return null;
    return { kind: line.kind, packageId: line.packageId, words: line.words.map((word) => word.trim()) };
  }
  const { kind, text, size, finish, colorOption, customColor, addOns, turned } = line;
  if (lettersOf(text).length === 0) return null;
  return {
    kind,
    text,
    size,
    ...(finish !== '' && { finish }),
    ...(colorOption !== '' && { colorOption }),
    ...(customColor !== undefined && { customColor: customColor.trim() || null }),
    addOns: ticked(addOns),
    // Turned letters belong to one text in one size.
    ...(turned?.of === text + size && { turned: [...turned.letters] }),
  };
}

/** The complete lines in wire format, each with its index in the draft. */
export function sentLines(lines: DraftLines): { place: number; line: WireLine }[] {
  return lines.flatMap((draft, place) => {
    const line = lineOnWire(draft);
    return line === null ? [] : [{ place, line }];
  });
}

/** Map a server path to a form field: "lines[1].text" counts the sent lines. */
export function fieldAt(path: string, lines: DraftLines): string {
  const [, at, name] = /^lines\[(\d+)\](?:\.(\w+))?/.exec(path) ?? [];
  // The parts of an address are separate fields here.
  if (at === undefined) return path.replace('address.', '');
  const place = sentLines(lines)[Number(at)]?.place ?? 0;
  if (place > 0) return `lines[${place}]${name === undefined ? '' : `.${name}`}`;
  return name === undefined || name === 'text' ? 'message' : name;
}

/** True if the rental is more than letters in the default finish. */
export function isSeveral(lines: DraftLines): boolean {
  const [{ finish, turned, customColor }] = lines;
  return (
    finish !== '' || !!customColor || turned !== undefined || sentLines(lines).some(({ place }) => place > 0)
  );
}

/** The rental in wire format: a list of lines, or the separate fields of a single plain line. */
export function rentalOnWire(lines: DraftLines, asLines = isSeveral(lines)) {
  if (asLines) return { lines: sentLines(lines).map(({ line }) => line) };
  const [{ text, size, colorOption, addOns }] = lines;
  return { message: text, size, ...(colorOption !== '' && { colorOption }), addOns: ticked(addOns) };
}

type LineOut = Schemas['BookingOut']['lines'][number] | Schemas['OfferOut']['lines'][number];

/** The name of a line. Lines of bookings and quotes have one; those of offers do not. */
const named = (line: object) => ('name' in line && typeof line.name === 'string' ? { name: line.name } : {});

/** Convert a line of an API response into a draft line. */
function draftLine(line: LineOut): DraftLine {
  if (line.kind === 'item') {
    const { kind, itemId, quantity } = line;
    return { kind, itemId, ...named(line), quantity: String(quantity) };
  }
  if (line.kind === 'package') {
    const { kind, packageId, words } = line;
    return { kind, packageId, ...named(line), words };
  }
  const { kind, text, size, finish, colorOption, addOns, turned } = line;
  return {
    kind,
    text,
    size,
    finish,
    colorOption,
    ...('customColor' in line && line.customColor && { customColor: line.customColor }),
    addOns: Object.keys(addOns).filter((code) => addOns[code]),
    turned: turned ? { of: text + size, letters: turned } : undefined,
  };
}

/** Convert the lines of an API response into draft lines. If none has letters, the first line is `empty`. */
export function draftLines(lines: readonly LineOut[], empty: LettersDraft = EMPTY_LINE): DraftLines {
  const drafts = lines.map(draftLine);
  const first = drafts.find((line) => line.kind === 'letters');
  return [first ?? empty, ...drafts.filter((line) => line !== first)];
}

/** The location in wire format: a venue, or the typed parts of an address. */
export function place(draft: BookingDraft) {
  if (draft.venueId !== OTHER_PLACE) return draft.venueId === '' ? {} : { venueId: Number(draft.venueId) };
  const parts = ADDRESS.map((part) => [part, draft[part].trim()]).filter(([, text]) => text);
  return { address: Object.fromEntries(parts) as Schemas['AddressInput'] };
}

/** The fields that estimates and bookings share, without empty or incomplete values. */
function common(draft: BookingDraft, operator: string | undefined) {
  return {
    ...rentalOnWire(draft.lines),
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
): EstimateRequest | null {
  if (draft.lines[0].size === '' || !sentLines(draft.lines)[0]) return null;
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
): BookingPayload | null {
  const request = estimateRequest(format, draft, operator);
  const { deliveryDate, pickupDate } = request ?? {};
  if (!deliveryDate || !pickupDate) return null;
  const phone = bare(draft.customerPhone);
  const notes = draft.notes.trim();
  return {
    ...request,
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

/** The lines of a rental after its first line of letters, as edited by an operator. */
import type { components } from '@/api/schema';
import { lettersOf } from '@/sign/letters';

type Schemas = components['schemas'];
export type LineInput = NonNullable<Schemas['BookingInput']['lines']>[number];
export type LineOut = Schemas['BookingOut']['lines'][number];

/** Limit of lines in a rental, including the first line of letters. */
export const mostLines = 20;
/** The default finish if the price list has no finishes. */
export const plainFinish = 'standard';
const mostOfAnItem = 10_000;

interface Keyed {
  /** Identifies the line while it is edited. */
  readonly key: number;
}
export interface MoreLetters extends Keyed {
  readonly kind: 'letters';
  readonly text: string;
  readonly size: string;
  /** Empty for the default finish. */
  readonly finish: string;
  readonly colorOption: string;
  readonly addOns: readonly string[];
}
export interface MoreItem extends Keyed {
  readonly kind: 'item';
  readonly itemId: number;
  /** The item's name at the time it was added. */
  readonly name: string;
  /** As typed. */
  readonly quantity: string;
}
export interface MorePackage extends Keyed {
  readonly kind: 'package';
  readonly packageId: number;
  readonly name: string;
  /** One word per blank. */
  readonly words: readonly string[];
}
export type MoreLine = MoreLetters | MoreItem | MorePackage;

export type LineFaults = Readonly<Record<string, string>>;

/** Validation errors of the lines, by line key. */
export function moreFaults(lines: readonly MoreLine[]): Map<number, LineFaults> {
  return new Map(
    lines.flatMap((line) => {
      const fault = faultOf(line);
      return fault === null ? [] : [[line.key, fault] as const];
    }),
  );
}

function faultOf(line: MoreLine): LineFaults | null {
  if (line.kind === 'letters') {
    return lettersOf(line.text).length === 0 ? { text: 'Enter the letters for this line' } : null;
  }
  if (line.kind === 'package') {
    return line.words.some((word) => word.trim() === '') ? { words: 'Enter a word for each blank' } : null;
  }
  const quantity = Number(line.quantity);
  if (!/^\d+$/.test(line.quantity.trim()) || quantity < 1) return { quantity: 'Enter a whole number from 1' };
  return quantity > mostOfAnItem ? { quantity: 'At most 10,000' } : null;
}

/** The valid lines. */
export function soundLines(lines: readonly MoreLine[]): MoreLine[] {
  return lines.filter((line) => faultOf(line) === null);
}

function lineOnWire(line: MoreLine): LineInput {
  if (line.kind === 'item') return { kind: 'item', itemId: line.itemId, quantity: Number(line.quantity) };
  if (line.kind === 'package') {
    return { kind: 'package', packageId: line.packageId, words: line.words.map((word) => word.trim()) };
  }
  const { text, size, finish, colorOption, addOns } = line;
  return {
    kind: 'letters',
    text,
    size,
    ...(finish !== '' && { finish }),
    ...(colorOption !== '' && { colorOption }),
    addOns: Object.fromEntries(addOns.map((code) => [code, true])),
  };
}

/** True if there is a first line of letters; only rentals of other things may omit it. */
function hasFirst(message: string | null | undefined, more: readonly MoreLine[]): boolean {
  return lettersOf(message ?? '').length > 0 || more.length === 0;
}

/** The form's fields for the first line of letters. */
export interface FirstLine {
  readonly message?: string | null | undefined;
  readonly size?: string | null | undefined;
  readonly colorOption?: string | null | undefined;
  readonly addOns?: Readonly<Record<string, boolean>> | null | undefined;
}

/** Lines of the request body: the first line of letters, if any, then the others. */
export function linesOnWire(
  { message, size, colorOption, addOns }: FirstLine,
  finish: string,
  more: readonly MoreLine[],
): LineInput[] {
  const first: LineInput = {
    kind: 'letters',
    text: message ?? '',
    size: size ?? '',
    ...(finish !== '' && { finish }),
    ...(colorOption != null && { colorOption }),
    ...(addOns != null && { addOns: { ...addOns } }),
  };
  return [...(hasFirst(message, more) ? [first] : []), ...more.map(lineOnWire)];
}

/** A rental in a response, with its own fields and its lines. */
interface Rental {
  readonly message: string;
  readonly size: string;
  readonly colorOption: string;
  readonly addOns: Readonly<Record<string, boolean>>;
  readonly lines: readonly LineOut[];
}

function firstLetters(lines: readonly LineOut[]) {
  return lines.find((line) => line.kind === 'letters');
}

/** The first line of letters of a rental; without text if the rental has none. */
export function firstLineOf({ message, size, colorOption, addOns, lines }: Rental) {
  const first = firstLetters(lines);
  const codes = (chosen: Readonly<Record<string, boolean>>) =>
    Object.keys(chosen).filter((code) => chosen[code]);
  if (lines.length === 1 && first !== undefined) {
    return { message, size, colorOption, addOns: codes(addOns), finish: first.finish };
  }
  return {
    message: first?.text ?? '',
    size: first?.size ?? size,
    colorOption: first?.colorOption ?? colorOption,
    addOns: codes(first?.addOns ?? {}),
    finish: first?.finish ?? '',
  };
}

/** The lines of a response in form state, without the first line of letters. */
export function moreLinesOf(lines: readonly LineOut[]): MoreLine[] {
  const first = firstLetters(lines);
  return lines
    .filter((line) => line !== first)
    .map((line, key): MoreLine => {
      if (line.kind === 'item') {
        const { itemId, name, quantity } = line;
        return { key, kind: 'item', itemId, name, quantity: String(quantity) };
      }
      if (line.kind === 'package') {
        const { packageId, name, words } = line;
        return { key, kind: 'package', packageId, name, words };
      }
      return {
        key,
        kind: 'letters',
        text: line.text,
        size: line.size,
        finish: line.finish === plainFinish ? '' : line.finish,
        colorOption: line.colorOption,
        addOns: Object.keys(line.addOns).filter((code) => line.addOns[code]),
      };
    });
}

const firstFields: Readonly<Record<string, string>> = {
  'lines[0].text': 'message',
  'lines[0].size': 'size',
  'lines[0].finish': 'finish',
  'lines[0].colorOption': 'colorOption',
  'lines[0].addOns': 'addOns',
};

/**
 * Map server errors to form fields: errors of the first line to the form's own fields, errors of other lines
 * to names that no form uses for a field.
 */
export function namedForForm(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      firstFields[name] ?? name.replace(/^lines\[/, 'more lines['),
      text,
    ]),
  );
}

/** Server errors of the lines, by the keys of the lines sent after the first line of letters. */
export function serverFaults(
  fields: Readonly<Record<string, string>>,
  sent: readonly MoreLine[],
  message: string,
): Map<number, LineFaults> {
  const behind = hasFirst(message, sent) ? 1 : 0;
  const found = new Map<number, LineFaults>();
  for (const [name, text] of Object.entries(fields)) {
    const [, index, field] = /^(?:more )?lines\[(\d+)\](?:\.(\w+))?/.exec(name) ?? [];
    const line = index === undefined ? undefined : sent[Number(index) - behind];
    if (line !== undefined) found.set(line.key, { ...found.get(line.key), [field ?? 'line']: text });
  }
  return found;
}

/** The price of each line by key; empty if the response is about other lines. */
export function pricesOf(
  priced: readonly Pick<LineOut, 'price'>[],
  sent: readonly MoreLine[],
): { first: number | null; more: Map<number, number> } {
  const behind = priced.length - sent.length;
  if (sent.length === 0 || behind < 0 || behind > 1) return { first: null, more: new Map() };
  return {
    first: behind === 1 ? (priced[0]?.price ?? null) : null,
    more: new Map(
      sent.flatMap(({ key }, at) => {
        const price = priced[at + behind]?.price;
        return price == null ? [] : [[key, price] as const];
      }),
    ),
  };
}

/** The request body for an existing rental: its own fields, or lines if it has several. */
export function rentalInput(rental: Rental) {
  const { message, size, colorOption, addOns, lines } = rental;
  const [only] = lines;
  if (lines.length === 1 && only?.kind === 'letters' && only.finish === plainFinish && only.turned == null) {
    return { message, size, colorOption, addOns };
  }
  const { finish, addOns: chosen, ...first } = firstLineOf(rental);
  const codes = Object.fromEntries(chosen.map((code) => [code, true]));
  const asked = linesOnWire({ ...first, addOns: codes }, finish, moreLinesOf(lines));
  return {
    lines: asked.map((line) => (line.kind === 'letters' ? { ...line, ...turnedOf(line, lines) } : line)),
  };
}

/** Substituted letters of a line, from the response. */
function turnedOf({ text, size }: { text: string; size: string }, lines: readonly LineOut[]) {
  const same = lines.find((line) => line.kind === 'letters' && line.text === text && line.size === size);
  return same?.kind === 'letters' && same.turned != null ? { turned: same.turned } : {};
}

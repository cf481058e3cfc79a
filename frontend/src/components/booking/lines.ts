/** The lines of a rental, as edited by an operator. */
import type { components } from '@/api/schema';
import {
  type DraftLine,
  type DraftLines,
  draftLines,
  EMPTY_LINE,
  isQuantity,
  isSeveral,
  rentalOnWire,
  sentLines,
} from '@/booking-form/draft';
import { lettersOf } from '@/sign/letters';

export type LineOut = components['schemas']['BookingOut']['lines'][number];

/** Limit of lines in a rental. */
export const mostLines = 20;
/** The default finish if the price list has no finishes. */
const plainFinish = 'standard';
const mostOfAnItem = 10_000;

/** Errors of a line, by its properties; "line" for the line as a whole. */
export type LineFaults = Readonly<Record<string, string>>;

/** Validation errors of the lines after the first, by line index. */
export function lineFaults([, ...rest]: DraftLines): Map<number, LineFaults> {
  return new Map(
    rest.flatMap((line, i) => {
      const fault = faultOf(line);
      return fault === null ? [] : [[i + 1, fault] as const];
    }),
  );
}

function faultOf(line: DraftLine): LineFaults | null {
  if (line.kind === 'letters') {
    return lettersOf(line.text).length === 0 ? { text: 'Enter the letters for this line' } : null;
  }
  if (line.kind === 'package') {
    return line.words.some((word) => word.trim() === '') ? { words: 'Enter a word for each blank' } : null;
  }
  if (!isQuantity(line.quantity)) return { quantity: 'Enter a whole number of 1 or more' };
  return Number(line.quantity) > mostOfAnItem ? { quantity: 'At most 10,000' } : null;
}

/** Errors at form fields, such as "lines[1].quantity", by the places of their lines. */
export function faultsByLine(errors: Readonly<Record<string, string | undefined>>): Map<number, LineFaults> {
  const faults = new Map<number, LineFaults>();
  for (const [name, text] of Object.entries(errors)) {
    const [, place, field = 'line'] = /^lines\[(\d+)\](?:\.(\w+))?/.exec(name) ?? [];
    if (place === undefined || text === undefined) continue;
    faults.set(Number(place), { ...faults.get(Number(place)), [field]: text });
  }
  return faults;
}

/** The price of each line by its place; empty for a single line, or if the response is about other lines. */
export function pricesOf(
  priced: readonly Pick<LineOut, 'price'>[],
  lines: DraftLines,
): ReadonlyMap<number, number> {
  const sent = sentLines(lines);
  if (lines.length === 1 || priced.length !== sent.length) return new Map();
  return new Map(
    sent.flatMap(({ place }, i) => {
      const price = priced[i]?.price;
      return price == null ? [] : [[place, price] as const];
    }),
  );
}

/** A rental in a response. */
interface Rental {
  readonly size: string;
  readonly colorOption: string;
  readonly lines: readonly LineOut[];
}

/**
 * Convert a rental's lines into draft lines. If the rental has no letters, the first line is an empty one with
 * the rental's size and color.
 */
export function linesOf({ size, colorOption, lines }: Rental): DraftLines {
  return draftLines(lines, { ...EMPTY_LINE, size, colorOption });
}

/** True if an operator's rental is more than letters in the default finish. */
export function needsLines(lines: DraftLines): boolean {
  const [first, ...rest] = lines;
  return isSeveral(first.finish === plainFinish ? [{ ...first, finish: '' }, ...rest] : lines);
}

/** The request body for an existing rental. */
export function rentalInput(rental: Rental) {
  const lines = linesOf(rental);
  return rentalOnWire(lines, needsLines(lines));
}

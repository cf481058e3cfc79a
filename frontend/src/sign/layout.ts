/** Position of each letter of a message, on one line or on lines that fit a given width. */
import { FORMS, formOf, kernBetween } from './letterforms';
import { wordsOf } from './letters';

export interface PlacedLetter {
  readonly letter: string;
  /** Left end of the letter's advance, in units from the start of its line. */
  readonly x: number;
  /** Index of the letter in the message, spaces not counted. */
  readonly index: number;
}

export interface Line {
  readonly letters: readonly PlacedLetter[];
  readonly width: number;
  readonly above: number;
  readonly below: number;
}

/** A text of the sign, which may have smaller letters than the others. */
export interface SignText {
  readonly message: string;
  /** Letter height relative to the tallest, up to 1. */
  readonly scale: number;
}

/** A line of a sign, measured in units of its own letters. */
export interface FittedLine extends Line {
  /** Index of the text that the line belongs to. */
  readonly text: number;
  readonly scale: number;
}

export interface FittedSign {
  readonly lines: readonly FittedLine[];
  /** Cap height of the tallest letters in CSS pixels at which the lines fit. */
  readonly cap: number;
  /** Size of all lines in units: the widest line, and the lines with their gaps. */
  readonly width: number;
  readonly height: number;
}

/** Units between one line's baseline and the next line's cap height. */
export const LINE_GAP = 34;
/** Margin of the drawing's box for rim, side and overshoot. */
export const EDGE = 4;
/** Minimum letter size (in pixels) before a long word is cut instead. */
const SMALLEST_WHOLE_WORD = 20;
const SMALLEST = 9;

function wordWidth(word: readonly string[]): number {
  let width = 0;
  let before = '';
  for (const letter of word) {
    const form = formOf(letter);
    width += kernBetween(before, form.base) + form.advance;
    before = form.base;
  }
  return width;
}

function lineOf(words: readonly (readonly string[])[], firstIndex: number): Line {
  const letters: PlacedLetter[] = [];
  let x = 0;
  let above = 0;
  let below = 0;
  words.forEach((word, i) => {
    if (i > 0) x += FORMS.space;
    let before = '';
    for (const letter of word) {
      const form = formOf(letter);
      x += kernBetween(before, form.base);
      letters.push({ letter, x, index: firstIndex + letters.length });
      x += form.advance;
      before = form.base;
      above = Math.max(above, form.above);
      below = Math.max(below, form.below);
    }
  });
  return { letters, width: x, above, below };
}

/** The message on a single line. */
export function layout(message: string): Line {
  return lineOf(wordsOf(message), 0);
}

/** Width of the message in feet for letters of `letterFeet` height. */
export function widthInFeet(message: string, letterFeet: number): number {
  return (layout(message).width * letterFeet) / FORMS.cap;
}

function cutToWidth(word: readonly string[], limit: number): string[][] {
  const pieces: string[][] = [];
  let piece: string[] = [];
  let used = 0;
  let before = '';
  for (const letter of word) {
    const form = formOf(letter);
    const step = kernBetween(before, form.base) + form.advance;
    if (piece.length > 0 && used + step > limit) {
      pieces.push(piece);
      piece = [];
      used = form.advance;
    } else {
      used += step;
    }
    piece.push(letter);
    before = form.base;
  }
  if (piece.length > 0) pieces.push(piece);
  return pieces;
}

type Words = readonly (readonly string[])[];

/** Fill lines word by word up to `limit` units; a wider word gets its own line. */
function fill(words: Words, widths: readonly number[], limit: number): Words[] {
  const lines: (readonly string[])[][] = [];
  let used = 0;
  words.forEach((word, i) => {
    const width = widths[i] ?? 0;
    const line = lines.at(-1);
    if (line && used + FORMS.space + width <= limit) {
      line.push(word);
      used += FORMS.space + width;
    } else {
      lines.push([word]);
      used = width;
    }
  });
  return lines;
}

/** As many lines as `fill`, but as even as possible, to avoid a lone last word. */
function even(words: Words, widths: readonly number[], limit: number): Words[] {
  let best = fill(words, widths, limit);
  let low = Math.max(...widths);
  let high = limit;
  for (let i = 0; i < 10 && high - low > 2; i += 1) {
    const middle = (low + high) / 2;
    const tried = fill(words, widths, middle);
    if (tried.length <= best.length) {
      best = tried;
      high = middle;
    } else {
      low = middle;
    }
  }
  return best;
}

function heightOf(lines: readonly FittedLine[]): number {
  return lines.reduce(
    (sum, { above, below, scale }, i) => sum + (above + FORMS.cap + below + (i > 0 ? LINE_GAP : 0)) * scale,
    2 * EDGE,
  );
}

function placed(lines: readonly Words[], first: number): Line[] {
  let index = first;
  return lines.map((words) => {
    const line = lineOf(words, index);
    index += line.letters.length;
    return line;
  });
}

/** A text on lines of at most `limit` units, with letter indexes starting at `first`. */
function broken(whole: Words, limit: number, cut: boolean, first: number): Line[] {
  const words = cut ? whole.flatMap((word) => cutToWidth(word, limit)) : whole;
  const widths = words.map(wordWidth);
  return words.length > 0 ? placed(even(words, widths, limit), first) : [];
}

interface Box {
  readonly height: number;
  readonly maxWidth: number;
  readonly maxHeight: number;
  /** Room for a drawing beside the lines, in units. */
  readonly beside?: { readonly width: number; readonly height: number };
}

const NOTHING = { width: 0, height: 0 };

/**
 * Break the message into as few and as even lines as fit into `maxWidth` pixels, with letters at most
 * `height` pixels high and the whole at most `maxHeight`. Lines break between words. Letters shrink first; a
 * word that would need letters under 20 px is cut between letters instead, so that nothing ever overflows.
 * Several texts are stacked to scale.
 */
export function fitSign(
  message: string | readonly SignText[],
  { beside = NOTHING, ...box }: Box,
): FittedSign {
  const texts = typeof message === 'string' ? [{ message, scale: 1 }] : message;
  const room = Math.max(box.maxWidth, 1);
  const wholes = texts.map(({ message: text, scale }) => {
    const words = wordsOf(text);
    const readable = Math.min(SMALLEST_WHOLE_WORD, box.height * scale);
    return { words, scale, cut: (Math.max(0, ...words.map(wordWidth)) * readable) / FORMS.cap > room };
  });

  let cap = box.height;
  for (;;) {
    const limit = Math.max(1, (room * FORMS.cap) / cap - beside.width);
    const lines: FittedLine[] = [];
    let first = 0;
    wholes.forEach(({ words, scale, cut }, text) => {
      for (const line of broken(words, limit / scale, cut, first)) {
        lines.push({ ...line, text, scale });
        first += line.letters.length;
      }
    });
    const width = Math.max(0, ...lines.map((line) => line.width * line.scale));
    const height = heightOf(lines);
    const highest = Math.max(height, beside.height + 2 * EDGE);
    const fits = width <= limit && (highest * cap) / FORMS.cap <= box.maxHeight;
    if (fits || cap <= SMALLEST) return { lines, cap, width, height };
    cap = Math.max(SMALLEST, cap * 0.96);
  }
}

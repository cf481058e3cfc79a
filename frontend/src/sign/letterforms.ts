/**
 * The letterforms as data.
 *
 * Coordinates are in units of which the cap height is 100: x runs right, y runs down, the cap line is y = 0
 * and the ground y = 100. Round letters overshoot by about 1, marks above reach y = -40, the cedilla y = 130.
 */
import data from './letters.json';

interface Glyph {
  /** Advance: distance to the start of the next letter. Marks have none. */
  readonly a: number;
  /** Skeleton strokes (SVG path data of M, L and A only), in chase order. */
  readonly s: readonly string[];
  /** Equal bulb intervals per stroke; 0 is a single bulb. */
  readonly n: readonly number[];
  /** Outline of the body: the middle of the rim. */
  readonly o: string;
  /** Center of a mark, if that is not half the advance. */
  readonly x?: number;
}

interface Letterforms {
  readonly cap: number;
  readonly rim: number;
  readonly space: number;
  readonly bulb: number;
  readonly min: number;
  readonly kern: readonly (readonly [string, string, number])[];
  readonly alias: Readonly<Record<string, string>>;
  readonly glyphs: Readonly<Record<string, Glyph>>;
}

export const FORMS = data as unknown as Letterforms;

/** Advance of the outlined tile that replaces a character without a glyph. */
export const TILE_ADVANCE = 88;

/** One drawn part of a letter: a glyph at an offset from the letter's origin. */
export interface Part {
  readonly key: string;
  readonly x: number;
}

/** The parts of a letter. `parts` is empty for a character without a drawing, which gets a tile. */
export interface LetterForm {
  /** The base glyph's key for kerning; empty for a tile, which has no kerning. */
  readonly base: string;
  readonly parts: readonly Part[];
  readonly advance: number;
  /** Space needed above the cap line and below the ground, in units. */
  readonly above: number;
  readonly below: number;
}

const CEDILLA = '\u0327';
const forms = new Map<string, LetterForm>();

function compose(letter: string): LetterForm {
  const [first = '', ...marks] = letter.normalize('NFD');
  const base = Object.hasOwn(FORMS.alias, first) ? (FORMS.alias[first] ?? first) : first;
  const glyph = Object.hasOwn(FORMS.glyphs, base) ? FORMS.glyphs[base] : undefined;
  const drawable = marks.every((mark) => FORMS.glyphs[mark]?.a === 0);
  if (!glyph || glyph.a === 0 || !drawable) {
    return { base: '', parts: [], advance: TILE_ADVANCE, above: 0, below: 0 };
  }
  const anchor = glyph.x ?? glyph.a / 2;
  return {
    base,
    // Marks are drawn first, so that the base is in front where they touch.
    parts: [...marks.map((key) => ({ key, x: anchor })), { key: base, x: 0 }],
    advance: glyph.a,
    above: marks.some((mark) => mark !== CEDILLA) ? 40 : 0,
    below: marks.includes(CEDILLA) ? 30 : 0,
  };
}

/** Form of `letter` (one of `lettersOf`): its glyph, marks before the base, or a tile. */
export function formOf(letter: string): LetterForm {
  let form = forms.get(letter);
  if (!form) {
    form = compose(letter);
    forms.set(letter, form);
  }
  return form;
}

const kerns = new Map<string, number>();

/** Kerning between two base glyphs, in units; the first row that has both wins. */
export function kernBetween(left: string, right: string): number {
  if (!left || !right) return 0;
  const pair = left + right;
  let kern = kerns.get(pair);
  if (kern === undefined) {
    kern = FORMS.kern.find(([lefts, rights]) => lefts.includes(left) && rights.includes(right))?.[2] ?? 0;
    kerns.set(pair, kern);
  }
  return kern;
}

/** Positions of a glyph's bulbs, computed from its skeleton. */
import { FORMS } from './letterforms';

export type Bulb = readonly [x: number, y: number];

/** A segment of a stroke: its length, and the point at a fraction of it. */
interface Piece {
  readonly length: number;
  readonly at: (fraction: number) => Bulb;
}

function line(x0: number, y0: number, x1: number, y1: number): Piece {
  return {
    length: Math.hypot(x1 - x0, y1 - y0),
    at: (t) => [x0 + (x1 - x0) * t, y0 + (y1 - y0) * t],
  };
}

/** A circular arc in SVG notation; a radius too short for its chord is increased to fit. */
function arc(x0: number, y0: number, values: readonly number[]): Piece {
  const [radius = 0, , , large = 0, sweep = 0, x1 = 0, y1 = 0] = values;
  const chord = Math.hypot(x1 - x0, y1 - y0);
  const r = Math.max(radius, chord / 2);
  const toCentre = Math.sqrt(Math.max(0, r * r - (chord * chord) / 4)) * (large === sweep ? -1 : 1);
  const cx = (x0 + x1) / 2 - (toCentre * (y1 - y0)) / chord;
  const cy = (y0 + y1) / 2 + (toCentre * (x1 - x0)) / chord;
  const start = Math.atan2(y0 - cy, x0 - cx);
  let turn = Math.atan2(y1 - cy, x1 - cx) - start;
  if (sweep && turn < 0) turn += 2 * Math.PI;
  if (!sweep && turn > 0) turn -= 2 * Math.PI;
  return {
    length: Math.abs(turn) * r,
    at: (t) => [cx + r * Math.cos(start + turn * t), cy + r * Math.sin(start + turn * t)],
  };
}

/** Parse one skeleton stroke; a stroke of a single point has an end and no pieces. */
function piecesOf(stroke: string): { pieces: Piece[]; end: Bulb } {
  const pieces: Piece[] = [];
  let x = 0;
  let y = 0;
  for (const [, command, rest = ''] of stroke.matchAll(/([MLA])([^MLA]*)/g)) {
    const values = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const step = command === 'A' ? 7 : 2;
    for (let i = 0; i + step <= values.length; i += step) {
      const part = values.slice(i, i + step);
      const [toX = 0, toY = 0] = part.slice(-2);
      if (command === 'L') pieces.push(line(x, y, toX, toY));
      if (command === 'A') pieces.push(arc(x, y, part));
      x = toX;
      y = toY;
    }
  }
  return { pieces, end: [x, y] };
}

function pointAlong(pieces: readonly Piece[], end: Bulb, distance: number): Bulb {
  let left = distance;
  for (const piece of pieces) {
    if (left <= piece.length + 1e-6) return piece.at(Math.min(1, left / piece.length));
    left -= piece.length;
  }
  return end;
}

/** Walk the points in order, keeping each that is at least `distance` units from those already kept. */
export function spaced(points: readonly Bulb[], distance: number): Bulb[] {
  const spaced: Bulb[] = [];
  for (const point of points) {
    if (spaced.every((other) => Math.hypot(other[0] - point[0], other[1] - point[1]) >= distance)) {
      spaced.push(point);
    }
  }
  return spaced;
}

const tenth = (value: number) => Math.round(value * 10) / 10;
const cache = new Map<string, readonly Bulb[]>();

/**
 * Bulbs of a glyph in chase order, in glyph units rounded to 0.1. Each stroke is divided into its number of
 * equal intervals; a point closer than `min` to one already taken is omitted.
 */
export function bulbs(key: string): readonly Bulb[] {
  const cached = cache.get(key);
  if (cached) return cached;
  const glyph = FORMS.glyphs[key];
  if (!glyph) return [];
  const points = glyph.s.flatMap((stroke, i) => {
    const { pieces, end } = piecesOf(stroke);
    const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const intervals = glyph.n[i] ?? 0;
    return Array.from({ length: intervals + 1 }, (_, k) =>
      pointAlong(pieces, end, intervals ? (total * k) / intervals : 0),
    );
  });
  const result = spaced(points, FORMS.min).map(([x, y]): Bulb => [tenth(x), tenth(y)]);
  cache.set(key, result);
  return result;
}

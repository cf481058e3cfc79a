/** How a letter looks: colors by surface and state, detail by size. */
import type { Surface } from './surface';

export interface Look {
  readonly face: string;
  readonly rim: string;
  /** Color of the side wall; null where it is not drawn. */
  readonly side: string | null;
  readonly bulb: string;
  /** Bright middle of a lit bulb, or null; unlit bulbs have an edge instead. */
  readonly core: string | null;
  readonly edge: string | null;
  readonly halo: boolean;
  /** Radius of the glow around each bulb in units; 0 draws none. */
  readonly glow: number;
  readonly bulbRadius: number;
  /** Least distance between bulbs in units; 0 keeps all. */
  readonly thinning: number;
  /** Too small for bulbs: the skeleton is drawn as a line. */
  readonly asLine: boolean;
}

interface Colors {
  readonly face: string;
  readonly rim: string;
  readonly side: string | null;
}

const LIT_NIGHT: Colors = { face: '#F4EEE2', rim: '#CFC3AC', side: '#8F8470' };
const LIT_PAPER: Colors = { face: '#F4EEE2', rim: '#B8A989', side: '#7A6E59' };
const LIT_INK: Colors = { face: '#2A2338', rim: '#15121F', side: null };
const UNLIT_PAPER: Colors = { face: '#E6E0D4', rim: '#B3A995', side: '#7A6E59' };
const UNLIT_NIGHT: Colors = { face: '#B9B2A6', rim: '#948B7C', side: '#5D564C' };

/** Cap heights in pixels from which a detail is drawn. */
const FULL = 64;
const WITH_GLOW = 40;
const WITH_SIDE = 28;
const WITH_BULBS = 20;
/** A lit letter on paper is drawn dark below this size, where an off-white face would vanish. */
const PAPER_AS_INK = 56;

function bulbRadiusAt(cap: number): number {
  if (cap < WITH_GLOW) return 6;
  return cap < FULL ? 4.6 : 4.1;
}

/** How the letters themselves are made. */
export interface Paint {
  /** Of the faces, #rrggbb. */
  readonly color?: string | null;
  /** In words: "Cool white", "RGB", "Red neon". */
  readonly finish?: string;
}

/** A shade of a color: darker, or lighter where it is nearly black. */
function shade(color: string, share: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const to = Math.max(...parts) < 80 ? 255 : 0;
  return `rgb(${parts.map((part) => Math.round(part + (to - part) * share)).join()})`;
}

/** The color of the light, where its name has one. */
function lightOf(finish: string): string | undefined {
  if (/warm/i.test(finish)) return undefined;
  if (/rgb|multi|chang/i.test(finish)) return RAINBOW;
  return finish.split(/[^a-z]+/i).find((word) => word !== '' && globalThis.CSS?.supports?.('color', word));
}

/** In place of a bulb's color: each of a letter's has another. */
export const RAINBOW = 'rainbow';

function painted(look: Look, { color, finish = '' }: Paint): Look {
  const light = lightOf(finish);
  return {
    ...look,
    ...(color && { face: color, rim: shade(color, 0.3), side: look.side && shade(color, 0.55) }),
    ...(light && { bulb: light, core: look.core && '#FFF' }),
    asLine: look.asLine || /neon/i.test(finish),
  };
}

function compose(state: 'lit' | 'unlit', surface: Surface, cap: number): Look {
  const night = surface === 'night';
  const lit = state === 'lit';
  const ink = lit && (surface === 'ink' || (surface === 'paper' && cap < PAPER_AS_INK));
  let colors = night ? UNLIT_NIGHT : UNLIT_PAPER;
  if (lit) colors = night ? LIT_NIGHT : LIT_PAPER;
  if (ink) colors = LIT_INK;
  const asLine = cap < WITH_BULBS;
  let bulb = '#A89E8C';
  if (lit) bulb = night || ink ? '#FFB648' : '#F7A62E';
  if (lit && asLine && !ink) bulb = '#E0912A';
  let glow = 0;
  if (lit && !ink && cap >= WITH_GLOW) glow = night ? 9.5 : 7.5;
  return {
    face: colors.face,
    rim: colors.rim,
    side: cap >= WITH_SIDE ? colors.side : null,
    bulb,
    core: lit && cap >= WITH_GLOW ? '#FFF3D2' : null,
    edge: lit ? null : '#857B6A',
    halo: lit && night && cap >= WITH_GLOW,
    glow,
    bulbRadius: bulbRadiusAt(cap),
    thinning: cap < WITH_GLOW ? 19 : 0,
    asLine,
  };
}

/** Cap heights are drawn alike within a tier, from 0 (a line) to 5 (every detail). */
function sizeTier(cap: number): number {
  return [WITH_BULBS, WITH_SIDE, WITH_GLOW, PAPER_AS_INK, FULL].filter((edge) => cap >= edge).length;
}

const looks = new Map<string, Look>();

/**
 * The look of lit or unlit letters of `cap` pixels on a surface. The same object is answered for
 * every size of a tier, so that letters are not drawn again while a sign grows or shrinks a little.
 */
export function lookOf(state: 'lit' | 'unlit', surface: Surface, cap: number, paint?: Paint): Look {
  const key = [state, surface, sizeTier(cap), paint?.color, paint?.finish].join();
  let look = looks.get(key);
  if (!look) {
    look = compose(state, surface, cap);
    if (paint && state === 'lit') look = painted(look, paint);
    looks.set(key, look);
  }
  return look;
}

export interface Outline {
  readonly stroke: string;
  readonly width: number;
  readonly dashes: string;
}

/** The dashed outline of a missing letter; wide enough in units to stay visible when small. */
export function missingOutline(surface: Surface, cap: number): Outline {
  const width = [7, 5, 4, 2.8, 2.4, 2][sizeTier(cap)] ?? 2;
  const scale = width / 2;
  return {
    stroke: surface === 'night' ? '#8A8296' : '#A79F90',
    width,
    dashes: `${5 * scale} ${4 * scale}`,
  };
}

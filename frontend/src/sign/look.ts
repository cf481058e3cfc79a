/** Colors and level of detail of lit and unlit letters, by surface, size, paint and light. */
import type { Surface } from './surface';

interface Tone {
  /** Light of a bulb on the back panel, from its center outward. */
  readonly pool: readonly [hot: string, bright: string, mid: string];
  /** The back panel, furthest from every bulb. */
  readonly panel: string;
  /** Inner side walls, which the bulbs light. */
  readonly wall: string;
  /** The corner between panel and wall. */
  readonly shade: string;
  /** Front edge, which catches light from above, from its top to its bottom. */
  readonly lip: readonly [string, string, string];
  /** The outer side wall from top to bottom; null if not drawn. */
  readonly side: readonly [string, string] | null;
  /** Glass of a bulb, and the light in it. */
  readonly ring: string;
  readonly core: string;
  /** Light in the air, on the wall behind and on the floor. */
  readonly glow: string;
}

export interface Look extends Tone {
  /** Suffix of its gradient ids. */
  readonly name: string;
  readonly lit: boolean;
  /** Strength of the light around the letters; 0 for none. */
  readonly air: number;
  /** Level of detail, from 0 (a line of light) to 4 (everything). */
  readonly detail: number;
  /** Minimum distance between bulbs in units; 0 keeps all. */
  readonly thinning: number;
  /** A tube of light along the letter instead of bulbs. */
  readonly tube: boolean;
  /** Bulbs of a letter alternate in color. */
  readonly rainbow: boolean;
}

/** Cap heights in pixels from which a detail is drawn: bulbs, the side, every bulb, everything. */
const DETAILS = [20, 28, 40, 64];
/** Detail level at which every bulb is drawn and lights the face around it. */
export const EVERY_BULB = 3;

/** Paint and finish of the letters. */
export interface Paint {
  /** Color of the faces, #rrggbb. */
  readonly color?: string | null;
  /** Name of the finish: "Cool white", "RGB", "Red neon". */
  readonly finish?: string;
}

type Rgb = readonly number[];

const rgb = (color: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
const hex = (parts: Rgb) =>
  `#${parts
    .map((part) =>
      Math.round(Math.max(0, Math.min(255, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((part, i) => part + ((to[i] ?? 0) - part) * share);
/** A paint in a light. */
const times = (paint: Rgb, light: Rgb): Rgb => paint.map((part, i) => (part * (light[i] ?? 0)) / 255);

const [WHITE_LIGHT, BLACK]: [Rgb, Rgb] = [
  [255, 255, 255],
  [0, 0, 0],
];
/** The white enamel of boxes without a color of their own. */
const ENAMEL = '#fdf8ee';
/** Light of filament bulbs: in the air, and on white paint, to which the eye adapts. */
const WARM: readonly [string, string] = ['#ffb65c', '#ffe3b8'];
/** Lights by the words that name them. */
const LIGHTS: Readonly<Record<string, string>> = {
  white: '#cfdcff',
  red: '#ff2f2f',
  rose: '#ff6a98',
  pink: '#ff62b4',
  orange: '#ff7426',
  yellow: '#ffcb3d',
  green: '#3ddc62',
  teal: '#27dcb4',
  cyan: '#35e0f0',
  blue: '#4292ff',
  purple: '#9c63ff',
  violet: '#9c63ff',
  magenta: '#ff4fe6',
};

/** Hues of color-changing letters. */
export const HUES = [0, 50, 130, 190, 230, 310];
const CHANGING = /rgb|multi|chang/i;

/** Light of a finish in the air and on paint; warm unless its name says otherwise. */
function lightOf(finish: string): readonly [air: Rgb, paint: Rgb] {
  if (CHANGING.test(finish)) return [rgb('#a99cff'), rgb('#d9d4ff')];
  const name = /warm/i.test(finish)
    ? undefined
    : finish
        .toLowerCase()
        .split(/[^a-z]+/)
        .find((word) => Object.hasOwn(LIGHTS, word));
  if (name === undefined) return [rgb(WARM[0]), rgb(WARM[1])];
  const light = rgb(LIGHTS[name] ?? WARM[0]);
  return [light, mix(light, WHITE_LIGHT, name === 'white' ? 0.45 : 0.2)];
}

/** Share of color in a paint: 0 for white, gray and black. */
function richness(paint: Rgb): number {
  const most = Math.max(...paint);
  return most ? (most - Math.min(...paint)) / most : 0;
}

/** A painted box with its lights on. */
function lit(color: string, finish: string, night: boolean): Tone {
  const [air, tint] = lightOf(finish);
  const paint = rgb(color);
  const rich = richness(paint);
  // Colored paint keeps its color, as for an eye that is used to the light.
  const keeps = Math.min(1, 5 * rich);
  const shown = times(paint, mix(tint, WHITE_LIGHT, 0.9 * keeps));
  const hot = mix(tint, WHITE_LIGHT, 0.6);
  // Far from the bulbs, light has been reflected more often and has more of its color.
  const deep = mix(shown, times(shown, air), 0.55 - 0.5 * keeps);
  const outside = times(paint, mix(mix(tint, air, 0.3), WHITE_LIGHT, 0.9 * keeps));
  return {
    pool: [hex(hot), hex(mix(shown, hot, 0.62)), hex(mix(deep, hot, 0.2))],
    panel: hex(mix(deep, BLACK, 0.3)),
    wall: hex(mix(shown, hot, 0.42)),
    shade: hex(mix(deep, BLACK, 0.66)),
    lip: [hex(mix(shown, WHITE_LIGHT, 0.6)), hex(mix(shown, BLACK, 0.05)), hex(mix(deep, BLACK, 0.36))],
    side: [hex(mix(outside, BLACK, night ? 0.56 : 0.5)), hex(mix(outside, BLACK, night ? 0.84 : 0.72))],
    ring: hex(mix(air, WHITE_LIGHT, 0.3)),
    core: hex(mix(tint, WHITE_LIGHT, 0.85)),
    glow: hex(mix(air, mix(shown, WHITE_LIGHT, 0.1), Math.min(0.75, 1.5 * rich))),
  };
}

/** A painted box and glass bulbs in daylight. */
function unlit(color: string, night: boolean): Tone {
  const paint = rgb(color);
  const glass = night ? '#cdc6b8' : '#d8d2c6';
  return {
    pool: [glass, glass, glass],
    panel: hex(mix(paint, BLACK, 0.07)),
    wall: hex(mix(paint, BLACK, 0.18)),
    shade: hex(mix(paint, BLACK, 0.45)),
    lip: [
      hex(mix(paint, WHITE_LIGHT, 0.7)),
      hex(mix(paint, WHITE_LIGHT, 0.15)),
      hex(mix(paint, BLACK, 0.22)),
    ],
    side: night ? ['#5d564c', '#2e2a28'] : ['#8a8172', '#5f584c'],
    ring: hex(mix(paint, BLACK, 0.5)),
    core: glass,
    glow: glass,
  };
}

function compose(isLit: boolean, night: boolean, detail: number, { color, finish = '' }: Paint): Look {
  const tone = isLit
    ? lit(color || ENAMEL, finish, night)
    : unlit(color || (night ? '#b9b2a6' : '#efebe2'), night);
  return {
    ...tone,
    name: '',
    lit: isLit,
    air: isLit && detail >= EVERY_BULB ? (night ? 0.2 : 0.1) : 0,
    side: detail > 1 ? tone.side : null,
    detail,
    thinning: detail < EVERY_BULB ? 19 : 0,
    tube: /neon/i.test(finish) || detail === 0,
    rainbow: isLit && CHANGING.test(finish),
  };
}

/** Cap heights within a tier share a look. */
const detailAt = (cap: number) => DETAILS.filter((edge) => cap >= edge).length;

const looks = new Map<string, Look>();

/**
 * Look of lit or unlit letters of `cap` pixels on a surface. Returns the same object for every size of a
 * tier, so that letters are not redrawn while a sign grows or shrinks slightly.
 */
export function lookOf(state: 'lit' | 'unlit', surface: Surface, cap: number, paint: Paint = {}): Look {
  const detail = detailAt(cap);
  const key = [state, surface, detail, paint.color, paint.finish].join();
  let look = looks.get(key);
  if (!look) {
    look = { ...compose(state === 'lit', surface === 'night', detail, paint), name: `-${looks.size}` };
    looks.set(key, look);
  }
  return look;
}

export interface Outline {
  readonly stroke: string;
  readonly width: number;
  readonly dashes: string;
}

/** The dashed outline of a missing letter, wide enough in units to stay visible at small sizes. */
export function missingOutline(surface: Surface, cap: number): Outline {
  const width = [8, 6.5, 5.5, 3.6, 2.2][detailAt(cap)] ?? 2;
  const scale = width / 2.4;
  return {
    stroke: surface === 'night' ? '#A59DB4' : '#978E7D',
    width,
    dashes: `${5 * scale} ${4 * scale}`,
  };
}

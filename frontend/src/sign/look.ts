/** Colors and level of detail of lit and unlit letters, by surface, size, paint and light. */
import type { Surface } from './surface';

/** From a bulb's center outward; each reaches a fifth further than the previous one. */
type Ramp = readonly [hot: string, bright: string, mid: string, deep: string, edge: string];

interface Tone {
  readonly ramp: Ramp;
  /** Bottom of the face, furthest from every bulb. */
  readonly recess: string;
  /** Below the lip, where no bulb shines. */
  readonly shadow: string;
  /** Edge that catches light from above, from its top to its bottom. */
  readonly lip: readonly [string, string, string];
  readonly ring: string;
  readonly core: string;
}

export interface Look extends Tone {
  /** Suffix of its gradient ids. */
  readonly name: string;
  readonly lit: boolean;
  /** Strength of the glow around the letters; 0 for none. */
  readonly air: number;
  /** The side wall from top to bottom; null if not drawn. */
  readonly side: readonly [string, string] | null;
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

/** Hue in degrees, share of the full saturation, and shift to white (up to 1) or black (to -1). */
type Hue = readonly [hue: number, rich: number, lift: number];

/** Gold ranges from amber in its shadows to yellow in its light; beyond those it would look green. */
const [AMBER, YELLOW, GREENISH] = [36, 50, 60];

function toneOf([hue, rich, lift]: Hue): Tone {
  const room = hue > GREENISH ? 360 : Math.max(0, YELLOW - hue);
  const deeper = hue > GREENISH ? 0 : Math.min(0, AMBER - hue);
  const shade = (saturation: number, light: number, turn = 0) =>
    `hsl(${hue + Math.min(turn, room)} ${Math.round(saturation * rich)}% ${Math.round(light + (lift > 0 ? 100 - light : light) * lift)}%)`;
  return {
    // Closer to the bulb, light is brighter and yellower.
    ramp: [
      shade(100, 92, 14),
      shade(100, 82, 12),
      shade(95, 68, 7),
      shade(80, 55, deeper / 2 || 2),
      shade(74, 49, deeper),
    ],
    recess: shade(68, 34, deeper),
    shadow: shade(75, 20 - 8 * Math.max(lift, 0), deeper),
    lip: [shade(100, 94, 9), shade(60, 77, 9), shade(42, 53, deeper || 4)],
    ring: shade(100, 78, 10),
    core: shade(100, 97, 18),
  };
}

const WARM: Hue = [30, 1, 0];
/** Lights by the words that name them. */
const LIGHTS: Readonly<Record<string, Hue>> = {
  white: [221, 0.4, 0.44],
  red: [355, 1, 0.05],
  rose: [338, 1, 0.24],
  pink: [330, 1, 0.24],
  orange: [18, 1, 0.05],
  yellow: [40, 1, 0.1],
  green: [126, 0.7, 0],
  teal: [168, 0.8, 0],
  cyan: [180, 0.9, 0.1],
  blue: [208, 1, 0.1],
  purple: [264, 1, 0.18],
  violet: [264, 1, 0.18],
  magenta: [300, 1, 0.14],
};

const CHANGING = /rgb|multi|chang/i;

/** Light of a finish; warm unless its name says otherwise. */
function lightOf(finish: string): Hue {
  if (CHANGING.test(finish)) return [258, 0.3, 0];
  const light = /warm/i.test(finish)
    ? undefined
    : finish
        .toLowerCase()
        .split(/[^a-z]+/)
        .find((word) => Object.hasOwn(LIGHTS, word));
  return (light && LIGHTS[light]) || WARM;
}

/** Below this saturation, a paint counts as colorless. */
const PLAIN = 0.12;

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);

/** A painted face in a light: nearly colorless paint such as white or black takes the color of the light. */
function paintOf(color: string, light: Hue): Hue {
  const [red = 0, green = 0, blue = 0] = channels(color);
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  const bright = most - span / 2;
  const lift = (bright - 0.5) * 0.9;
  const rich = span ? span / (1 - Math.abs(2 * bright - 1)) : 0;
  if (rich < PLAIN) return [light[0], light[1] * (0.15 + 0.4 * bright), Math.min(lift, 0.3)];
  let sector = 4 + (red - green) / span;
  if (most === red) sector = (green - blue) / span;
  else if (most === green) sector = 2 + (blue - red) / span;
  return [(Math.round(sector * 60) + 360) % 360, Math.min(1, 1.25 * rich), lift];
}

/** Mix a color with a share of white (255) or black (0). */
function mixed(color: string, to: number, share: number): string {
  const parts = channels(color).map((part) => Math.round(255 * part + (to - 255 * part) * share));
  return `rgb(${parts.join()})`;
}

/** Painted metal and glass bulbs in daylight. */
function unlit(color: string, night: boolean): Tone {
  const glass = night ? '#CDC6B8' : '#D8D2C6';
  return {
    ramp: [glass, glass, glass, glass, glass],
    recess: color,
    shadow: mixed(color, 0, 0.4),
    lip: [mixed(color, 255, 0.7), mixed(color, 255, 0.2), mixed(color, 0, 0.25)],
    ring: mixed(color, 0, 0.5),
    core: glass,
  };
}

function compose(lit: boolean, night: boolean, detail: number, { color, finish = '' }: Paint): Look {
  const shining = lightOf(finish);
  const light = toneOf(shining);
  const paint = color ? toneOf(paintOf(color, shining)) : light;
  const [hot, bright] = light.ramp;
  const [, , ...far] = paint.ramp;
  const tube = /neon/i.test(finish);
  let side: Look['side'] = night ? ['#6B5136', '#2E2118'] : ['#8A7A63', '#5B4E3D'];
  if (!lit) side = night ? ['#5D564C', '#2E2A28'] : ['#8A8172', '#5F584C'];
  return {
    ...(lit
      ? { ...paint, ramp: [hot, bright, ...far], ring: light.ring, core: light.core }
      : unlit(color || (night ? '#B9B2A6' : '#EFEBE2'), night)),
    name: '',
    lit,
    air: lit && detail >= EVERY_BULB ? (night ? 0.24 : 0.12) : 0,
    side: detail > 1 ? side : null,
    detail,
    thinning: detail < EVERY_BULB ? 19 : 0,
    tube: tube || detail === 0,
    rainbow: lit && CHANGING.test(finish),
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

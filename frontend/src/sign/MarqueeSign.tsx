/** A message drawn as marquee letters that light up. */
import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { CHASE_GROUPS, clipId, Letter, type LetterProps, MissingLetter } from './Letter';
import {
  EDGE,
  type FittedLine,
  type FittedSign,
  fitSign,
  LINE_GAP,
  type PlacedLetter,
  type SignText,
} from './layout';
import { FORMS, formOf } from './letterforms';
import { lettersOf, wordsOf } from './letters';
import { EVERY_BULB, HUES, type Look, lookOf, missingOutline, type Paint } from './look';
import { PERSON_WIDTH, Person } from './Person';
import { type Surface, useSurface } from './surface';
import './sign.css';

/** One of several texts of a sign, with its own size and paint. */
export interface SignLine extends SignText, Paint {
  /** Letters of this text that are out of stock. */
  readonly missing?: readonly string[];
  /** True for letters without lights on a lit sign. */
  readonly unlit?: boolean;
  /** Letters in another finish; `index` counts from 0, without spaces. */
  readonly exceptions?: readonly { readonly index: number; readonly finish: string }[];
}

export interface MarqueeSignProps {
  /** The typed message; it is uppercased and split like on the server. */
  message: string;
  /** Replaces the message and its missing letters; must be a stable reference while unchanged. */
  lines?: readonly SignLine[] | undefined;
  /** Maximum cap height in CSS pixels. */
  height?: number;
  state?: 'lit' | 'unlit';
  /** Letters that are out of stock: each occurrence is drawn as a dashed outline. */
  missing?: readonly string[];
  /** Light running through the bulbs; off under prefers-reduced-motion. */
  chase?: boolean;
  surface?: Surface | 'auto';
  /** Letters switch on one after the other as they appear. */
  switchOn?: boolean;
  className?: string;
  /** Width to wrap to, in CSS pixels; defaults to the width of the parent element. */
  maxWidth?: number;
  /** Maximum height of the whole sign in CSS pixels; taller signs are scaled down. Default: 3.5 × `height`. */
  maxHeight?: number;
  align?: 'start' | 'center';
  /** Draws the floor that the sign stands on; it extends below the drawing's box, as the light does. */
  floor?: boolean;
  /** Height of a person to draw beside the sign, in units of which the tallest letters have 100. */
  person?: number | undefined;
}

/** Inner width of the parent element, kept up to date; undefined until measured. */
function useParentWidth(fixed: number | undefined) {
  const ref = useRef<HTMLSpanElement>(null);
  const [width, setWidth] = useState(fixed);
  useLayoutEffect(() => {
    const parent = ref.current?.parentElement;
    if (fixed !== undefined || !parent) return;
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(parent);
      const inner =
        parent.clientWidth - Number.parseFloat(paddingLeft || '0') - Number.parseFloat(paddingRight || '0');
      if (inner > 0) setWidth(inner);
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(parent);
    return () => observer.disconnect();
  }, [fixed]);
  return { ref, width: fixed ?? width };
}

/** Number of letters in the last render: letters after those switch on now. */
function useStanding(count: number) {
  const standing = useRef(0);
  const before = Math.min(standing.current, count);
  useEffect(() => {
    standing.current = count;
  }, [count]);
  return before;
}

const MANY_LETTERS = 30;
/** Cap height in pixels whose look draws a letter with a dozen shapes. */
const FEW_DETAILS = 39;

function label({ message, missing: short = [] }: SignLine): string {
  const missing = short.filter((letter) => lettersOf(message).includes(letter));
  const words = wordsOf(message)
    .map((word) => word.join(''))
    .join(' ');
  return missing.length > 0 ? `${words}, needs ${missing.join(', ')}` : words;
}

type Stops = readonly (readonly [offset: number, color: string, opacity?: number | undefined])[];

const stops = (of: Stops) =>
  of.map(([offset, color, opacity]) => (
    <stop key={offset} offset={offset} stopColor={color} stopOpacity={opacity} />
  ));

/** A gradient from the cap line to the ground of a letter. */
const downward = { gradientUnits: 'userSpaceOnUse', x2: 0, y2: FORMS.cap } as const;

/** How light fades with distance, as shares of its strength. */
const FALLOFF = [1, 0.7, 0.4, 0.18, 0.05, 0];
const fading = (color: string, strength: number): Stops =>
  FALLOFF.map((share, i) => [i / (FALLOFF.length - 1), color, Math.round(1000 * share * strength) / 1000]);

/** Gradients that fill the letters of a look. */
function Gradients({ look, id, mirrored }: { look: Look; id: string; mirrored: boolean }) {
  const { pool, lip, side, air, glow } = look;
  const own = id + look.name;
  return (
    <>
      {air > 0 && <radialGradient id={`air${own}`}>{stops(fading(glow, 0.55 * air))}</radialGradient>}
      {mirrored &&
        air > 0 &&
        (look.rainbow ? HUES.map((hue) => `hsl(${hue} 100% 66%)`) : [glow]).map((color, i) => (
          <radialGradient key={color} id={`mirror${own}${look.rainbow ? i : ''}`}>
            {stops(fading(color, 1.6 * air))}
          </radialGradient>
        ))}
      {look.lit && look.detail >= EVERY_BULB && !look.tube && (
        <radialGradient id={`pool${own}`}>
          {stops([
            [0.25, pool[0]],
            [0.5, pool[1], 0.9],
            [0.78, pool[2], 0.55],
            [1, pool[2], 0],
          ])}
        </radialGradient>
      )}
      <linearGradient id={`lip${own}`} {...downward}>
        {stops(lip.map((color, i) => [i / 2, color]))}
      </linearGradient>
      {side && (
        <linearGradient id={`side${own}`} {...downward}>
          {stops(side.map((color, i) => [i, color]))}
        </linearGradient>
      )}
      {look.rainbow && (
        <linearGradient id={`hues${own}`} gradientUnits="userSpaceOnUse" x2="100" y2="100">
          {stops(HUES.map((hue, i) => [i / 5, `hsl(${hue} 100% 66%)`]))}
        </linearGradient>
      )}
    </>
  );
}

const tenth = (value: number) => Math.round(value * 10) / 10;

/** The lines from top to bottom; `draw` renders each letter. */
function Lines({
  sign,
  align,
  draw,
}: {
  sign: FittedSign;
  align: 'start' | 'center';
  draw: (letter: PlacedLetter, line: FittedLine) => ReactNode;
}) {
  let y = EDGE;
  const row = (line: FittedLine, i: number) => {
    const { scale } = line;
    const top = y + (line.above + (i > 0 ? LINE_GAP : 0)) * scale;
    y = top + (FORMS.cap + line.below) * scale;
    const indent = align === 'center' ? (sign.width - line.width * scale) / 2 : 0;
    const size = scale === 1 ? '' : ` scale(${scale})`;
    return line.letters.map((letter) => (
      <g
        key={`${letter.index} ${letter.letter}`}
        transform={`translate(${tenth(indent + letter.x * scale)} ${tenth(top)})${size}`}
      >
        {draw(letter, line)}
      </g>
    ));
  };
  return <>{sign.lines.flatMap(row)}</>;
}

/**
 * The message as an SVG of marquee letters, with its text as accessible name. Renders nothing for a message
 * without letters.
 */
export function MarqueeSign({
  message,
  lines,
  height = 72,
  state = 'lit',
  missing,
  chase = false,
  surface: requested = 'auto',
  switchOn = false,
  className,
  maxWidth,
  maxHeight = height * 3.5,
  align = 'start',
  floor = false,
  person = 0,
}: MarqueeSignProps) {
  const id = useId().replace(/\W/g, '');
  const surface = useSurface(requested);
  const { ref, width: room = 100_000 } = useParentWidth(maxWidth);
  const beside = useMemo(() => ({ width: person * PERSON_WIDTH, height: person }), [person]);
  const sign = useMemo(
    () => fitSign(lines ?? message, { height, maxWidth: room, maxHeight, beside }),
    [lines, message, height, room, maxHeight, beside],
  );
  const count = sign.lines.reduce((sum, line) => sum + line.letters.length, 0);
  const standing = useStanding(count);

  const texts: readonly SignLine[] = lines ?? [{ message, scale: 1, ...(missing && { missing }) }];
  let first = 0;
  const drawings = texts.map((text) => {
    const from = first;
    first += lettersOf(text.message).length;
    // Many letters get less detail, so that typing stays fluent on slow devices.
    const lit = state === 'lit' && !text.unlit;
    const cap = Math.min(sign.cap * text.scale, count > MANY_LETTERS ? FEW_DETAILS : Infinity);
    const shown = lit ? 'lit' : 'unlit';
    return {
      look: lookOf(shown, surface, cap, text),
      others: new Map(
        text.exceptions?.map(({ index, finish }) => [
          from + index,
          lookOf(shown, surface, cap, { color: text.color ?? null, finish }),
        ]),
      ),
      before: switchOn && lit ? lookOf('unlit', surface, cap, { color: text.color ?? null }) : null,
      outline: missingOutline(surface, cap),
      short: new Set(text.missing?.flatMap((letter) => lettersOf(letter))),
    };
  });
  const scale = sign.cap / FORMS.cap;
  const looks = [
    ...new Set(
      drawings.flatMap(({ look, others, before }) => [look, ...others.values(), ...(before ? [before] : [])]),
    ),
  ];
  const lightsFloor = floor && drawings.at(-1)?.look.lit;
  const glows = looks.some(({ air }) => air > 0);
  const layered = chase && state === 'lit' && drawings.some(({ look }) => !look.tube);
  const width = sign.width + beside.width;
  /** Empty space above the letters next to a taller person. */
  const over = Math.max(0, beside.height + 2 * EDGE - sign.height);
  const box = {
    viewBox: `0 ${tenth(-over)} ${Math.ceil(width)} ${tenth(sign.height + over)}`,
    width: Math.ceil(width * scale),
    height: Math.round((sign.height + over) * scale),
  };
  const draw = (layer: LetterProps['layer']) => (placed: PlacedLetter, line: FittedLine) => {
    const of = drawings[line.text];
    if (!of) return null;
    return of.short.has(placed.letter) ? (
      (layer === 'all' || layer === 'body') && <MissingLetter letter={placed.letter} outline={of.outline} />
    ) : (
      <Letter
        letter={placed.letter}
        look={of.others.get(placed.index) ?? of.look}
        before={of.before}
        order={Math.max(0, placed.index - standing)}
        id={id}
        seed={placed.index}
        layer={layer}
      />
    );
  };

  const last = sign.lines.at(-1);
  const onFloor = draw('floor');
  const keys = new Set(
    sign.lines.flatMap(({ letters }) =>
      letters.flatMap(({ letter }) => formOf(letter).parts.map(({ key }) => key)),
    ),
  );

  return (
    <span ref={ref} className={`marquee-sign ${className ?? ''}`.trim()} data-align={align}>
      {sign.lines.length > 0 && (
        <span className="marquee-sign-box">
          <svg
            {...box}
            role="img"
            aria-label={[...texts.map(label), person > 0 && 'with a person for scale']
              .filter(Boolean)
              .join(', ')}
          >
            <defs>
              {looks.map((look) => (
                <Gradients key={look.name} look={look} id={id} mirrored={floor} />
              ))}
              {lightsFloor && (
                <radialGradient id={`floor${id}`}>
                  {stops(fading(drawings.at(-1)?.look.glow ?? '', 0.34))}
                </radialGradient>
              )}
              {looks.some(({ lit, detail }) => lit && detail >= EVERY_BULB) &&
                [...keys].map((key) => (
                  <clipPath key={key} id={clipId(id, key)}>
                    <path d={FORMS.glyphs[key]?.o} />
                  </clipPath>
                ))}
            </defs>
            {lightsFloor && last && (
              <>
                <ellipse
                  cx={sign.width / 2}
                  cy={sign.height}
                  rx={Math.max(sign.width * 0.62, 120)}
                  ry={46}
                  fill={`url(#floor${id})`}
                />
                <Lines
                  sign={sign}
                  align={align}
                  draw={(letter, line) => glows && line === last && onFloor(letter, line)}
                />
              </>
            )}
            {glows && <Lines sign={sign} align={align} draw={draw('air')} />}
            {person > 0 && (
              <Person
                x={sign.width + beside.width / 2}
                y={sign.height - EDGE}
                height={person}
                night={surface === 'night'}
              />
            )}
            <Lines sign={sign} align={align} draw={draw(layered ? 'body' : 'all')} />
          </svg>
          {/* Each chase group is a separate picture, so that the browser only blends layers. */}
          {layered &&
            Array.from({ length: CHASE_GROUPS }, (_, group) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: groups are identified by index.
              <svg key={group} {...box} className="marquee-chase" data-group={group} aria-hidden="true">
                <Lines sign={sign} align={align} draw={draw(group)} />
              </svg>
            ))}
        </span>
      )}
    </span>
  );
}

/** A message drawn as marquee letters that light up. */
import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { CHASE_GROUPS, Letter, type LetterProps, MissingLetter } from './Letter';
import {
  EDGE,
  type FittedLine,
  type FittedSign,
  fitSign,
  LINE_GAP,
  type PlacedLetter,
  type SignText,
} from './layout';
import { FORMS } from './letterforms';
import { lettersOf, wordsOf } from './letters';
import { EVERY_BULB, type Look, lookOf, missingOutline, type Paint } from './look';
import { type Surface, useSurface } from './surface';
import './sign.css';

/** One of several texts of a sign, with its own size and paint. */
export interface SignLine extends SignText, Paint {
  /** Letters of this text that are out of stock. */
  readonly missing?: readonly string[];
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

function label({ message, missing: short = [] }: SignLine): string {
  const missing = short.filter((letter) => lettersOf(message).includes(letter));
  const words = wordsOf(message)
    .map((word) => word.join(''))
    .join(' ');
  return missing.length > 0 ? `${words}, needs ${missing.join(', ')}` : words;
}

const HUES = [0, 50, 130, 190, 230, 310];
/** Reach and opacity of each color of the ramp, from the bulb outward. */
const ON_FACE = [0, 1, 0.28, 0.95, 0.55, 0.75, 0.8, 0.35, 1, 0];

type Stops = readonly (readonly [offset: number, color: string, opacity?: number | undefined])[];

const stops = (of: Stops) =>
  of.map(([offset, color, opacity]) => (
    <stop key={offset} offset={offset} stopColor={color} stopOpacity={opacity} />
  ));

/** A gradient from the cap line to the ground of a letter. */
const downward = { gradientUnits: 'userSpaceOnUse', x2: 0, y2: FORMS.cap } as const;

/** Gradients that fill the letters of a look. */
function Gradients({ look, id }: { look: Look; id: string }) {
  const { ramp, lip, side, air } = look;
  const own = id + look.name;
  return (
    <>
      {air > 0 && (
        <radialGradient id={`air${own}`}>
          {stops([
            [0, ramp[2], air],
            [0.45, ramp[3], air * 0.34],
            [1, ramp[4], 0],
          ])}
        </radialGradient>
      )}
      {look.lit && look.detail >= EVERY_BULB && !look.tube && (
        <radialGradient id={`face${own}`}>
          {stops(ramp.map((color, i) => [ON_FACE[2 * i] ?? 0, color, ON_FACE[2 * i + 1]]))}
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
}: MarqueeSignProps) {
  const id = useId().replace(/\W/g, '');
  const surface = useSurface(requested);
  const { ref, width: room = 100_000 } = useParentWidth(maxWidth);
  const sign = useMemo(
    () => fitSign(lines ?? message, { height, maxWidth: room, maxHeight }),
    [lines, message, height, room, maxHeight],
  );
  const standing = useStanding(sign.lines.reduce((sum, line) => sum + line.letters.length, 0));

  const texts: readonly SignLine[] = lines ?? [{ message, scale: 1, ...(missing && { missing }) }];
  const drawings = texts.map((text) => {
    const cap = sign.cap * text.scale;
    return {
      look: lookOf(state, surface, cap, text),
      before:
        switchOn && state === 'lit' ? lookOf('unlit', surface, cap, { color: text.color ?? null }) : null,
      outline: missingOutline(surface, cap),
      short: new Set(text.missing?.flatMap((letter) => lettersOf(letter))),
    };
  });
  const scale = sign.cap / FORMS.cap;
  const looks = [...new Set(drawings.flatMap(({ look, before }) => (before ? [look, before] : [look])))];
  const glows = looks.some(({ air }) => air > 0);
  const layered = chase && state === 'lit' && drawings.some(({ look }) => !look.tube);
  const box = {
    viewBox: `0 0 ${Math.ceil(sign.width)} ${sign.height}`,
    width: Math.ceil(sign.width * scale),
    height: Math.round(sign.height * scale),
  };
  const draw = (layer: LetterProps['layer']) => (placed: PlacedLetter, line: FittedLine) => {
    const of = drawings[line.text];
    if (!of) return null;
    return of.short.has(placed.letter) ? (
      (layer === 'all' || layer === 'body') && <MissingLetter letter={placed.letter} outline={of.outline} />
    ) : (
      <Letter
        letter={placed.letter}
        look={of.look}
        before={of.before}
        order={Math.max(0, placed.index - standing)}
        id={id}
        layer={layer}
      />
    );
  };

  return (
    <span ref={ref} className={`marquee-sign ${className ?? ''}`.trim()} data-align={align}>
      {sign.lines.length > 0 && (
        <span className="marquee-sign-box">
          <svg {...box} role="img" aria-label={texts.map(label).filter(Boolean).join(', ')}>
            <defs>
              {looks.map((look) => (
                <Gradients key={look.name} look={look} id={id} />
              ))}
            </defs>
            {glows && <Lines sign={sign} align={align} draw={draw('air')} />}
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

/** A message drawn as marquee letters that light up: the picture of the product. */
import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { CHASE_GROUPS, Letter, MissingLetter } from './Letter';
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
import { lookOf, missingOutline, type Paint, RAINBOW } from './look';
import { type Surface, useSurface } from './surface';
import './sign.css';

/** One of several texts below each other, in letters of its own. */
export interface SignLine extends SignText, Paint {
  /** Letters of this text that are short of stock. */
  readonly missing?: readonly string[];
}

export interface MarqueeSignProps {
  /** What the customer typed; it is upper-cased and split as the server does. */
  message: string;
  /** In place of the message and its missing letters; the same object as long as they stay the same. */
  lines?: readonly SignLine[] | undefined;
  /** Largest height of a capital, in CSS pixels. */
  height?: number;
  state?: 'lit' | 'unlit';
  /** Letters that are short of stock: each of their places is drawn as a dashed outline. */
  missing?: readonly string[];
  /** A gentle light running through the bulbs; stands still under prefers-reduced-motion. */
  chase?: boolean;
  surface?: Surface | 'auto';
  /** Letters light one after the other as they appear. */
  switchOn?: boolean;
  className?: string;
  /** Width to wrap to, in CSS pixels; without it, the width of the parent element. */
  maxWidth?: number;
  /** Largest height of all lines together; beyond it the letters grow smaller. Default 3.5 letters. */
  maxHeight?: number;
  align?: 'start' | 'center';
}

/** The inner width of the parent element, kept up to date; undefined until it is known. */
function useParentWidth(given: number | undefined) {
  const ref = useRef<HTMLSpanElement>(null);
  const [width, setWidth] = useState(given);
  useLayoutEffect(() => {
    const parent = ref.current?.parentElement;
    if (given !== undefined || !parent) return;
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
  }, [given]);
  return { ref, width: given ?? width };
}

/** How many letters the last render had: those after them switch on now, one after the other. */
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

function Gradients({ glow, halo }: { glow: string; halo: string }) {
  return (
    <>
      <radialGradient id={glow}>
        <stop offset="0" stopColor="#FFD58A" stopOpacity=".95" />
        <stop offset=".35" stopColor="#FFB648" stopOpacity=".55" />
        <stop offset="1" stopColor="#FFB648" stopOpacity="0" />
      </radialGradient>
      <radialGradient id={halo}>
        <stop offset="0" stopColor="#FFB648" stopOpacity=".13" />
        <stop offset=".5" stopColor="#FFB648" stopOpacity=".045" />
        <stop offset="1" stopColor="#FFB648" stopOpacity="0" />
      </radialGradient>
    </>
  );
}

const tenth = (value: number) => Math.round(value * 10) / 10;

/** The lines one under the other; `draw` returns what to put in each letter's place. */
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
 * The message as an SVG of marquee letters, named by its text for those who do not see it.
 * Draws nothing for a message without letters.
 */
export function MarqueeSign({
  message,
  lines,
  height = 72,
  state = 'lit',
  missing,
  chase = false,
  surface: wanted = 'auto',
  switchOn = false,
  className,
  maxWidth,
  maxHeight = height * 3.5,
  align = 'start',
}: MarqueeSignProps) {
  const id = useId().replace(/\W/g, '');
  const surface = useSurface(wanted);
  const { ref, width: room = 100_000 } = useParentWidth(maxWidth);
  const sign = useMemo(
    () => fitSign(lines ?? message, { height, maxWidth: room, maxHeight }),
    [lines, message, height, room, maxHeight],
  );
  const standing = useStanding(sign.lines.reduce((sum, line) => sum + line.letters.length, 0));

  const texts: readonly SignLine[] = lines ?? [{ message, scale: 1, ...(missing && { missing }) }];
  const made = texts.map((text) => {
    const cap = sign.cap * text.scale;
    return {
      look: lookOf(state, surface, cap, text),
      before: switchOn && state === 'lit' ? lookOf('unlit', surface, cap) : null,
      outline: missingOutline(surface, cap),
      short: new Set(text.missing?.flatMap((letter) => lettersOf(letter))),
    };
  });
  const scale = sign.cap / FORMS.cap;
  const glow = `glow${id}`;
  const halo = `halo${id}`;
  const glows = made.some(({ look }) => look.glow > 0 || look.halo);
  const rainbow = made.some(({ look }) => look.bulb === RAINBOW);
  const layered = chase && state === 'lit' && made.some(({ look }) => !look.asLine);
  const box = {
    viewBox: `0 0 ${Math.ceil(sign.width)} ${sign.height}`,
    width: Math.ceil(sign.width * scale),
    height: Math.round(sign.height * scale),
  };
  const draw = (layer: 'all' | 'body' | number) => (placed: PlacedLetter, line: FittedLine) => {
    const of = made[line.text];
    if (!of) return null;
    return of.short.has(placed.letter) ? (
      typeof layer !== 'number' && <MissingLetter letter={placed.letter} outline={of.outline} />
    ) : (
      <Letter
        letter={placed.letter}
        look={of.look}
        before={of.before}
        order={Math.max(0, placed.index - standing)}
        glow={glow}
        halo={halo}
        layer={layer}
      />
    );
  };

  return (
    <span ref={ref} className={`marquee-sign ${className ?? ''}`.trim()} data-align={align}>
      {sign.lines.length > 0 && (
        <span className="marquee-sign-box">
          <svg {...box} role="img" aria-label={texts.map(label).filter(Boolean).join(', ')}>
            {(glows || rainbow) && (
              <defs>
                {glows && <Gradients glow={glow} halo={halo} />}
                {rainbow && (
                  <linearGradient id={glow + RAINBOW} gradientUnits="userSpaceOnUse" x2="100" y2="100">
                    {HUES.map((hue, i) => (
                      <stop key={hue} offset={i / 5} stopColor={`hsl(${hue} 100% 62%)`} />
                    ))}
                  </linearGradient>
                )}
              </defs>
            )}
            <Lines sign={sign} align={align} draw={draw(layered ? 'body' : 'all')} />
          </svg>
          {/* Each chase group is a picture of its own, so that the browser only blends layers. */}
          {layered &&
            Array.from({ length: CHASE_GROUPS }, (_, group) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the groups are their number.
              <svg key={group} {...box} className="marquee-chase" data-group={group} aria-hidden="true">
                <Lines sign={sign} align={align} draw={draw(group)} />
              </svg>
            ))}
        </span>
      )}
    </span>
  );
}

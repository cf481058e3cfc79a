/** A message drawn as marquee letters that light up: the picture of the product. */
import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { CHASE_GROUPS, Letter, MissingLetter } from './Letter';
import { EDGE, type FittedSign, fitSign, LINE_GAP, type Line, type PlacedLetter } from './layout';
import { FORMS } from './letterforms';
import { lettersOf, wordsOf } from './letters';
import { lookOf, missingOutline } from './look';
import { type Surface, useSurface } from './surface';
import './sign.css';

export interface MarqueeSignProps {
  /** What the customer typed; it is upper-cased and split as the server does. */
  message: string;
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

/** How many letters stood at the last drawing: those after them switch on now, in a row. */
function useStanding(count: number) {
  const standing = useRef(0);
  const before = Math.min(standing.current, count);
  useEffect(() => {
    standing.current = count;
  }, [count]);
  return before;
}

function label(message: string, missing: readonly string[]): string {
  const words = wordsOf(message)
    .map((word) => word.join(''))
    .join(' ');
  return missing.length > 0 ? `${words}, needs ${missing.join(', ')}` : words;
}

function Gradients({ glow, halo }: { glow: string; halo: string }) {
  return (
    <defs>
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
    </defs>
  );
}

/** The lines one under the other; `draw` gives what stands at each letter's place. */
function Lines({
  sign,
  align,
  draw,
}: {
  sign: FittedSign;
  align: 'start' | 'center';
  draw: (letter: PlacedLetter) => ReactNode;
}) {
  let y = EDGE;
  const row = (line: Line) => {
    const top = y + line.above;
    y = top + FORMS.cap + line.below + LINE_GAP;
    const indent = align === 'center' ? (sign.width - line.width) / 2 : 0;
    return line.letters.map((letter) => (
      <g
        key={`${letter.index} ${letter.letter}`}
        transform={`translate(${Math.round((indent + letter.x) * 10) / 10} ${top})`}
      >
        {draw(letter)}
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
  height = 72,
  state = 'lit',
  missing = [],
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
    () => fitSign(message, { height, maxWidth: room, maxHeight }),
    [message, height, room, maxHeight],
  );
  const standing = useStanding(sign.lines.reduce((sum, line) => sum + line.letters.length, 0));

  const short = new Set(missing.flatMap((letter) => lettersOf(letter)));
  const scale = sign.cap / FORMS.cap;
  const look = lookOf(state, surface, sign.cap);
  const dark = switchOn && state === 'lit' ? lookOf('unlit', surface, sign.cap) : null;
  const outline = missingOutline(surface, sign.cap);
  const glow = `glow${id}`;
  const halo = `halo${id}`;
  const layered = chase && state === 'lit' && !look.asLine;
  const box = {
    viewBox: `0 0 ${Math.ceil(sign.width)} ${sign.height}`,
    width: Math.ceil(sign.width * scale),
    height: Math.round(sign.height * scale),
  };
  const draw = (layer: 'all' | 'body' | number) => (placed: PlacedLetter) =>
    short.has(placed.letter) ? (
      typeof layer !== 'number' && <MissingLetter letter={placed.letter} outline={outline} />
    ) : (
      <Letter
        letter={placed.letter}
        look={look}
        before={dark}
        order={Math.max(0, placed.index - standing)}
        glow={glow}
        halo={halo}
        layer={layer}
      />
    );

  return (
    <span ref={ref} className={`marquee-sign ${className ?? ''}`.trim()} data-align={align}>
      {sign.lines.length > 0 && (
        <span className="marquee-sign-box">
          <svg
            {...box}
            role="img"
            aria-label={label(
              message,
              missing.filter((l) => lettersOf(message).includes(l)),
            )}
          >
            {(look.glow > 0 || look.halo) && <Gradients glow={glow} halo={halo} />}
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

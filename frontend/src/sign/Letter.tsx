/** One letter of a sign, drawn back to front: halo, side, face, glow, bulbs, core. */
import { type CSSProperties, memo, useState } from 'react';
import { type Bulb, bulbs, spaced } from './bulbs';
import { FORMS, formOf, type Part, TILE_ADVANCE } from './letterforms';
import { type Look, type Outline, RAINBOW } from './look';

/** A dimmed third of the bulbs runs along the letter in a chase. */
export const CHASE_GROUPS = 3;
const SWITCH_ON_STEP_MS = 90;

interface Gradients {
  readonly glow: string;
  readonly halo: string;
}

const thinned = new Map<string, readonly Bulb[]>();

function bulbsFor(key: string, look: Look): readonly Bulb[] {
  if (look.thinning === 0) return bulbs(key);
  let kept = thinned.get(key);
  if (!kept) {
    kept = spaced(bulbs(key), look.thinning);
    thinned.set(key, kept);
  }
  return kept;
}

/** Dots of no length: their round caps draw the bulbs, all of a letter in one path. */
const dots = (points: readonly Bulb[]) => points.map(([x, y]) => `M${x} ${y}h.01`).join('');

const shift = (x: number) => (x === 0 ? undefined : `translate(${Math.round(x * 10) / 10})`);

function Body({ part, look, gradients }: { part: Part; look: Look; gradients: Gradients }) {
  const outline = FORMS.glyphs[part.key]?.o;
  const points = bulbsFor(part.key, look);
  const halo = `url(#${gradients.halo})`;
  const glow = `url(#${gradients.glow})`;
  return (
    <g transform={shift(part.x)}>
      {look.halo &&
        bulbs(part.key)
          .filter((_, i) => i % 2 === 0)
          .map(([x, y]) => <circle key={`${x} ${y}`} cx={x} cy={y} r={40} fill={halo} />)}
      {look.side && (
        <path
          d={outline}
          transform="translate(1.8 2.4)"
          fill={look.side}
          stroke={look.side}
          strokeWidth={FORMS.rim}
        />
      )}
      <path d={outline} fill={look.face} stroke={look.rim} strokeWidth={FORMS.rim} />
      {look.glow > 0 &&
        points.map(([x, y]) => <circle key={`${x} ${y}`} cx={x} cy={y} r={look.glow} fill={glow} />)}
    </g>
  );
}

/** The bulbs of a part: all of them, or one of the chase groups. */
function Lights({
  part,
  look,
  group,
  glow,
}: {
  part: Part;
  look: Look;
  group: number | undefined;
  glow: string;
}) {
  const bulb = look.bulb === RAINBOW ? `url(#${glow}${RAINBOW})` : look.bulb;
  const round = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  if (look.asLine) {
    const strokes = FORMS.glyphs[part.key]?.s ?? [];
    const d = strokes.map((stroke) => (/[LA]/.test(stroke) ? stroke : `${stroke}h.01`)).join('');
    return <path d={d} transform={shift(part.x)} stroke={bulb} strokeWidth={8} {...round} />;
  }
  const all = bulbsFor(part.key, look);
  const d = dots(group === undefined ? all : all.filter((_, i) => i % CHASE_GROUPS === group));
  const across = 2 * look.bulbRadius;
  return (
    <g transform={shift(part.x)} {...round}>
      {look.edge && <path d={d} stroke={look.edge} strokeWidth={across + 0.8} />}
      <path d={d} stroke={bulb} strokeWidth={look.edge ? across - 0.8 : across} />
      {look.core && <path d={d} stroke={look.core} strokeWidth={1.1 * look.bulbRadius} />}
    </g>
  );
}

/** A plain outlined tile with the character, for what we have no letterform of. */
function Tile({
  letter,
  stroke,
  width,
  dashes,
}: { letter: string; dashes?: string } & Omit<Outline, 'dashes'>) {
  return (
    <g>
      <rect
        x={7}
        y={1}
        width={TILE_ADVANCE - 14}
        height={98}
        rx={11}
        fill="none"
        stroke={stroke}
        strokeWidth={width}
        strokeDasharray={dashes}
      />
      <text
        x={TILE_ADVANCE / 2}
        y={71}
        textAnchor="middle"
        fontSize={58}
        fontWeight={600}
        fill={stroke}
        fontFamily="inherit"
      >
        {letter}
      </text>
    </g>
  );
}

/** A letter that is short of stock: only its dashed outline. */
export const MissingLetter = memo(function MissingLetter({
  letter,
  outline,
}: {
  letter: string;
  outline: Outline;
}) {
  const { parts } = formOf(letter);
  if (parts.length === 0) {
    return <Tile letter={letter} stroke={outline.stroke} width={outline.width} dashes={outline.dashes} />;
  }
  return (
    <g fill="none" stroke={outline.stroke} strokeWidth={outline.width} strokeDasharray={outline.dashes}>
      {parts.map((part) => (
        <path key={part.key} d={FORMS.glyphs[part.key]?.o} transform={shift(part.x)} />
      ))}
    </g>
  );
});

export interface LetterProps {
  readonly letter: string;
  readonly look: Look;
  /** Drawn beneath while the light comes up; null when the letter does not switch on. */
  readonly before: Look | null;
  /** Place in the row of letters that switch on together. */
  readonly order: number;
  readonly glow: string;
  readonly halo: string;
  /** The whole letter, only what does not move in a chase, or the bulbs of one chase group. */
  readonly layer: 'all' | 'body' | number;
}

function DrawnLetter({ letter, look, before, order, glow, halo, layer }: LetterProps) {
  // The delay belongs to the moment the letter appeared: letters typed later must not move it.
  const [delay] = useState(order * SWITCH_ON_STEP_MS);
  const { parts } = formOf(letter);
  const bodies = typeof layer !== 'number';
  if (parts.length === 0) {
    return bodies ? <Tile letter={letter} stroke={look.side ?? look.rim} width={FORMS.rim} /> : null;
  }
  const gradients = { glow, halo };
  const style: CSSProperties | undefined = before && delay > 0 ? { animationDelay: `${delay}ms` } : undefined;
  return (
    <>
      {before &&
        bodies &&
        parts.map((part) => (
          <g key={part.key}>
            <Body part={part} look={before} gradients={gradients} />
            <Lights part={part} look={before} group={undefined} glow={glow} />
          </g>
        ))}
      <g className={before ? 'marquee-switch-on' : undefined} style={style}>
        {parts.map((part) => (
          <g key={part.key}>
            {bodies && <Body part={part} look={look} gradients={gradients} />}
            {layer !== 'body' && (
              <Lights
                part={part}
                look={look}
                group={typeof layer === 'number' ? layer : undefined}
                glow={glow}
              />
            )}
          </g>
        ))}
      </g>
    </>
  );
}

/**
 * A letter is drawn again only when something of itself changes: `order` is read once, so the
 * letters that already stand are left alone while a message is typed.
 */
export const Letter = memo(
  DrawnLetter,
  (a, b) =>
    a.letter === b.letter &&
    a.look === b.look &&
    a.before === b.before &&
    a.glow === b.glow &&
    a.halo === b.halo &&
    a.layer === b.layer,
);

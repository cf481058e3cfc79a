/** One letter of a sign, drawn back to front: light around it, side, panel, light on it, walls, edge, bulbs. */
import { type CSSProperties, memo, useState } from 'react';
import { type Bulb, bulbs, spaced } from './bulbs';
import { FORMS, formOf, type Part, TILE_ADVANCE } from './letterforms';
import { EVERY_BULB, HUES, type Look, type Outline } from './look';

/** In a chase, a dimmed third of the bulbs runs along the letter. */
export const CHASE_GROUPS = 3;
const SWITCH_ON_STEP_MS = 90;

const thinned = new Map<string, readonly Bulb[]>();

function bulbsFor(key: string, look: Look): readonly Bulb[] {
  if (look.thinning === 0) return bulbs(key);
  let cached = thinned.get(key);
  if (!cached) {
    cached = spaced(bulbs(key), look.thinning);
    thinned.set(key, cached);
  }
  return cached;
}

/** Zero-length strokes: their round caps draw the bulbs, all of a letter in one path. */
const dots = (points: readonly Bulb[]) => points.map(([x, y]) => `M${x} ${y}h.01`).join('');

const shift = (x: number) => (x === 0 ? undefined : `translate(${Math.round(x * 10) / 10})`);

const round = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/** The skeleton as one path; a stroke of a single point becomes a dot. */
const skeleton = (key: string) =>
  (FORMS.glyphs[key]?.s ?? []).map((stroke) => (/[LA]/.test(stroke) ? stroke : `${stroke}h.01`)).join('');

interface Drawn {
  readonly part: Part;
  readonly look: Look;
  /** Prefix of the sign's gradient ids, before the look's name. */
  readonly id: string;
  /** Index of the letter, so that two equal ones differ. */
  readonly seed: number;
}

/** A fixed fraction from 0 to 1 for each bulb, so that no two of them are alike. */
function unlike([x, y]: Bulb, seed: number): number {
  const value = Math.sin(x * 12.9898 + y * 78.233 + seed * 37.719) * 43758.5453;
  return value - Math.floor(value);
}

const tenth = (value: number) => Math.round(value * 10) / 10;

/** The points, each moved by up to `by` units in a direction of its own. */
const moved = (points: readonly Bulb[], by: number, seed: number): Bulb[] =>
  points.map((point) => {
    const turn = 2 * Math.PI * unlike(point, seed);
    return [tenth(point[0] + by * Math.cos(turn)), tenth(point[1] + by * Math.sin(turn))];
  });

/** Id of the clip path of a glyph's outline. */
export const clipId = (id: string, key: string) => `in${id}${key.codePointAt(0)}`;

/** The light around a letter, behind every letter of the sign: where letters are close, it adds up. */
function Air({ part, look, id }: Drawn) {
  const fill = `url(#air${id}${look.name})`;
  return (
    <g transform={shift(part.x)}>
      {bulbs(part.key)
        .filter((_, i) => i % 4 === 1)
        .map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={84} fill={fill} />
        ))}
    </g>
  );
}

/** Reflections end this high above the ground. */
const REFLECTED = 56;

/** The faint, blurred reflection of a letter's bulbs on the floor. */
function Floor({ part, look, id }: Drawn) {
  return (
    <g transform={`translate(${tenth(part.x)} 190) scale(1 -.85)`}>
      {bulbs(part.key).map((bulb) => {
        const [x, y] = bulb;
        const opacity = tenth(1 - (FORMS.cap - y) / REFLECTED);
        const hue = look.rainbow ? Math.min(HUES.length - 1, Math.floor(((x + y) / 200) * HUES.length)) : '';
        return opacity > 0 ? (
          <circle
            key={bulb.join()}
            cx={x}
            cy={y}
            r={19}
            opacity={opacity}
            fill={`url(#mirror${id}${look.name}${hue})`}
          />
        ) : null;
      })}
    </g>
  );
}

/** Outer side, panel, the light on it, glowing inner walls and the front edge. */
function Body({ part, look, id, seed }: Drawn) {
  const { lit, detail, side, pool, rainbow } = look;
  const outline = FORMS.glyphs[part.key]?.o;
  const own = id + look.name;
  const fine = detail >= EVERY_BULB;
  const hues = `url(#hues${own})`;
  return (
    <g transform={shift(part.x)}>
      {side && (
        <path
          d={outline}
          transform="translate(2.2 3)"
          fill={`url(#side${own})`}
          stroke={`url(#side${own})`}
          strokeWidth={4}
        />
      )}
      <path d={outline} fill={look.panel} />
      {lit && !fine && (
        <g {...round}>
          <path d={skeleton(part.key)} stroke={pool[2]} strokeWidth={15} />
          {rainbow && <path d={skeleton(part.key)} stroke={hues} strokeWidth={9} />}
        </g>
      )}
      {fine && !lit && (
        <path d={outline} fill="none" stroke={look.shade} strokeOpacity={0.5} strokeWidth={6} />
      )}
      {fine && lit && (
        <g clipPath={`url(#${clipId(id, part.key)})`} fill="none">
          {!look.tube &&
            bulbs(part.key).map((bulb) => (
              <circle
                key={bulb.join()}
                cx={bulb[0]}
                cy={bulb[1]}
                r={tenth(14 + 3 * unlike(bulb, seed))}
                fill={`url(#pool${own})`}
              />
            ))}
          {/* Each color lights the face around its own bulbs. */}
          {rainbow && (
            <path d={skeleton(part.key)} stroke={hues} strokeOpacity={0.55} strokeWidth={20} {...round} />
          )}
          {/* The walls: in the shade where they meet the panel, bright in front of each bulb. */}
          <path d={outline} stroke={look.shade} strokeOpacity={0.4} strokeWidth={11.5} />
          <path d={outline} stroke={look.wall} strokeOpacity={0.72} strokeWidth={9} />
          <path
            d={outline}
            transform="translate(.9 1.6)"
            stroke={look.shade}
            strokeOpacity={0.36}
            strokeWidth={4.4}
          />
        </g>
      )}
      <path
        d={outline}
        fill="none"
        stroke={detail > 1 ? `url(#lip${own})` : look.lip[2]}
        strokeWidth={fine ? 3 : 3.6}
      />
    </g>
  );
}

/** The bulbs of a part: all of them, or one chase group. */
function Lights({ part, look, group, id, seed }: Drawn & { group: number | undefined }) {
  const { lit, detail, core } = look;
  const ring = look.rainbow ? `url(#hues${id}${look.name})` : look.ring;
  if (look.tube) {
    const d = skeleton(part.key);
    return (
      <g transform={shift(part.x)} {...round}>
        {lit && detail >= EVERY_BULB && <path d={d} stroke={ring} strokeOpacity={0.35} strokeWidth={15} />}
        <path d={d} stroke={lit ? ring : core} strokeWidth={8} />
        {lit && detail > 0 && <path d={d} stroke={core} strokeWidth={3.4} />}
      </g>
    );
  }
  const all = bulbsFor(part.key, look);
  const shown = group === undefined ? all : all.filter((_, i) => i % CHASE_GROUPS === group);
  const across = [0, 12, 12, 8.6, 7][detail] ?? 0;
  const glass = detail > EVERY_BULB && lit;
  return (
    <g transform={shift(part.x)} {...round}>
      {glass && <path d={dots(shown)} stroke={ring} strokeOpacity={0.4} strokeWidth={13} />}
      {(detail >= EVERY_BULB || look.rainbow || !lit) && (
        <path d={dots(shown)} stroke={ring} strokeWidth={across + 2.4} />
      )}
      {/* The filament is never quite in the middle of the glass. */}
      <path d={dots(glass ? moved(shown, 0.8, seed) : shown)} stroke={core} strokeWidth={across} />
      {glass && <path d={dots(moved(shown, 2.2, seed + 1))} stroke="#fff" strokeWidth={3} />}
      {!lit && (
        <path
          d={dots(shown)}
          transform="translate(-1.3 -1.5)"
          stroke="#fff"
          strokeOpacity={0.8}
          strokeWidth={2.4}
        />
      )}
    </g>
  );
}

/** A plain outlined tile with the character, for characters without a letterform. */
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

/** A letter that is out of stock: only its dashed outline. */
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
  /** Look drawn underneath while the light fades in; null without the animation. */
  readonly before: Look | null;
  /** Index among the letters that switch on together. */
  readonly order: number;
  /** Prefix of the sign's gradient ids. */
  readonly id: string;
  /** Index of the letter, so that two equal ones differ. */
  readonly seed: number;
  /**
   * What to draw: the floor, the light behind all letters, the whole letter, only the static parts of a chase, or the
   * bulbs of one chase group.
   */
  readonly layer: 'floor' | 'air' | 'all' | 'body' | number;
}

function DrawnLetter({ letter, look, before, order, id, seed, layer }: LetterProps) {
  // The delay is fixed when the letter appears, so that letters typed later do not change it.
  const [delay] = useState(order * SWITCH_ON_STEP_MS);
  const { parts } = formOf(letter);
  const bodies = layer === 'all' || layer === 'body';
  if (parts.length === 0) {
    return bodies ? <Tile letter={letter} stroke={look.lip[0]} width={FORMS.rim} /> : null;
  }
  const style: CSSProperties | undefined = before && delay > 0 ? { animationDelay: `${delay}ms` } : undefined;
  const group = typeof layer === 'number' ? layer : undefined;
  return (
    <>
      {before &&
        bodies &&
        parts.map((part) => (
          <g key={part.key}>
            <Body part={part} look={before} id={id} seed={seed} />
            <Lights part={part} look={before} group={undefined} id={id} seed={seed} />
          </g>
        ))}
      <g className={before ? 'marquee-switch-on' : undefined} style={style}>
        {parts.map((part) => (
          <g key={part.key}>
            {layer === 'floor' && <Floor part={part} look={look} id={id} seed={seed} />}
            {layer === 'air' && <Air part={part} look={look} id={id} seed={seed} />}
            {bodies && <Body part={part} look={look} id={id} seed={seed} />}
            {(layer === 'all' || group !== undefined) && (
              <Lights part={part} look={look} group={group} id={id} seed={seed} />
            )}
          </g>
        ))}
      </g>
    </>
  );
}

/**
 * Memoized by the letter's own props: `order` is read once, so letters that already stand do not re-render
 * while a message is typed.
 */
export const Letter = memo(
  DrawnLetter,
  (a, b) =>
    a.letter === b.letter &&
    a.look === b.look &&
    a.before === b.before &&
    a.id === b.id &&
    a.seed === b.seed &&
    a.layer === b.layer,
);

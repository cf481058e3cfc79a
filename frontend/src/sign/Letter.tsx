/** One letter of a sign, drawn back to front: glow, side, recessed face, light on it, lip, bulbs. */
import { type CSSProperties, memo, useState } from 'react';
import { type Bulb, bulbs, spaced } from './bulbs';
import { FORMS, formOf, type Part, TILE_ADVANCE } from './letterforms';
import { EVERY_BULB, type Look, type Outline } from './look';

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
}

/** The glow around a letter, behind every letter of the sign. */
function Air({ part, look, id }: Drawn) {
  const fill = `url(#air${id}${look.name})`;
  return (
    <g transform={shift(part.x)}>
      {bulbs(part.key)
        .filter((_, i) => i % 4 === 1)
        .map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={52} fill={fill} />
        ))}
    </g>
  );
}

/** Side, recessed face, the light on it, the lip and the bloom of the bulbs. */
function Body({ part, look, id }: Drawn) {
  const { lit, detail, side, ramp, shadow, rainbow } = look;
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
      <path d={outline} fill={look.recess} />
      {lit &&
        fine &&
        !look.tube &&
        bulbs(part.key).map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={13} fill={`url(#face${own})`} />
        ))}
      {/* Each color lights the face around its own bulbs. */}
      {rainbow && fine && (
        <path d={skeleton(part.key)} stroke={hues} strokeOpacity={0.55} strokeWidth={18} {...round} />
      )}
      {lit && !fine && (
        <g {...round}>
          <path d={skeleton(part.key)} stroke={ramp[3]} strokeWidth={16} />
          <path d={skeleton(part.key)} stroke={rainbow ? hues : ramp[2]} strokeWidth={9} />
        </g>
      )}
      {fine && (
        <path d={outline} fill="none" stroke={shadow} strokeOpacity={lit ? 0.7 : 0.4} strokeWidth={5} />
      )}
      <path
        d={outline}
        fill="none"
        stroke={detail > 1 ? `url(#lip${own})` : shadow}
        strokeWidth={fine ? 2.6 : 3.6}
      />
      {lit && detail > EVERY_BULB && !look.tube && (
        <path
          d={dots(bulbs(part.key))}
          stroke={rainbow ? hues : ramp[1]}
          strokeOpacity={rainbow ? 0.7 : 0.34}
          strokeWidth={13}
          {...round}
        />
      )}
    </g>
  );
}

/** The bulbs of a part: all of them, or one chase group. */
function Lights({ part, look, group, id }: Drawn & { group: number | undefined }) {
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
  const d = dots(group === undefined ? all : all.filter((_, i) => i % CHASE_GROUPS === group));
  const across = [0, 12, 12, 8.6, 7.4][detail] ?? 0;
  return (
    <g transform={shift(part.x)} {...round}>
      {(detail >= EVERY_BULB || look.rainbow || !lit) && (
        <path d={d} stroke={ring} strokeWidth={across + 2} />
      )}
      <path d={d} stroke={core} strokeWidth={across} />
      {!lit && (
        <path d={d} transform="translate(-1.3 -1.5)" stroke="#fff" strokeOpacity={0.8} strokeWidth={2.4} />
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
  /**
   * What to draw: the glow behind all letters, the whole letter, only the static parts of a chase, or the
   * bulbs of one chase group.
   */
  readonly layer: 'air' | 'all' | 'body' | number;
}

function DrawnLetter({ letter, look, before, order, id, layer }: LetterProps) {
  // The delay is fixed when the letter appears, so that letters typed later do not change it.
  const [delay] = useState(order * SWITCH_ON_STEP_MS);
  const { parts } = formOf(letter);
  const bodies = layer === 'all' || layer === 'body';
  if (parts.length === 0) {
    return bodies ? <Tile letter={letter} stroke={look.lip[1]} width={FORMS.rim} /> : null;
  }
  const style: CSSProperties | undefined = before && delay > 0 ? { animationDelay: `${delay}ms` } : undefined;
  const group = typeof layer === 'number' ? layer : undefined;
  return (
    <>
      {before &&
        bodies &&
        parts.map((part) => (
          <g key={part.key}>
            <Body part={part} look={before} id={id} />
            <Lights part={part} look={before} group={undefined} id={id} />
          </g>
        ))}
      <g className={before ? 'marquee-switch-on' : undefined} style={style}>
        {parts.map((part) => (
          <g key={part.key}>
            {layer === 'air' && <Air part={part} look={look} id={id} />}
            {bodies && <Body part={part} look={look} id={id} />}
            {(layer === 'all' || group !== undefined) && (
              <Lights part={part} look={look} group={group} id={id} />
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
    a.layer === b.layer,
);

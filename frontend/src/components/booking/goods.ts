import type { Goods } from '@/api/day';
import type { CountedPiece, HandoverInput } from '@/api/goods';
import type { Risk } from '@/api/types';
import type { Format } from '@/lib/format';
import { listed, sizeName } from '@/lib/words';
import type { BadgeTone } from '@/ui/Badge';

/** Labels and colors of a booking's goods states. */
export const goodsStates: Readonly<Record<Goods, { word: string; tone: BadgeTone }>> = {
  reserved: { word: 'Reserved', tone: 'neutral' },
  packed: { word: 'Packed', tone: 'blue' },
  out: { word: 'Out', tone: 'indigo' },
  partly_back: { word: 'Partly back', tone: 'yellow' },
  back: { word: 'Back', tone: 'green' },
  overdue: { word: 'Overdue', tone: 'red' },
};

export type HandoverKind = HandoverInput['kind'];
export type Outcome = 'ok' | 'damaged' | 'missing';

/** A key that is unique among the pieces of a booking. */
export const keyOf = ({
  itemId,
  letter,
  size,
  finish,
}: Pick<CountedPiece, 'itemId' | 'letter' | 'size' | 'finish'>) =>
  itemId === null ? `${letter} ${size} ${finish}` : `#${itemId}`;

/**
 * True if pieces in this condition move. Pieces found damaged or missing before going out are reported and
 * stay.
 */
export const moves = (kind: HandoverKind, outcome: string = 'ok') => kind === 'in' || outcome === 'ok';

/** The number of pieces left for a step. */
export function remaining({ booked, packed, out, back }: CountedPiece, kind: HandoverKind): number {
  if (kind === 'in') return out;
  return Math.max(0, booked - out - back - (kind === 'pack' ? packed : 0));
}

/** Missing pieces in words: "1 × O (4 ft)". */
export function shortInWords(format: Format, { short }: Risk): string {
  return listed(
    short.map(({ letter, size, name, missing }) =>
      letter === null
        ? `${missing} × ${name ?? ''}`
        : `${missing} × ${letter} (${sizeName(format, size ?? '')})`,
    ),
  );
}

import type { Goods } from '@/api/day';
import type { CountedPiece, HandoverInput } from '@/api/goods';
import type { BadgeTone } from '@/ui/Badge';

/** The words on the pages for where a booking's goods are. */
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

/** What tells one piece of a booking from another. */
export const keyOf = ({
  itemId,
  letter,
  size,
  finish,
}: Pick<CountedPiece, 'itemId' | 'letter' | 'size' | 'finish'>) =>
  itemId === null ? `${letter} ${size} ${finish}` : `#${itemId}`;

/** Whether pieces in this condition move: what is found damaged or missing before it goes out is reported, and stays. */
export const moves = (kind: HandoverKind, outcome: string = 'ok') => kind === 'in' || outcome === 'ok';

/** How many of a piece a step can still be taken with. */
export function remaining({ booked, packed, out, back }: CountedPiece, kind: HandoverKind): number {
  if (kind === 'in') return out;
  return Math.max(0, booked - out - back - (kind === 'pack' ? packed : 0));
}

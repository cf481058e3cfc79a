import type { Goods } from '@/api/day';
import type { CountedPiece, HandoverInput } from '@/api/goods';
import type { BorrowedPieces, Risk } from '@/api/types';
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

/** Badge of a booking's goods. Goods of which pieces are missing aren't just back. */
export const goodsBadge = (goods: Goods, missing: number): { word: string; tone: BadgeTone } =>
  goods === 'back' && missing > 0 ? { word: `Back, ${missing} missing`, tone: 'yellow' } : goodsStates[goods];

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

/** Lenders of these pieces, if all of them could be borrowed; null if none is. */
export function lendersOf(
  keys: readonly string[],
  borrowed: readonly Pick<BorrowedPieces, 'lender' | 'pieces'>[],
): string | null {
  const lenders = borrowed.filter(({ pieces }) => pieces.some((piece) => keys.includes(keyOf(piece))));
  return lenders.length === 0 ? null : listed([...new Set(lenders.map(({ lender }) => lender))]);
}

/**
 * True if pieces in this condition move. Pieces found damaged or missing before going out are reported and
 * stay.
 */
export const moves = (kind: HandoverKind, outcome: string = 'ok') => kind === 'in' || outcome === 'ok';

/** True if neither delivery nor return of any piece was recorded. */
const isUnrecorded = (pieces: readonly CountedPiece[]) =>
  pieces.every(({ out, back }) => out === 0 && back === 0);

/**
 * The pieces as they can come back. If the delivery was not recorded, everything booked counts as delivered;
 * the server takes returns of up to that many.
 */
export const assumedOut = <Piece extends CountedPiece>(pieces: readonly Piece[]): readonly Piece[] =>
  isUnrecorded(pieces) ? pieces.map((piece) => ({ ...piece, out: piece.booked })) : pieces;

/** What is left to say once no piece is out: never that everything is back while a piece is missing. */
export function backInWords(format: Format, pieces: readonly CountedPiece[]): string | null {
  if (pieces.every(({ back }) => back === 0)) return null;
  // Jobs stored offline by the previous version have no `missing`.
  const missing = pieces.filter((piece) => (piece.missing ?? 0) > 0);
  if (missing.length === 0) return 'Everything is back.';
  const names = listed(
    missing.map(({ missing: count, name, size }) =>
      size === null ? `${count} × ${name}` : `${count} × ${name} (${sizeName(format, size)})`,
    ),
  );
  const isAll = pieces.every(({ back, missing: count }) => back <= (count ?? 0));
  return `Missing: ${names}.${isAll ? '' : ' Everything else is back.'}`;
}

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

/** What a crew member records: how it changes where the pieces are, before the server has it. Pure. */
import type { components } from '@/api/schema';

type Schemas = components['schemas'];
export type Jobs = Schemas['CrewAnswer'];
export type Stop = Schemas['StopAnswer'];
export type Piece = Schemas['CountedPieceAnswer'];
export type Handover = Schemas['HandoverInput'];
export type Kind = Handover['kind'];
export type Outcome = 'ok' | 'damaged' | 'missing';

/** A handover that waits on the phone. `order` is its place, `person` who recorded it. */
export interface Waiting {
  readonly order: number;
  readonly person: number;
  readonly bookingId: number;
  readonly title: string;
  readonly handover: Handover;
  /** Why the server did not take it; null while it waits. */
  readonly refused: string | null;
}

export const keyOf = ({ itemId, letter, size, finish }: Piece) =>
  itemId === null ? `${letter} ${size} ${finish}` : `#${itemId}`;

/** How many of a piece a step can still be taken with. */
export function remaining({ booked, packed, out, back }: Piece, kind: Kind): number {
  if (kind === 'in') return out;
  return Math.max(0, booked - out - back - (kind === 'pack' ? packed : 0));
}

type Lines = Handover['lines'];

/** The lines of a handover: each piece by its count, in each condition. */
export function linesOf(
  pieces: readonly Piece[],
  counts: ReadonlyMap<string, Readonly<Record<Outcome, number>>>,
  note: string,
): Lines {
  return pieces.flatMap((piece) => {
    const { itemId, letter, size, finish } = piece;
    const what = itemId === null ? { letter, size, finish } : { itemId };
    return (['ok', 'damaged', 'missing'] as const).flatMap((outcome) => {
      const count = counts.get(keyOf(piece))?.[outcome] ?? 0;
      const said = outcome === 'ok' ? null : note.trim() || null;
      return count === 0 ? [] : [{ ...what, count, outcome, note: said }];
    });
  });
}

/** Where the pieces are once what waits has been sent. */
export function withWaiting(pieces: readonly Piece[], waiting: readonly Waiting[]): Piece[] {
  return pieces.map((piece) => {
    let { packed, out, back } = piece;
    for (const { handover, refused } of waiting) {
      if (refused !== null) continue;
      for (const line of handover.lines) {
        const same =
          piece.itemId === null
            ? line.letter === piece.letter && line.size === piece.size && line.finish === piece.finish
            : line.itemId === piece.itemId;
        if (!same) continue;
        if (handover.kind === 'pack') packed += line.count;
        if (handover.kind === 'out') out += line.count;
        if (handover.kind === 'in') {
          out = Math.max(0, out - line.count);
          back += line.count;
        }
      }
    }
    return { ...piece, packed, out, back };
  });
}

/** The step that comes next for a stop: a delivery is loaded first, unless loading has begun. */
export function nextStep(stop: Stop, pieces: readonly Piece[]): Kind {
  if (stop.kind === 'pickup') return 'in';
  return pieces.some(({ packed, out }) => packed > 0 || out > 0) ? 'out' : 'pack';
}

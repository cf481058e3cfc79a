/** Effects of a crew member's records on the pieces, before the server has them. Pure functions. */

import type { components } from '@/api/schema';
import { assumedOut, type HandoverKind, keyOf, moves, type Outcome } from '@/components/booking/goods';
import type { Format } from '@/lib/format';
import { sizeName } from '@/lib/words';
import type { Waiting, WaitingHandover } from '@/outbox/records';

type Schemas = components['schemas'];
export type Jobs = Schemas['CrewOut'];
export type Stop = Schemas['StopOut'];
export type Piece = Schemas['CountedPieceOut'];
export type Handover = Schemas['HandoverInput'];
export type OpenStocktake = Schemas['OpenStocktakeOut'];
export type LetterToCount = Schemas['LetterToCountOut'];
export type Kind = HandoverKind;

type Lines = Handover['lines'];

/** Scanned tags, each with its piece and condition. */
export type Scans = ReadonlyMap<string, { readonly key: string; readonly outcome: Outcome }>;

/**
 * Lines of a handover: each piece by count per condition; scanned ones by tag. `lent` has the pieces of which some
 * are borrowed, with true if the faulty ones are the lender's.
 */
export function linesOf(
  pieces: readonly Piece[],
  counts: ReadonlyMap<string, Readonly<Record<Outcome, number>>>,
  note: string,
  scans: Scans = new Map(),
  lent: ReadonlyMap<string, boolean> = new Map(),
): Lines {
  return pieces.flatMap((piece) => {
    const { itemId, letter, size, finish } = piece;
    const what = itemId === null ? { letter, size, finish } : { itemId };
    return (['ok', 'damaged', 'missing'] as const).flatMap((outcome) => {
      const comment = outcome === 'ok' ? null : note.trim() || null;
      const tags = [...scans].flatMap(([tag, scan]) =>
        scan.key === keyOf(piece) && scan.outcome === outcome ? [tag] : [],
      );
      const count = (counts.get(keyOf(piece))?.[outcome] ?? 0) - tags.length;
      const isLent = outcome === 'ok' ? undefined : lent.get(keyOf(piece));
      return [
        ...tags.map((tag) => ({ ...what, tag, count: 1, outcome, note: comment })),
        ...(count <= 0
          ? []
          : [{ ...what, count, outcome, note: comment, ...(isLent !== undefined && { borrowed: isLent }) }]),
      ];
    });
  });
}

/**
 * Resolve a scanned code to a piece of this job, with its tag if it has one, or return the reason if it
 * cannot be counted.
 */
export function scanned(
  format: Format,
  code: string,
  pieces: readonly Piece[],
  context: {
    readonly tags: Jobs['tags'];
    readonly scans: Scans;
    readonly bookingId: number;
    readonly kind: Kind;
    /** True if the delivery was not recorded, so that any piece of the job may come back. */
    readonly unrecorded?: boolean;
  },
): { readonly piece: Piece; readonly tag: string | null } | { readonly fault: string } {
  const text = code.trim().toUpperCase();
  const slot = pieces.find((piece) => keyOf(piece).toUpperCase() === text);
  if (slot !== undefined) return { piece: slot, tag: null };
  const match = context.tags.find(({ tag }) => tag === text);
  if (match === undefined) return { fault: `No piece has the code ${code.trim()}.` };
  const { tag, state, bookingId, bookingNumber, out, name, size } = match;
  if (context.scans.has(tag)) return { fault: `${tag} is already counted.` };
  if (state === 'retired') return { fault: `${tag} is retired. Take another piece.` };
  if (bookingId !== null && bookingId !== context.bookingId) {
    return { fault: `${tag} is ${out ? 'out with' : 'packed for'} booking #${bookingNumber}.` };
  }
  const here = bookingId === context.bookingId;
  if (here && (context.kind === 'pack' || (context.kind === 'out' && out))) {
    return { fault: `${tag} is already counted.` };
  }
  if (context.kind === 'in' && !context.unrecorded && !(here && out))
    return { fault: `${tag} did not go out with this booking.` };
  const piece = pieces.find((one) => keyOf(one) === keyOf(match));
  return piece === undefined
    ? {
        fault: `${tag} is ${name}${size === null ? '' : ` (${sizeName(format, size)})`}, which is not part of this job.`,
      }
    : { piece, tag };
}

/** Pieces after all waiting records are applied. */
export function withWaiting(pieces: readonly Piece[], waiting: readonly WaitingHandover[]): Piece[] {
  const unsent = waiting.filter(({ refused }) => refused === null);
  return [...unsent.reduce((before, { handover }) => withHandover(before, handover), pieces)];
}

function withHandover(before: readonly Piece[], { kind, lines }: Handover): readonly Piece[] {
  const pieces = kind === 'in' ? assumedOut(before) : before;
  return pieces.map((piece) => {
    let { packed, out, back, missing = 0 } = piece;
    for (const line of lines) {
      const same =
        piece.itemId === null
          ? line.letter === piece.letter && line.size === piece.size && line.finish === piece.finish
          : line.itemId === piece.itemId;
      if (!same || !moves(kind, line.outcome)) continue;
      // A scanned tag is one piece.
      const count = line.count ?? 1;
      if (kind === 'pack') packed += count;
      if (kind === 'out') out += count;
      if (kind === 'in') {
        out = Math.max(0, out - count);
        back += count;
        if (line.outcome === 'missing') missing += count;
      }
    }
    return { ...piece, packed, out, back, missing };
  });
}

/** What is still to collect at a stop once the waiting cash and checks have been sent. */
export function leftToCollect(stop: Stop, waiting: readonly Waiting[]): number {
  const cents = waiting.reduce(
    (left, record) => {
      if (record.refused !== null || !('payment' in record)) return left;
      const { kind, amount } = record.payment;
      return kind === 'cash' || kind === 'check' ? left - Math.round((amount ?? 0) * 100) : left;
    },
    Math.round((stop.toCollect ?? 0) * 100),
  );
  return Math.max(0, cents) / 100;
}

/** The rows of a stocktake once its waiting counts have been sent. */
export function withCounts(stocktake: OpenStocktake, waiting: readonly Waiting[]): LetterToCount[] {
  const counts = new Map<string, number>();
  for (const record of waiting) {
    if (record.refused !== null || !('count' in record) || record.stocktakeId !== stocktake.id) continue;
    const { letter, size, finish, counted } = record.count;
    counts.set(`${letter} ${size} ${finish}`, counted);
  }
  return stocktake.rows.map((row) => ({
    ...row,
    counted: counts.get(`${row.letter} ${row.size} ${row.finish}`) ?? row.counted,
  }));
}

/** The next step of a stop: a delivery is loaded first, unless loading has begun. */
export function nextStep(stop: Stop, pieces: readonly Piece[]): Kind {
  if (stop.kind === 'pickup') return 'in';
  return pieces.some(({ packed, out }) => packed > 0 || out > 0) ? 'out' : 'pack';
}

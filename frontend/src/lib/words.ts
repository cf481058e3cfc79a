/** Counts, lists and the business's own names for sizes and finishes. */

/** Count with its noun: "3 letters", "1 day". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** "R, Y and Q" */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** "past_due" as "Past due". */
export function capitalised(word: string): string {
  const text = word.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A reason as a sentence with a final period; empty for null. */
export function sentence(reason: string | null): string {
  return reason === null ? '' : reason.replace(/[.!?]?$/, (end) => end || '.');
}

interface PieceNames {
  readonly sizes: Readonly<Record<string, string>>;
  readonly finishes: Readonly<Record<string, string>>;
}

let present: PieceNames = { sizes: {}, finishes: {} };

/** Set the display names of sizes and finishes; codes are used if none are given. */
export function callPiecesBy(names: PieceNames | null | undefined): void {
  present = names ?? { sizes: {}, finishes: {} };
}

/** The business's name of a size. */
export const sizeName = (code: string): string => present.sizes[code] ?? code;

/** Name of a finish for lists; empty if the business has only one. */
export const finishBesideOthers = (code: string): string =>
  Object.keys(present.finishes).length > 1 ? finishName(code) : '';

/** The business's name of a finish. */
export const finishName = (code: string): string => present.finishes[code] ?? code;

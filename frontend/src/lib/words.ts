/** Words around figures and lists, and a business's own for its letters. */

/** "3 letters", "1 day": a count with its noun. */
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

/** A reason as a sentence of its own, whether or not it came with a period; nothing for no reason. */
export function sentence(reason: string | null): string {
  return reason === null ? '' : reason.replace(/[.!?]?$/, (end) => end || '.');
}

interface PieceNames {
  readonly sizes: Readonly<Record<string, string>>;
  readonly finishes: Readonly<Record<string, string>>;
}

let present: PieceNames = { sizes: {}, finishes: {} };

/** Calls sizes and finishes by these names from now on; by their codes where none are known. */
export function callPiecesBy(names: PieceNames | null | undefined): void {
  present = names ?? { sizes: {}, finishes: {} };
}

/** A size as the business calls it. */
export const sizeName = (code: string): string => present.sizes[code] ?? code;

/** A finish to be named beside others: empty where the business counts its letters by one alone. */
export const finishBesideOthers = (code: string): string =>
  Object.keys(present.finishes).length > 1 ? finishName(code) : '';

/** A finish as the business calls it. */
export const finishName = (code: string): string => present.finishes[code] ?? code;

/** Counts, lists, lengths and the business's own names for sizes and finishes. */
import type { Format } from './format';

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

/** The business's name of a size. */
export const sizeName = ({ pieceNames }: Format, code: string): string => pieceNames.sizes[code] ?? code;

/** Name of a finish for lists; empty if the business has only one. */
export const finishBesideOthers = (format: Format, code: string): string =>
  Object.keys(format.pieceNames.finishes).length > 1 ? finishName(format, code) : '';

/** The business's name of a finish. */
export const finishName = ({ pieceNames }: Format, code: string): string => pieceNames.finishes[code] ?? code;

/** An approximate length in whole feet or half meters: "25 ft", "7.5 m". */
export const span = ({ measures }: Format, feet: number): string =>
  measures === 'metric'
    ? `${Math.max(1, Math.round(feet * 0.6096)) / 2} m`
    : `${Math.max(1, Math.round(feet))} ft`;

/** Words around figures and lists. */

/** "3 letters", "1 day": a count with its noun. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
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

/** Marks that people type around or between their words without wanting them on the ground: each is charged as a letter. */

const QUOTES = /["“”„«»]/g;
const SLASHES = /[/\\]/g;

/** The doubtful marks of a message, each once, as they were typed: `"` and `/`. */
export function doubtfulMarks(message: string): readonly string[] {
  return [...new Set([...(message.match(QUOTES) ?? []), ...(message.match(SLASHES) ?? [])])];
}

/** The message without them; a slash leaves the space between the words that it parted. */
export function withoutMarks(message: string): string {
  return message.replace(QUOTES, '').replace(SLASHES, ' ').replace(/\s+/g, ' ').trim();
}

/**
 * Quotes and slashes, which people often type without wanting them on the sign. Each is charged as a letter.
 */

const QUOTES = /["“”„«»]/g;
const SLASHES = /[/\\]/g;

/** The distinct quotes and slashes in a message, as typed. */
export function doubtfulMarks(message: string): readonly string[] {
  return [...new Set([...(message.match(QUOTES) ?? []), ...(message.match(SLASHES) ?? [])])];
}

/** The message without those marks; a slash becomes the space between the words it separated. */
export function withoutMarks(message: string): string {
  return message.replace(QUOTES, '').replace(SLASHES, ' ').replace(/\s+/g, ' ').trim();
}

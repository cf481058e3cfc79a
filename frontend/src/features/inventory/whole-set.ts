/** A whole set of letters: how many of each, by groups, one by one, or as people write it down. */
import type { ImportRow, InventoryItem } from '@/api/types';
import { lettersOf } from '@/sign/letters';

/** Letter to pieces, in the order of the letters on the screen. */
export type Counts = ReadonlyMap<string, number>;

/** The most pieces that a letter can have. */
export const mostPieces = 100_000;

/** The groups that a set is made of, and how many of each letter a new set starts with. */
export const groups = [
  { name: 'Vowels', letters: [...'AEIOU'], start: 4 },
  { name: 'Other Letters', letters: [...'BCDFGHJKLMNPQRSTVWXYZ'], start: 2 },
  { name: 'Figures', letters: [...'0123456789'], start: 2 },
  { name: 'And Sign', letters: ['&'], start: 2 },
] as const;

const setLetters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789&'];

/**
 * What a set of one size starts with: the pieces that are there already and, while nothing is, the usual set.
 *
 * Counts are what is owned afterwards, so a letter that is left alone keeps its pieces.
 */
export function startingCounts(items: readonly InventoryItem[], size: string): Counts {
  const present = items.filter((item) => item.size === size);
  const owned = new Map(present.map((item) => [item.letter, item.quantity]));
  const usual = new Map(groups.flatMap(({ letters, start }) => letters.map((letter) => [letter, start])));
  const others = [...owned.keys()].filter((letter) => !usual.has(letter));
  return new Map(
    [...setLetters, ...others].map((letter) => [
      letter,
      owned.get(letter) ?? (present.length === 0 ? (usual.get(letter) ?? 0) : 0),
    ]),
  );
}

/** The count that a group's letters share, or null where they differ. */
export function sharedCount(counts: Counts, letters: readonly string[]): number | null {
  const found = new Set(letters.map((letter) => counts.get(letter) ?? 0));
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

/** The counts with some letters set to the same number. */
export function withCount(counts: Counts, letters: readonly string[], count: number): Counts {
  const next = new Map(counts);
  for (const letter of letters) {
    next.set(letter, count);
  }
  return next;
}

/** How many letters there are in a set, and how many pieces of them. */
export function totals(counts: Counts): { letters: number; pieces: number } {
  const owned = [...counts.values()].filter((count) => count > 0);
  return { letters: owned.length, pieces: owned.reduce((sum, count) => sum + count, 0) };
}

export interface SetTerms {
  size: string;
  /** Currency units a day, for letters that are new. */
  pricePerDay: number;
  /** True to give that price to the letters that are there already as well. */
  priceForAll: boolean;
}

/** What is sent: letters that are new, and those that are there already, whose pieces may have become none. */
export function rowsOf(counts: Counts, terms: SetTerms, items: readonly InventoryItem[]): ImportRow[] {
  const { size, pricePerDay, priceForAll } = terms;
  const present = new Set(items.filter((item) => item.size === size).map((item) => item.letter));
  return [...counts]
    .filter(([letter, count]) => count > 0 || present.has(letter))
    .map(([letter, quantity]) => ({
      letter,
      size,
      quantity,
      // Without a price, a letter keeps its own.
      ...((priceForAll || !present.has(letter)) && { pricePerDay }),
    }));
}

const LETTER = String.raw`([^\s\d,;|]\p{M}*)`;
const BETWEEN = /^[\s,;|)]+/u;
/** The ways to write a letter and its number, tried in this order. The first knows figures: "3: 2" is two threes. */
const FORMS: readonly { form: RegExp; letterFirst: boolean }[] = [
  { form: /^(\d|[^\s\d,;|]\p{M}*)\s*[x×*:=(–-]\s*(\d+)(?!\p{L})/iu, letterFirst: true },
  { form: new RegExp(String.raw`^(\d+)\s*[x×*]\s*${LETTER}(?![\p{L}\p{M}])`, 'iu'), letterFirst: false },
  { form: new RegExp(String.raw`^${LETTER}\s*(\d+)`, 'u'), letterFirst: true },
  { form: new RegExp(String.raw`^(\d+)\s*${LETTER}(?![\p{L}\p{M}\d])`, 'u'), letterFirst: false },
];

export interface ReadList {
  counts: Counts;
  /** What could not be understood, one sentence each. */
  problems: string[];
}

/**
 * Reads a list as people write it: "A3 B2 C2", "A 3, B 2", "A x3", "A: 3", "3x A", "3 A", one a line or all in one.
 *
 * Figures need a sign between them and their number ("7: 2"), because "72" can be read in more ways than one.
 */
export function readList(text: string): ReadList {
  const counts = new Map<string, number>();
  const problems: string[] = [];
  let rest = text.replace(BETWEEN, '');
  while (rest !== '') {
    const entry = nextEntry(rest);
    if (entry === null) {
      const [word = rest] = rest.split(/[\s,;|]/u, 1);
      problems.push(unclear(word));
      rest = rest.slice(word.length);
    } else {
      rest = rest.slice(entry.length);
      if (counts.has(entry.letter)) {
        problems.push(`${entry.letter} appears twice in the list`);
      } else if (entry.count > mostPieces) {
        problems.push(`${entry.letter}: at most ${mostPieces.toLocaleString('en-US')} pieces`);
      } else {
        counts.set(entry.letter, entry.count);
      }
    }
    rest = rest.replace(BETWEEN, '');
  }
  return { counts, problems };
}

function nextEntry(rest: string): { letter: string; count: number; length: number } | null {
  for (const { form, letterFirst } of FORMS) {
    const [whole = '', first = '', second = ''] = form.exec(rest) ?? [];
    const [written, number] = letterFirst ? [first, second] : [second, first];
    const letters = lettersOf(written);
    if (letters.length === 1 && letters[0] !== undefined) {
      return { letter: letters[0], count: Number(number), length: whole.length };
    }
  }
  return null;
}

function unclear(word: string): string {
  if (/^\d+$/.test(word)) {
    return `“${word}” has no letter. Two pieces of the figure 7 are written 7: 2`;
  }
  return lettersOf(word).length === 1
    ? `How many ${lettersOf(word)[0]}? Write ${lettersOf(word)[0]}3, for example`
    : `“${word}” is not a letter with a number`;
}

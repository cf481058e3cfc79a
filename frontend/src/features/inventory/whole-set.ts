/** A whole set of letters: counts per letter, set by group, individually, or from a typed list. */
import type { ImportRow, InventoryItem } from '@/api/types';
import { lettersOf } from '@/sign/letters';

/** Pieces by letter, in display order. */
export type Counts = ReadonlyMap<string, number>;

/** Limit of pieces per letter. */
export const mostPieces = 100_000;

interface LetterGroup {
  name: string;
  letters: readonly string[];
  /** The default count per letter in a new set. */
  start: number;
}

/** The groups of every set. */
const groups: readonly LetterGroup[] = [
  { name: 'Vowels', letters: [...'AEIOU'], start: 4 },
  { name: 'Other Letters', letters: [...'BCDFGHJKLMNPQRSTVWXYZ'], start: 2 },
  { name: 'Digits', letters: [...'0123456789'], start: 2 },
  { name: 'Ampersand', letters: ['&'], start: 2 },
];

/** Letters besides A to Z that the languages of a country use. */
const COUNTRY_LETTERS: Readonly<Record<string, string>> = {
  ...sharedBy('AT DE', 'ÄÖÜß'),
  ...sharedBy('CH LI LU', 'ÄÖÜÉÈÀÇ'),
  ...sharedBy('FI SE', 'ÅÄÖ'),
  ...sharedBy('DK FO GL NO', 'ÆØÅ'),
  ...sharedBy('AR BO CL CO CR CU DO EC ES GT HN MX NI PA PE PH PR PY SV UY VE', 'Ñ'),
  ...sharedBy('BE FR MC', 'ÉÈÊÀÇ'),
  ...sharedBy('BR PT', 'ÃÕÇÁÉÊ'),
  CZ: 'ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ',
  PL: 'ĄĆĘŁŃÓŚŹŻ',
  TR: 'ÇĞİÖŞÜ',
};

function sharedBy(codes: string, letters: string): Record<string, string> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, letters]));
}

/** The groups of a set in a country. Its own letters start at zero, because not every business has them. */
export function groupsIn(country: string | null): readonly LetterGroup[] {
  const letters = country === null ? undefined : COUNTRY_LETTERS[country];
  return letters === undefined
    ? groups
    : [...groups, { name: 'Special Letters', letters: [...letters], start: 0 }];
}

const setLetters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789&'];

/**
 * The initial counts of a size: the pieces owned, or the default set if there are none.
 *
 * Counts are the pieces owned after saving, so an unchanged letter keeps its pieces.
 */
export function startingCounts(
  items: readonly InventoryItem[],
  size: string,
  country: string | null = null,
): Counts {
  const present = items.filter((item) => item.size === size);
  const owned = new Map(present.map((item) => [item.letter, item.quantity]));
  const inCountry = groupsIn(country).flatMap(({ letters }) => letters);
  const usual = new Map(
    groupsIn(country).flatMap(({ letters, start }) => letters.map((letter) => [letter, start])),
  );
  const others = [...owned.keys()].filter((letter) => !usual.has(letter));
  return new Map(
    [...new Set([...setLetters, ...inCountry, ...others])].map((letter) => [
      letter,
      owned.get(letter) ?? (present.length === 0 ? (usual.get(letter) ?? 0) : 0),
    ]),
  );
}

/** The count shared by all letters of a group; null if they differ. */
export function sharedCount(counts: Counts, letters: readonly string[]): number | null {
  const quantities = new Set(letters.map((letter) => counts.get(letter) ?? 0));
  const [only] = quantities;
  return quantities.size === 1 && only !== undefined ? only : null;
}

/** Return the counts with the given letters set to one number. */
export function withCount(counts: Counts, letters: readonly string[], count: number): Counts {
  const next = new Map(counts);
  for (const letter of letters) {
    next.set(letter, count);
  }
  return next;
}

/** The number of different letters and of pieces in a set. */
export function totals(counts: Counts): { letters: number; pieces: number } {
  const owned = [...counts.values()].filter((count) => count > 0);
  return { letters: owned.length, pieces: owned.reduce((sum, count) => sum + count, 0) };
}

export interface SetTerms {
  size: string;
  /** Price per day of new letters, in currency units. */
  pricePerDay: number;
  /** True to apply the price to existing letters too. */
  priceForAll: boolean;
}

/** The rows to send: new letters and existing ones, including those whose count is now zero. */
export function rowsOf(counts: Counts, terms: SetTerms, items: readonly InventoryItem[]): ImportRow[] {
  const { size, pricePerDay, priceForAll } = terms;
  const present = new Set(items.filter((item) => item.size === size).map((item) => item.letter));
  return [...counts]
    .filter(([letter, count]) => count > 0 || present.has(letter))
    .map(([letter, quantity]) => ({
      letter,
      size,
      quantity,
      // Without a price, the letter keeps its own.
      ...((priceForAll || !present.has(letter)) && { pricePerDay }),
    }));
}

const LETTER = String.raw`([^\s\d,;|]\p{M}*)`;
const BETWEEN = /^[\s,;|)]+/u;
/**
 * Formats of a letter with its count, tried in order. The first one also matches digits: "3: 2" means two
 * threes.
 */
const FORMS: readonly { form: RegExp; letterFirst: boolean }[] = [
  { form: /^(\d|[^\s\d,;|]\p{M}*)\s*[x×*:=(–-]\s*(\d+)(?!\p{L})/iu, letterFirst: true },
  { form: new RegExp(String.raw`^(\d+)\s*[x×*]\s*${LETTER}(?![\p{L}\p{M}])`, 'iu'), letterFirst: false },
  { form: new RegExp(String.raw`^${LETTER}\s*(\d+)`, 'u'), letterFirst: true },
  { form: new RegExp(String.raw`^(\d+)\s*${LETTER}(?![\p{L}\p{M}\d])`, 'u'), letterFirst: false },
];

export interface ReadList {
  counts: Counts;
  /** One message for each entry that couldn't be parsed. */
  problems: string[];
}

/**
 * Parse a list in common formats: "A3 B2 C2", "A 3, B 2", "A x3", "A: 3", "3x A", "3 A", on one line or
 * several.
 *
 * Digits need a separator before their count ("7: 2"), because "72" is ambiguous.
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
        problems.push(`${entry.letter} is listed twice`);
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
    return `“${word}” has no letter. For two pieces of the digit 7, write 7: 2`;
  }
  return lettersOf(word).length === 1
    ? `How many ${lettersOf(word)[0]}’s? For example, write ${lettersOf(word)[0]}3`
    : `“${word}” isn’t a letter with a number`;
}

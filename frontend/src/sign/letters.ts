/**
 * Splits a message into the letters to set up.
 *
 * This mirrors the server's rule so that the drawing follows the typing; prices and deliveries always use the
 * server's count.
 */

// Characters that render as blanks, U+2800 and U+1D159, are ignored too.
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;
// Full-width, small and mathematical forms, which no physical letter has.
const WIDTHS = /[\uff01-\uffef\ufe50-\ufe6f\u{1d400}-\u{1d7ff}]+/gu;
const KEYCAP = /^([0-9#*])\u20e3$/u;
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;
const JOINER = '\u200d';
// Fallback for browsers without Intl.Segmenter: a character with its combining marks, or emoji connected by joiners.
const CLUSTER = /\P{M}[\p{M}\p{Emoji_Modifier}]*(?:\u200d\P{M}[\p{M}\p{Emoji_Modifier}]*)*|\p{M}+/gu;

// Created on first use and reused, because creating a segmenter takes about 100 times as long as using it.
let segmenter: Intl.Segmenter | undefined;

function clusters(text: string): string[] {
  if (!('Segmenter' in Intl)) return text.match(CLUSTER) ?? [];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

function withoutIgnorable(cluster: string): string {
  const visible = [...cluster].filter((char) => char === JOINER || !IGNORABLE.test(char));
  // Inside a cluster, a joiner precedes a pictograph only if it joins two of them.
  return visible.filter((char, i) => char !== JOINER || PICTOGRAPH.test(visible[i + 1] ?? '')).join('');
}

/** Normalize spellings of one physical letter: hearts of cards and phones, and digits as keycaps. */
function onePiece(cluster: string): string {
  return cluster === '♥' ? '❤' : cluster.replace(KEYCAP, '$1');
}

function upper(cluster: string): string {
  const raised = cluster.toUpperCase().normalize('NFC');
  // "ß" would become two letters, so it stays as typed.
  return clusters(raised).length === 1 ? raised : cluster;
}

function straight(text: string): string {
  return text.replace(/[\u2018\u2019\u201a\u201b]/g, "'").replace(/[\u201c\u201d\u201e\u201f]/g, '"');
}

/** Printable ASCII, where every character is its own cluster: nearly every message. */
const PLAIN = /^[ -~]*$/;

function split(message: string): string[][] {
  if (PLAIN.test(message)) {
    return message
      .toUpperCase()
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => [...word]);
  }
  const sameWidth = message.replace(WIDTHS, (run) => run.normalize('NFKC'));
  return straight(sameWidth.normalize('NFC').replace(BIDI, ''))
    .split(/\s+/u)
    .map((word) =>
      clusters(word)
        .map(withoutIgnorable)
        .filter((cluster) => cluster !== '')
        .map((cluster) => upper(onePiece(cluster))),
    )
    .filter((word) => word.length > 0);
}

// A form needs the same few messages many times per render.
const recent = new Map<string, readonly (readonly string[])[]>();
const REMEMBERED = 50;

/**
 * The message's words, each as its letters: grapheme clusters, uppercased if that leaves one cluster, without
 * invisible characters. Words without a visible letter are dropped.
 */
export function wordsOf(message: string): readonly (readonly string[])[] {
  let words = recent.get(message);
  if (!words) {
    words = split(message);
    if (recent.size >= REMEMBERED) recent.clear();
    recent.set(message, words);
  }
  return words;
}

/** All letters of the message in order, without spaces. */
export function lettersOf(message: string): string[] {
  return wordsOf(message).flat();
}

/** Text normalization for comparing and sending; mirrors the server (marqueedesk/kit/text/text_forms.py). */

const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
// Joiners, variation selectors and flag tags shape the surrounding text.
const NEEDED = /^(?:\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}])$/u;
const BLANKS = /[\u115f\u1160\u3164\uffa0\u2800\u{1d159}]/gu;
const BLANK_TEXT = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{M}]*$/u;
const ASCII = /^[\0-\x7f]*$/;

/** Remove invisible characters and trim; empty if nothing visible remains. */
export function withoutInvisible(text: string): string {
  if (ASCII.test(text)) return text.trim();
  const visible = [...text.replace(BLANKS, ' ')]
    .filter((char) => !IGNORABLE.test(char) || NEEDED.test(char) || BIDI.test(char))
    .join('')
    .trim();
  return BLANK_TEXT.test(visible) && !BIDI.test(visible) ? '' : visible;
}

/** Remove every invisible character: for emails, phone numbers and codes, where none has a meaning. */
export function bare(text: string): string {
  if (ASCII.test(text)) return text.trim();
  return [...text.replace(BLANKS, ' ')]
    .filter((char) => !IGNORABLE.test(char) && !/\p{Cf}/u.test(char))
    .join('')
    .trim();
}

/** ASCII equivalents of letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'ng',
  ĸ: 'k',
  ə: 'e',
  ƒ: 'f',
  ς: 'σ',
};
const APOSTROPHES = /['\u2018\u2019\u201b\u02bb\u02bc\u02b9\u00b4`\u2032\uff07]/g;
const DASHES = /[\u2010-\u2014\u2212\uff0d]/g;
const BETWEEN_LETTERS = /(\p{L})-(?=\p{L})/gu;

/** Normalize text for search: lower case, without accents, apostrophes and hyphens between letters. */
export function folded(text: string): string {
  return bare(text)
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (char) => LETTERS[char] ?? char)
    .replace(/\p{M}/gu, '')
    .replace(DASHES, '-')
    .replace(BETWEEN_LETTERS, '$1');
}

/** Normalize a name for comparison: "Café" equals "CAFE", "Zone 1-2" differs from "Zone 12". */
export function nameKey(text: string): string {
  return folded(text)
    .replace(/(\p{Nd})[^\p{L}\p{N}]+(?=\p{Nd})/gu, '$1_')
    .replace(/[^\p{L}\p{N}\p{So}_]/gu, '');
}

/** Words of a search, all of which must match. A hyphenated name matches with and without the hyphen. */
export function searchWords(typed: string): string[] {
  return folded(typed.replace(/(\p{L})[-\u2010-\u2014](?=\p{L})/gu, '$1 '))
    .split(/\s+/)
    .filter((word) => word !== '');
}

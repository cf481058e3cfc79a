/** Links to call, text, email and map, with one phone number parser for all pages. */
import { bare } from './text';

interface DialedNumber {
  /** Digits, preceded by a plus sign if one was typed. */
  readonly number: string;
  readonly extension: string;
}

const FEWEST_DIGITS = 5;
/** Maximum number of digits including the country code (E.164). */
const MOST_DIGITS = 15;
const AMERICAN = 10;
const LOCAL = 7;
const NUMBER = /\+?[\d(][\d\s()./-]*/g;
const ONE_AMERICAN = /^(?:\+?1[\s.-]*)?\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}/;
const EXTENSION = /^[\s,;.]*(?:ext?(?:ension|n)?|x|#|durchwahl)[\s.:=]*(\d{1,8})/i;
const VANITY = /^[A-Za-z][A-Za-z\d .-]*/;
/** Trunk zero in parentheses, dialed only within a country: +49 (0)30, 44 (0)20. */
const TRUNK_ZERO = /([\d)][\s.-]*)\(\s*0\s*\)/g;
/** Trunk zero within a parenthesized area code: +61 (02). Italian numbers keep theirs. */
const AREA_ZERO = /^(\(?(?:\+|00)(?!39)\d{1,3}\)?[\s.-]*\(\s*)0(?=\d+\s*\))/;
/** Short number before an American phone number: Apt 12 512-555-0100. */
const AFTER_ANOTHER = /^[\d/]{1,5}\s+(\(?\d{3}\)?[\s.-]*\d{3}[.-]\d{4})(?!\d)/;
const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];

const digitsOf = (text: string) => text.replace(/\D/g, '');
const keyOf = (letter: string) => KEYS.findIndex((letters) => letters.includes(letter.toLowerCase())) + 2;

/** Normalize digits, hyphens and dots in a phone text. */
function written(phone: string): string {
  return bare(phone)
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u00b7\u2022]/g, '.')
    .replace(/[[{]/g, '(')
    .replace(/[\]}]/g, ')')
    .replace(/(\d)[*_~](?=\d)/g, '$1-');
}

/** First of several adjacent numbers. A slash is part of a number in some countries. */
function firstOf(run: string): string {
  const other = AFTER_ANOTHER.exec(run)?.[1];
  if (other !== undefined) return other;
  const isOne = digitsOf(run).length <= AMERICAN + 1;
  const parts = isOne ? [run] : run.split(/\s+\/\s*|\s*\/\s+/);
  let first = parts.find((part) => digitsOf(part).length >= FEWEST_DIGITS) ?? run;
  const [before = ''] = first.split('/');
  if (digitsOf(before).length >= LOCAL) first = before;
  if (digitsOf(first).length <= MOST_DIGITS) return first;
  const american = ONE_AMERICAN.exec(first);
  if (american) return american[0];
  let groups = '';
  for (const group of first.split(/\s+/)) {
    if (digitsOf(groups).length >= LOCAL) break;
    groups += ` ${group}`;
  }
  return groups;
}

/** Digits of a number with a spelled-out end: 1-800-FLOWERS. Null if the letters are other words. */
function spelled(run: string, rest: string): string | null {
  const digits = digitsOf(run);
  const prefix = digits.startsWith('1') ? 1 : 0;
  const typed = digits.length - prefix;
  const letters = VANITY.exec(rest)?.[0] ?? '';
  const isAttached = /[\d.-]$/.test(run) || /^[A-Z][A-Z\d.-]+(?: [A-Z\d.-]+)*(?![a-z])/.test(letters);
  if (letters === '' || !isAttached || typed < 3 || typed >= LOCAL) return null;
  const keys = [...letters.replace(/[ .-]/g, '')].map((sign) =>
    /\d/.test(sign) ? sign : String(keyOf(sign)),
  );
  const missing = typed + keys.length >= AMERICAN ? AMERICAN - typed : LOCAL - typed;
  const isWhole = typed + keys.length >= AMERICAN || typed + keys.length === LOCAL;
  return isWhole ? digits + keys.slice(0, missing).join('') : null;
}

/** Parse the number at the start of a phone text, with its extension; null if there is none. */
export function dialed(phone: string): DialedNumber | null {
  const text = written(phone);
  for (const match of text.matchAll(NUMBER)) {
    const run = match[0].replace(TRUNK_ZERO, '$1').replace(AREA_ZERO, '$1');
    const first = firstOf(run);
    const isAll = first === run;
    const rest = isAll ? text.slice(match.index + match[0].length) : '';
    const vanity = isAll ? spelled(run, rest) : null;
    const digits = vanity ?? digitsOf(first);
    if (digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS + 3) continue;
    const behind = vanity === null ? rest : rest.replace(/^.*?(?=[\s,;]+(?:ext|x|#))/i, '');
    const extension = EXTENSION.exec(behind)?.[1] ?? '';
    return { number: `${first.trimStart().startsWith('+') ? '+' : ''}${digits}`, extension };
  }
  return null;
}

/** Link that calls a number with its extension (RFC 3966); null if there is no number. */
export function callHref(phone: string): string | null {
  const parsed = dialed(phone);
  if (parsed === null) return null;
  return `tel:${parsed.number}${parsed.extension === '' ? '' : `;ext=${parsed.extension}`}`;
}

/** Link that texts a number, with initial message text (RFC 5724); null if there is no number. */
export function textHref(phone: string, words = ''): string | null {
  const parsed = dialed(phone);
  if (parsed === null) return null;
  return `sms:${parsed.number}${words === '' ? '' : `?body=${encodeURIComponent(words)}`}`;
}

export const emailHref = (email: string) => `mailto:${email}`;

/** Map link of an address; opens the map app on phones. */
export const mapHref = (address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address.replace(/\s+/g, ' ').trim())}`;

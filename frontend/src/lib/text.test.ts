import { describe, expect, it } from 'vitest';
import { bare, folded, nameKey, searchWords, withoutInvisible } from './text';

describe('invisible characters', () => {
  it.each([
    '\u200b',
    '\ufeff',
    '\u2060',
    '\u00ad',
    '\u3164',
    '\u2800',
    '\u115f',
    '\u200d',
    '\ufe0f',
    '\u{e0001}',
  ])('a text of invisible characters counts as empty', (character) => {
    expect(withoutInvisible(` ${character}${character}`)).toBe('');
    expect(bare(`a${character}`)).toBe('a');
  });

  it('are removed unless they shape the text', () => {
    expect(withoutInvisible('\ufeffJo\u200bhn\u2060')).toBe('John');
    expect(withoutInvisible('❤\ufe0f 👩\u200d👧')).toBe('❤\ufe0f 👩\u200d👧');
    expect(bare('\u202a+1 512 555 0100\u202c')).toBe('+1 512 555 0100');
  });
});

it.each([
  ['lukasz', 'Łukasz'],
  ['oster', 'Øster'],
  ['aesa', 'Æsa'],
  ['isik', 'Işık'],
  ['istanbul', 'İstanbul'],
  ['oconnor', 'O’Connor'],
  ['jeanluc', 'Jean-Luc'],
  ['strasse', 'Straße'],
  ['αθηνασ', 'ΑΘΗΝΑΣ'],
  ['nunez', 'Nun\u0303ez'],
  ['512-555-0100', '512-555-0100'],
])('is searched as %s: %s', (typed, text) => {
  expect(folded(text)).toBe(typed);
});

it('searches for each part of a hyphenated name', () => {
  expect(searchWords(' Jean-Luc  O’Connor ')).toEqual(['jean', 'luc', 'oconnor']);
});

it.each([
  ['Café', 'CAFE\u0301 ', true],
  ['García-López', 'garcia lopez', true],
  ['Zone 1-2', 'zone 1–2', true],
  ['Zone 1-2', 'Zone 12', false],
  ['Prom 🎓', 'Prom 🎉', false],
])('compares the names %s and %s', (one, other, same) => {
  expect(nameKey(one) === nameKey(other)).toBe(same);
});

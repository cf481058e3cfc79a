import { describe, expect, it } from 'vitest';
import { changed } from '@/lib/keys';
import { coded, heightIn } from './price-list-form';

const row = (label: string, code = '') => ({ code, label, price: 1 });

describe('the code of a new row', () => {
  it.each([
    ['Rose Gold', 'rose-gold'],
    ['  Café crème! ', 'cafe-creme'],
    ['The most colorful of all colors', 'the-most-colorfu'],
    ['金', 'option'],
  ])('a row named %s gets the code %s', (label, code) => {
    expect(coded([row(label)])[0]?.code).toBe(code);
  });

  it('no two rows get the same code', () => {
    const rows = [row('Gold', 'gold'), row('Gold'), row('gold!'), row('金'), row('銀')];
    expect(coded(rows).map(({ code }) => code)).toEqual(['gold', 'gold-2', 'gold-3', 'option', 'option-2']);
  });

  it('renaming a row keeps its code', () => {
    expect(coded([row('Rose', 'premium')])[0]?.code).toBe('premium');
  });
});

describe('the payload', () => {
  it('the request contains only changed fields', () => {
    expect(changed({ a: 1, b: [{ c: 1 }], d: 'x' }, { a: 1, b: [{ c: 2 }], d: 'x' })).toEqual({
      b: [{ c: 1 }],
    });
  });
});

describe('the height derived from a name', () => {
  it.each([
    ['3 ft', 36],
    ['36in', 36],
    ['90 cm', 35.43],
    ['1.2 m, white', 47.24],
    ['2 mm', null],
    ['Large', null],
  ])('a size named %s has the height %s', (label, inches) => {
    expect(heightIn(label)).toBe(inches);
  });
});

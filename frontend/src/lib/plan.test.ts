import { describe, expect, it } from 'vitest';
import { featuresOf, formatMegabytes, intervalSuffix, linesOf } from './plan';

describe('featuresOf', () => {
  it.each([
    ['an object with items', { items: ['Signs', 'Quotes'] }, ['Signs', 'Quotes']],
    ['JSON of a list', '["Signs","Quotes"]', ['Signs', 'Quotes']],
    ['JSON of an object', '{"items":["Signs"]}', ['Signs']],
    ['a list', ['Signs', ' '], ['Signs']],
    ['a text with commas', 'Signs, Quotes', ['Signs', 'Quotes']],
    ['what is no text', { items: [1, {}, 'Signs'] }, ['Signs']],
    ['a broken list', { items: 'x' }, ['x']],
    ['nothing', null, []],
    ['an empty text', '', []],
    ['JSON of a number', '7', ['7']],
    ['an empty object', {}, []],
  ])('plan features are parsed from %s', (_name, stored, expected) => {
    expect(featuresOf(stored)).toEqual(expected);
  });
});

it.each([
  [200, '200 MB'],
  [12.54, '12.5 MB'],
  [999.9, '999.9 MB'],
  [1000, '1 GB'],
  [1500, '1.5 GB'],
  [100_000, '100 GB'],
])('a storage of %d megabytes is shown as %s', (megabytes, text) => {
  expect(formatMegabytes(megabytes)).toBe(text);
});

it.each([
  [{ features: { items: ['Quotes'] }, storageMegabytes: 5000 }, ['Quotes', '5 GB of photo storage']],
  [{ features: { items: ['Quotes'] }, storageMegabytes: null }, ['Quotes']],
  [{ features: null }, []],
])('linesOf lists the features and non-default storage', (plan, lines) => {
  expect(linesOf(plan)).toEqual(lines);
});

it.each(Object.entries({ monthly: '/mo', quarterly: '/quarter', annual: '/year', weekly: '/weekly' }))(
  'a %s price has the suffix %s',
  (interval, suffix) => {
    expect(intervalSuffix(interval)).toBe(suffix);
  },
);

import { describe, expect, it } from 'vitest';
import { featuresOf, intervalSuffix } from './plan';

describe('the features of a plan', () => {
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
  ])('are read from %s', (_name, stored, expected) => {
    expect(featuresOf(stored)).toEqual(expected);
  });
});

it.each(Object.entries({ monthly: '/mo', quarterly: '/quarter', annual: '/year', weekly: '/weekly' }))(
  'a price that is due %s ends with %s',
  (interval, suffix) => {
    expect(intervalSuffix(interval)).toBe(suffix);
  },
);

import { expect, it } from 'vitest';
import { byName } from './by-name';

it('sorts alphabetically, ignoring case and accents, with numbers by value', () => {
  const places = ['hall 10', 'Élan', 'Hall 9', 'barn', 'Elm House'].map((name) => ({ name }));
  expect(byName(places).map(({ name }) => name)).toEqual(['barn', 'Élan', 'Elm House', 'Hall 9', 'hall 10']);
});

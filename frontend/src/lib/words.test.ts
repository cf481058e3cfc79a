import { expect, it } from 'vitest';
import { counted } from './words';

it.each([
  [1, '1 request'],
  [2, '2 requests'],
  [2019, '2,019 requests'],
])('counts %d with its noun, and no number looks like a year', (count, words) => {
  expect(counted(count, 'request')).toBe(words);
});

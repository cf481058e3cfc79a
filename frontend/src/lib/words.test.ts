import { expect, it } from 'vitest';
import { counted } from './words';

it.each([
  [1, '1 request'],
  [2, '2 requests'],
  [2019, '2,019 requests'],
])('formats a count of %d with its noun and thousands separators', (count, words) => {
  expect(counted(count, 'request')).toBe(words);
});

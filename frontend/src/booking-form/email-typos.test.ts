import { expect, it } from 'vitest';
import { likelyEmail } from './email-typos';

it.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmal.com', 'ada@gmail.com'],
  ['ada@gmaill.com', 'ada@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['ada@gmail.co', 'ada@gmail.com'],
  ['ada@Hotnail.com', 'ada@hotmail.com'],
  ['Ada.L@yaho.com', 'Ada.L@yahoo.com'],
])('%s was probably meant as %s', (typed, meant) => {
  expect(likelyEmail(typed)).toBe(meant);
});

it.each([
  'ada@gmail.com',
  'ada@mail.com',
  'ada@example.org',
  'ada@',
  '@gmial.com',
  'a@b@gmial.com',
  'ada@ge.com',
  '',
])('%s is left alone', (typed) => {
  expect(likelyEmail(typed)).toBeNull();
});

import { expect, it } from 'vitest';
import { byAnswer } from '@/testing/cases';
import { likelyEmail } from './email-typos';

it.each(
  byAnswer({
    'ada@gmail.com': ['ada@gmial.com', 'ada@gmal.com', 'ada@gmaill.com', 'ada@gmail.con', 'ada@gmail.co'],
    'ada@hotmail.com': ['ada@Hotnail.com'],
    'Ada.L@yahoo.com': ['Ada.L@yaho.com'],
  }),
)('%s was probably meant as %s', (typed, meant) => {
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
])('suggests no correction of %s', (typed) => {
  expect(likelyEmail(typed)).toBeNull();
});

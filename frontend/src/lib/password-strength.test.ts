import { expect, test } from 'vitest';
import { byAnswer } from '@/testing/cases';
import { strengthOf } from '@/ui/PasswordStrength';

test.each(
  byAnswer({
    short: ['', 'neon5'],
    weak: ['neon 5', '123456789012', 'password12', 'aaaaaaaaaaaaaaaa', 'abcdefghijklmnop'],
    fair: ['lit-signs'],
    strong: ['correct horse', 'password of the tall lit signs'],
  }),
)('%j is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});

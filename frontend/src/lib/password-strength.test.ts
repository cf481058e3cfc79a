import { expect, test } from 'vitest';
import { strengthOf } from '@/ui/PasswordStrength';

test.each([
  ['', 'short'],
  ['neon5', 'short'],
  ['neon 5', 'weak'],
  ['123456789012', 'weak'],
  ['password12', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijklmnop', 'weak'],
  ['lit-signs', 'fair'],
  ['correct horse', 'strong'],
  ['password of the tall lit signs', 'strong'],
])('%j is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});

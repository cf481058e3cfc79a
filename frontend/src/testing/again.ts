import { screen } from '@testing-library/react';
import type { JsonBodyType } from 'msw';
import { expect } from 'vitest';
import { open } from './render';
import { answer, fail } from './server';

const SENTENCE = 'The server rests.';

/** Opens a page for which one call fails, reads that it does, and asks again, which is answered with `body`. */
export async function loadAgain(
  page: string,
  call: string,
  body: JsonBodyType,
  says = SENTENCE,
): Promise<void> {
  fail('get', call, 503, SENTENCE);
  const { user } = open(page);
  expect((await screen.findByRole('alert')).textContent).toContain(says);
  answer('get', call, body);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
}

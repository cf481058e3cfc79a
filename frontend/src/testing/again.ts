import { screen } from '@testing-library/react';
import type { JsonBodyType } from 'msw';
import { expect } from 'vitest';
import { open } from './render';
import { answer, fail } from './server';

const SENTENCE = 'The server rests.';

/** Open a page on which one call fails, check its error, and retry with the response `body`. */
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

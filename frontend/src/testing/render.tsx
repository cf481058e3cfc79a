import { render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import type { JsonBodyType } from 'msw';
import { createMemoryRouter } from 'react-router';
import { expect } from 'vitest';
import { App } from '@/app/App';
import { routes } from '@/app/routes';
import { answer, fail } from './server';

/** Render the whole application at a URL. */
export function open(path: string): { user: UserEvent; address: () => string } {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(<App router={router} />);
  return {
    user: userEvent.setup(),
    address: () => router.state.location.pathname + router.state.location.search,
  };
}

/** Accessibility violations found by axe; contrast is tested in a browser. */
export async function faults() {
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false } },
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

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

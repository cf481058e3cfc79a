import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { createMemoryRouter } from 'react-router';
import { App } from '@/app/App';
import { routes } from '@/app/routes';

/** The whole application at an address, as a browser would open it. */
export function open(path: string): { user: UserEvent; address: () => string } {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(<App router={router} />);
  return {
    user: userEvent.setup(),
    address: () => router.state.location.pathname + router.state.location.search,
  };
}

/** What axe finds wrong with the page; contrast is judged in a browser. */
export async function faults() {
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false } },
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

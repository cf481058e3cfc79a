import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Prices } from './Prices';

const plan = {
  id: 1,
  name: 'Professional',
  description: null,
  price: 2900,
  interval: 'monthly',
  features: { items: ['Answers by email'] },
  isActive: true,
  trialDays: 14,
};
let come: () => void;

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        come = () =>
          act(() => callback([{ isIntersecting: true } as IntersectionObserverEntry], this as never));
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (body: string, status = 200) => {
  const fetchMock = vi.fn(async () => new Response(body, { status }));
  vi.stubGlobal('fetch', fetchMock);
  render(
    <MemoryRouter>
      <Prices />
    </MemoryRouter>,
  );
  return fetchMock;
};

it("loads and shows the plans' prices when scrolled near", async () => {
  const fetchMock = show(JSON.stringify({ plans: [plan], currency: 'USD' }));
  expect(fetchMock).not.toHaveBeenCalled();
  come();
  expect(await screen.findByRole('heading', { name: 'Professional' })).toBeDefined();
  expect(screen.getByText('$29.00')).toBeDefined();
  expect(screen.getByText('Includes 14 days free trial')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Start with Professional' })).toHaveProperty('pathname', '/auth');
});

it('shows nothing if the prices could not be loaded', async () => {
  const fetchMock = show('{}', 503);
  come();
  await vi.waitFor(() => expect(fetchMock).toHaveBeenCalled());
  expect(screen.queryByText('What it costs')).toBeNull();
});

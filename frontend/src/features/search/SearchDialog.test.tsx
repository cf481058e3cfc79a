import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Found } from '@/api/search';
import { open } from '@/testing/render';
import { ada, answer, crew, dashboard, fail, server, signIn } from '@/testing/server';
import { enterInto } from '@/testing/typing';

const nothing: Found = { bookings: [], quotes: [], customers: [], venues: [], more: [] };
const results: Found = {
  bookings: [
    {
      id: 71,
      number: 53,
      status: 'confirmed',
      message: 'LOVE',
      size: '4ft',
      customerName: 'Jane Smith',
      venueName: 'Lake House',
      deliveryDate: '2026-06-01T08:00:00-04:00',
    },
  ],
  quotes: [
    { id: 9, number: null, status: 'draft', message: 'BABY', size: '2ft', customerName: 'Jane Smith' },
  ],
  customers: [
    {
      id: 5,
      name: 'Jane Smith',
      email: 'jane@example.com',
      phone: null,
      bookings: 2,
      lastDelivery: '2026-06-01',
    },
  ],
  venues: [{ id: 3, name: 'Smith Hall', city: 'Austin', state: 'TX' }],
  more: ['bookings', 'customers'],
};

/** Respond to searches, and record their terms. */
function searches(result: Found): string[] {
  const terms: string[] = [];
  server.use(
    http.get('http://localhost:3000/api/search', ({ request }) => {
      terms.push(new URL(request.url).searchParams.get('q') ?? '');
      return HttpResponse.json(result);
    }),
  );
  return terms;
}

async function openSearch(user = ada) {
  signIn(user);
  answer('get', '/api/dashboard', dashboard());
  answer('get', '/api/bookings', { items: [], nextCursor: null });
  const page = open(user === ada ? '/dashboard' : '/bookings');
  await screen.findByRole('button', { name: 'Search' });
  await page.user.keyboard('{Control>}k{/Control}');
  return { ...page, field: await screen.findByRole('combobox', { name: /^Search bookings/ }) };
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

describe('the search over everything', () => {
  it('searches when typing pauses, and opens results by keyboard', async () => {
    const terms = searches(results);
    const { user, address, field } = await openSearch();
    await enterInto(user, field, 'smith');
    await screen.findByRole('option', { name: /Lake House/ });
    expect(terms).toEqual(['smith']);
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
      'Bookings',
      'Customers',
      'Quotes',
      'Venues',
    ]);
    const bookings = within(screen.getByRole('group', { name: 'Bookings' }));
    expect(bookings.getByText('#53 · "LOVE" (4ft) · Jun 1, 2026 · Lake House')).toBeTruthy();
    expect(bookings.getByRole('option', { name: /All matching bookings/ }).getAttribute('href')).toBe(
      '/bookings?q=smith',
    );
    const customers = screen.getByRole('option', { name: /All matching customers/ });
    expect(customers.getAttribute('href')).toBe('/customers?q=smith');
    await user.keyboard('{ArrowUp}');
    const selected = screen.getByRole('option', { selected: true });
    expect(selected.textContent).toContain('Smith Hall');
    expect(field.getAttribute('aria-activedescendant')).toBe(selected.id);
    answer('get', '/api/quotes', { items: [], nextCursor: null, counts: {} });
    answer('get', '/api/venues', []);
    await user.keyboard('{Enter}');
    // The page is loaded before its address is shown.
    await waitFor(() => expect(address()).toBe('/venues?q=Smith%20Hall'), { timeout: 10_000 });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('lists pages before typing, and finds settings by topic', async () => {
    const terms = searches(nothing);
    const { user, field } = await openSearch();
    expect(options()[0]).toContain('Create New Booking');
    await enterInto(user, field, 'timezone');
    await waitFor(() => expect(options()).toHaveLength(1));
    expect(options()[0]).toBe('Time, Dates and MeasuresSettings: Business');
    await waitFor(() => expect(terms).toEqual(['timezone']));
  });

  it('reports that nothing was found', async () => {
    searches(nothing);
    const { user, field } = await openSearch();
    await enterInto(user, field, 'zzz');
    expect(await screen.findByText(/Nothing found for .zzz/)).toBeTruthy();
  });

  it('shows an error, and retries', async () => {
    fail('get', '/api/search', 503, 'The service is not available right now.');
    const { user, field } = await openSearch();
    await enterInto(user, field, 'smith');
    expect(await screen.findByText('The service is not available right now.')).toBeTruthy();
    searches(results);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('option', { name: /Lake House/ })).toBeTruthy();
  });

  it('offers staff only what they can open', async () => {
    searches(nothing);
    const { user, field } = await openSearch(crew);
    expect(options().join()).not.toMatch(/Create New Booking|Reports|Subscription|Quotes/);
    await enterInto(user, field, 'settings');
    await waitFor(() =>
      expect(options().map((option) => option?.split(/(?<=[a-z])(?=[A-Z])/)[0])).toEqual([
        'Settings: Profile',
        'Settings: Security',
        'Settings: Team',
      ]),
    );
  });
});

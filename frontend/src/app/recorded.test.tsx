import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RECORDED_ON, recorded, serveRecorded } from '@/testing/recorded';
import { open } from '@/testing/render';

// Each page with recorded API responses, as the owner of an unusual business and as its staff.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: RECORDED_ON });
});
afterEach(() => {
  vi.useRealTimers();
});

const main = async () => {
  const shown = await screen.findByRole('main');
  await waitFor(() => expect(shown.querySelector('[aria-busy="true"], [role="status"] .sr-only')).toBeNull());
  return shown;
};
const pages = {
  dashboard: ['/', 'Žofie Nováková'],
  'list of bookings': ['/bookings', 'Žofie Nováková'],
  calendar: ['/bookings?view=calendar', /LIEBE/],
  day: ['/day', 'Žofie Nováková'],
  inventory: ['/inventory', 'Ä'],
  venues: ['/venues', 'Orangerie Schönbrunn'],
  quotes: ['/quotes', 'Greta Lindqvist'],
  builder: ['/booking', 'Fog Machine'],
  prices: ['/settings?tab=pricing', 'Red Carpet'],
} as const;
type Page = keyof typeof pages;
const forStaff: readonly Page[] = ['list of bookings', 'calendar', 'day', 'inventory', 'venues'];

async function show(page: Page): Promise<HTMLElement> {
  const [path, text] = pages[page];
  open(path);
  const shown = await main();
  await waitFor(() => {
    const words = [...shown.querySelectorAll('input')].map(({ value }) => value).join(' ');
    expect(`${shown.textContent} ${words}`).toMatch(text);
  });
  return shown;
}

describe('with recorded owner responses', () => {
  beforeEach(() => serveRecorded('owner'));

  it.each(Object.keys(pages) as Page[])(
    '%s: uses euros and 24-hour time and no defaults of another business',
    async (page) => {
      const shown = await show(page);
      expect(shown.textContent).not.toMatch(/\$|\bLED\b|06\/01\/2027|\d( [AP]M|[ap]m)\b/);
    },
  );

  it('a booking shows a color removed from the price list and custom add-ons', async () => {
    const booking = recorded('owner', '/api/bookings/{booking_id}', '/api/bookings/1');
    open('/bookings?id=1');
    const dialog = within(await screen.findByRole('dialog', { name: `Booking #${booking.number}` }));
    expect(await dialog.findByText('Fog Machine')).toBeTruthy();
    expect(dialog.getAllByText(/Copper/).length).toBeGreaterThan(0);
    if (!('totalPrice' in booking)) throw new Error('The owner sees the price.');
    const total = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'EUR' });
    // The price loads with its section.
    expect((await dialog.findAllByText(total.format(booking.totalPrice))).length).toBeGreaterThan(0);
  });
});

describe('with recorded staff responses', () => {
  beforeEach(() => serveRecorded('staff'));

  it.each(forStaff)('%s: no money is shown', async (page) => {
    expect((await show(page)).textContent).not.toMatch(/€|\$|Price|Balance|surcharge|\d( [AP]M|[ap]m)\b/);
  });

  it('a booking shows its contents without prices', async () => {
    open('/bookings?id=1');
    const dialog = await screen.findByRole('dialog', { name: /Booking #/ });
    await within(dialog).findByText('History');
    await within(dialog).findByText('Fog Machine');
    expect(dialog.textContent).not.toMatch(/€|\$|Payment|Deposit|Quote/);
  });
});

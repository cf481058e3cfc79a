import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Booking } from '@/api/types';
import { booking } from '@/testing/bookings';
import { open } from '@/testing/render';
import { ada, answer, server, signIn } from '@/testing/server';

/** Answers the requests that wait in pages of `size`. */
function waiting(requests: Booking[], size = 200) {
  server.use(
    http.get('http://localhost:3000/api/bookings', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const start = Number(query.get('cursor') ?? 0);
      const nextCursor = start + size < requests.length ? String(start + size) : null;
      return HttpResponse.json({ items: requests.slice(start, start + size), nextCursor });
    }),
  );
}

const bell = (name: string | RegExp = /^Notifications/) => screen.findByRole('button', { name });
const panel = async () => within(await screen.findByRole('dialog', { name: 'Notifications' }));

describe('the notifications button', () => {
  it('counts what waits, and shows it newest first, each with a link to its booking', async () => {
    signIn();
    waiting(
      [
        booking({ id: 1, customerName: 'Old', createdAt: '2026-03-08T01:30:00-05:00' }),
        booking({ id: 2, customerName: 'Newest', createdAt: '2026-03-08T03:10:00-04:00' }),
        booking({ id: 3, customerName: 'Middle', createdAt: '2026-03-08T01:50:00-05:00' }),
      ],
      2,
    );
    const { user, address } = open('/settings');
    await user.click(await bell('Notifications, 3 waiting'));
    const links = (await panel()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/bookings?id=2',
      '/bookings?id=3',
      '/bookings?id=1',
      '/bookings?status=pending',
    ]);
    expect(links[0]?.textContent).toContain('“LOVE” (4ft) · Jun 1, 2027');
    const faults = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
    expect(faults.violations.map(({ id }) => id)).toEqual([]);
    answer('get', '/api/bookings', { items: [], nextCursor: null });
    await user.click(links.at(-1) as HTMLElement);
    await waitFor(() => expect(address()).toBe('/bookings?status=pending'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says that nothing waits', async () => {
    signIn();
    const { user } = open('/settings');
    await user.click(await bell('Notifications'));
    expect((await panel()).getByText('Nothing waits for you')).toBeTruthy();
  });

  it('marks a request whose hold has ended and a possible duplicate', async () => {
    signIn();
    waiting([booking({ holdExpiresAt: '2026-01-01T00:00:00-05:00', possibleDuplicate: true })]);
    const { user } = open('/settings');
    await user.click(await bell());
    const shown = await panel();
    expect(shown.getByText('Hold has ended')).toBeTruthy();
    expect(shown.getByText('Possible duplicate')).toBeTruthy();
  });

  it('says why it cannot tell, and tries again', async () => {
    signIn();
    answer('get', '/api/bookings', { message: 'The database is away.' }, 503);
    const { user } = open('/settings');
    await user.click(await bell());
    expect((await panel()).getByText('The database is away.')).toBeTruthy();
    waiting([booking()]);
    await user.click((await panel()).getByRole('button', { name: 'Try Again' }));
    expect(await (await panel()).findByText('Jane Miller')).toBeTruthy();
  });

  it('opens by keyboard, closes with Escape and gives the focus back', async () => {
    signIn();
    waiting([booking()]);
    const { user } = open('/settings');
    (await bell()).focus();
    await user.keyboard('{Enter}');
    await panel();
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(await bell());
  });

  it('is opened by the link at the foot of the page too, where the other links lead to help and settings', async () => {
    signIn();
    const { user, address } = open('/venues');
    const foot = within(await screen.findByRole('navigation', { name: 'More' }));
    expect(foot.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Help Center', '/help'],
      ['Settings', '/settings'],
      ['Notifications', '/bookings?status=pending'],
    ]);
    expect(screen.getByText(`© ${new Date().getFullYear()} MarqueeDesk. All rights reserved.`)).toBeTruthy();
    await user.click(foot.getByRole('link', { name: 'Notifications' }));
    expect((await panel()).getByText('Nothing waits for you')).toBeTruthy();
    expect(address()).toBe('/venues');
  });

  it('is not there for an account without a business', async () => {
    // Any other call fails the test.
    answer('get', '/api/user', { ...ada, role: 'admin', operatorId: null, companyName: null });
    open('/');
    expect(await screen.findByRole('link', { name: 'Help Center' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Notifications' })).toBeNull();
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Notification } from '@/api/types';
import { faults, open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { ada, answer, fail, server, signIn } from '@/testing/server';

const notification = sample<Notification>({
  id: 1,
  kind: 'request',
  title: 'New request from Jane Miller',
  text: '“LOVE” (4ft) · June 1, 2027',
  about: 'booking',
  aboutId: 7,
  createdAt: '2026-11-20T12:00:00-05:00',
  read: false,
});

/** Mock notifications in pages of `size`; remembers which are read. */
function rings(items: Notification[], size = 20) {
  const stored = items.map((item) => ({ ...item }));
  const marked: unknown[] = [];
  server.use(
    http.get('http://localhost:3000/api/notifications', ({ request }) => {
      const start = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
      return HttpResponse.json({
        items: stored.slice(start, start + size),
        nextCursor: start + size < stored.length ? String(start + size) : null,
        unread: stored.filter(({ read }) => !read).length,
      });
    }),
    http.post('http://localhost:3000/api/notifications/read', async ({ request }) => {
      const which = (await request.json()) as { ids?: number[]; upTo?: number };
      marked.push(which);
      for (const item of stored) item.read ||= which.ids?.includes(item.id) ?? item.id <= (which.upTo ?? 0);
      return HttpResponse.json({ unread: stored.filter(({ read }) => !read).length });
    }),
  );
  return marked;
}

const bell = (name: string | RegExp = /^Notifications/) => screen.findByRole('button', { name });
const panel = async () => within(await screen.findByRole('dialog', { name: 'Notifications' }));

describe('notifications button', () => {
  it('counts unread notifications and links each to its page', async () => {
    signIn();
    const marked = rings([
      notification({
        id: 4,
        title: 'Your trial ends on June 1, 2027',
        about: 'plan',
        aboutId: 5,
        read: true,
      }),
      notification({ id: 3, title: 'Bob asks about quote Q-2027-0001', about: 'quote', aboutId: 4 }),
      notification({ id: 2 }),
      notification({ id: 1, title: 'A mail was not delivered', about: null, aboutId: null, read: true }),
    ]);
    const { user, address } = open('/settings');
    await user.click(await bell('Notifications, 2 unread'));
    const shown = await panel();
    expect(shown.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/subscription',
      '/quotes?id=4',
      '/bookings?id=7',
      '/bookings?status=pending',
    ]);
    expect(shown.getByText('A mail was not delivered')).toBeTruthy();
    expect(await faults()).toEqual([]);
    fail('get', '/api/bookings/:id', 404, 'This booking does not exist.');
    await user.click(shown.getByRole('link', { name: /New request from Jane Miller/ }));
    await waitFor(() => expect(address()).toBe('/bookings?id=7'));
    // The dialog covers the button until it is closed.
    await screen.findByText('This booking does not exist.');
    await user.keyboard('{Escape}');
    expect(await bell('Notifications, 1 unread')).toBeTruthy();
    expect(marked).toEqual([{ ids: [2] }]);
  });

  it('marks one as read, or all up to the newest one shown', async () => {
    signIn();
    const marked = rings([notification({ id: 9, title: 'Newest' }), notification({ id: 8, title: 'Older' })]);
    const { user } = open('/settings');
    await user.click(await bell('Notifications, 2 unread'));
    const shown = await panel();
    await user.click(shown.getByRole('button', { name: 'Mark as read: Older' }));
    await bell('Notifications, 1 unread');
    await user.click(shown.getByRole('button', { name: 'Mark all as read' }));
    await bell('Notifications');
    await waitFor(() => expect(shown.queryByRole('button', { name: /^Mark/ })).toBeNull());
    expect(marked).toEqual([{ ids: [8] }, { upTo: 9 }]);
  });

  it('shows a notification as unread again if saving failed', async () => {
    signIn();
    rings([notification()]);
    const { user } = open('/settings');
    await user.click(await bell('Notifications, 1 unread'));
    fail('post', '/api/notifications/read', 503, 'The database is away.');
    await user.click((await panel()).getByRole('button', { name: 'Mark all as read' }));
    expect((await screen.findAllByText('The database is away.')).length).toBeGreaterThan(0);
    expect(await bell('Notifications, 1 unread')).toBeTruthy();
  });

  it('loads older notifications', async () => {
    signIn();
    rings(
      [1, 2, 3].map((id) => notification({ id, title: `Request ${id}` })),
      2,
    );
    const { user } = open('/settings');
    await user.click(await bell());
    await user.click((await panel()).getByRole('button', { name: 'Show Older' }));
    expect(await (await panel()).findByText('Request 3')).toBeTruthy();
    expect((await panel()).queryByRole('button', { name: 'Show Older' })).toBeNull();
  });

  it('shows an empty state', async () => {
    signIn();
    const { user } = open('/settings');
    await user.click(await bell('Notifications'));
    expect((await panel()).getByText('No notifications yet')).toBeTruthy();
  });

  it('shows a load error and retries', async () => {
    signIn();
    fail('get', '/api/notifications', 503, 'The database is away.');
    const { user } = open('/settings');
    await user.click(await bell());
    expect((await panel()).getByText('The database is away.')).toBeTruthy();
    rings([notification()]);
    await user.click((await panel()).getByRole('button', { name: 'Try Again' }));
    expect(await (await panel()).findByText('New request from Jane Miller')).toBeTruthy();
  });

  it('opens by keyboard, closes with Escape and returns focus', async () => {
    signIn();
    rings([notification()]);
    const { user } = open('/settings');
    (await bell()).focus();
    await user.keyboard('{Enter}');
    await panel();
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(await bell());
  });

  it('also opens from the footer, whose other links lead to help and settings', async () => {
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
    expect((await panel()).getByText('No notifications yet')).toBeTruthy();
    expect(address()).toBe('/venues');
  });

  it('is hidden for an account without a business', async () => {
    // Any other call fails the test.
    answer('get', '/api/user', { ...ada, role: 'admin', operatorId: null, companyName: null });
    open('/');
    expect(await screen.findByRole('link', { name: 'Help Center' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Notifications' })).toBeNull();
  });
});

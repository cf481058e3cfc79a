import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { ConversationSummary } from '@/api/conversations';
import { faults, open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { answer, crew, fail, server, signIn } from '@/testing/server';

const row = sample<ConversationSummary>({
  customerId: 5,
  customerName: 'Jane Miller',
  phone: null,
  unread: 0,
  lastAt: '2026-11-20T10:00:00-05:00',
  last: null,
});
const rows = [
  row({}),
  row({ customerId: 6, customerName: 'Bob', unread: 2, lastAt: '2026-11-19T10:00:00-05:00' }),
];

function openInbox(all = rows, path = '/conversations', user?: typeof crew) {
  signIn(user);
  const unread = all.filter((one) => one.unread > 0);
  answer('get', '/api/conversations/overview', { visible: true, canText: true, unread: unread.length });
  server.use(
    http.get('http://localhost:3000/api/conversations', ({ request }) =>
      HttpResponse.json({
        items: new URL(request.url).searchParams.get('unread') === 'true' ? unread : all,
        nextCursor: null,
        unread: unread.length,
      }),
    ),
  );
  return open(path);
}

describe('the inbox', () => {
  it('lists unread conversations first, and opens one beside the list', async () => {
    const { user, address } = openInbox();
    const list = within(await screen.findByRole('list', { name: 'Conversations' }));
    expect(list.getAllByRole('link').map(({ textContent }) => textContent?.includes('Bob'))).toEqual([
      true,
      false,
    ]);
    expect(screen.getByText('1 unread conversation.')).toBeTruthy();
    expect(await faults()).toEqual([]);
    fail('get', '/api/conversations/6', 404, 'This customer does not exist.');
    await user.click(list.getByRole('link', { name: /Bob/ }));
    await waitFor(() => expect(address()).toBe('/conversations?id=6'));
    expect(await screen.findByText('This customer does not exist.')).toBeTruthy();
    expect(list.getByRole('link', { name: /Bob/ }).getAttribute('aria-current')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Unread' }));
    await waitFor(() => expect(address()).toBe('/conversations?id=6&show=unread'));
    expect(screen.queryByRole('link', { name: /Jane Miller/ })).toBeNull();
  });

  it('explains an empty list', async () => {
    openInbox([]);
    expect(await screen.findByText('No conversations yet')).toBeTruthy();
  });

  it('is in the menu of staff only if the business allows it', async () => {
    const { user } = openInbox(rows, '/conversations', crew);
    await user.click(await screen.findByRole('button', { name: /^User menu/ }));
    const entry = await screen.findByRole('menuitem', { name: 'Inbox' });
    expect(entry.getAttribute('href')).toBe('/conversations');
  });

  it('explains that staff may not read conversations', async () => {
    signIn(crew);
    const { user } = open('/conversations');
    expect(await screen.findByText('You can’t read conversations.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^User menu/ }));
    expect(await screen.findByRole('menuitem', { name: 'Repairs' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Inbox' })).toBeNull();
  });

  it('is reached from the bell', async () => {
    const { user } = openInbox(rows, '/conversations');
    await user.click(await screen.findByRole('button', { name: 'Notifications' }));
    const bell = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    const link = await bell.findByRole('link', { name: '1 unread conversation' });
    expect(link.getAttribute('href')).toBe('/conversations');
  });
});

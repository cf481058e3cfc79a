import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { faults, open } from '@/testing/render';
import { answer, fail, signIn } from '@/testing/server';
import { bookingRules } from '@/testing/settings';

const sender = {
  id: 1,
  kind: 'email',
  label: 'x@evil.example',
  bookingId: 7,
  refusedAt: '2026-11-19T21:30:00-05:00',
  refusedBy: 'Sam',
} as const;
const senders = [
  sender,
  { ...sender, id: 2, kind: 'domain', label: 'evil.example' },
  { ...sender, id: 3, kind: 'network', label: 'Ada Lovelace' },
] as const;

function openRules() {
  answer('get', '/api/booking-rules', bookingRules());
  return open('/settings?tab=rules');
}

describe('blocked senders', () => {
  it('are listed and can be unblocked after a confirmation', async () => {
    signIn();
    answer('get', '/api/refused-senders', [...senders]);
    const { user } = openRules();
    expect(await screen.findByText('Everyone at evil.example')).toBeTruthy();
    expect(screen.getByText("Everyone on Ada Lovelace's network")).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Unblock x@evil.example' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Unblock x@evil.example?' }));
    fail('delete', '/api/refused-senders/1', 503, 'The database is away.');
    await user.click(dialog.getByRole('button', { name: 'Unblock' }));
    expect(await dialog.findByText('The database is away.')).toBeTruthy();

    answer('delete', '/api/refused-senders/1', undefined, 204);
    answer('get', '/api/refused-senders', senders.slice(1));
    await user.click(dialog.getByRole('button', { name: 'Unblock' }));
    await waitFor(() => expect(screen.queryByText('x@evil.example')).toBeNull());
  });

  it('show an empty state', async () => {
    signIn();
    answer('get', '/api/refused-senders', []);
    openRules();
    expect(await screen.findByText('No blocked senders.')).toBeTruthy();
    expect(await faults()).toEqual([]);
  });

  it('show a load error', async () => {
    signIn();
    fail('get', '/api/refused-senders', 503, 'The database is away.');
    openRules();
    expect(await screen.findByText('Your blocked senders could not be loaded')).toBeTruthy();
  });
});

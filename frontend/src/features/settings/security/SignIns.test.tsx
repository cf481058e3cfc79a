import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SignIn } from '@/api/password';
import { loadAgain, open } from '@/testing/render';
import { answer, fail, signIn } from '@/testing/server';
import { enterInto } from '@/testing/typing';

const firefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0';

function row(id: string, current: boolean, rest: Partial<SignIn> = {}): SignIn {
  return {
    id,
    agent: firefox,
    createdAt: '2026-11-02T03:00:00Z',
    seenAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    current,
    ...rest,
  };
}

beforeEach(() => signIn());

describe('the list of sign-ins', () => {
  it('marks the current browser and ends other sessions after a confirmation', async () => {
    answer('get', '/api/sign-ins', [row('a', false, { agent: 'curl/7.88.1' }), row('b', true)]);
    const { user } = open('/settings?tab=security');
    const here = (await screen.findByText('This browser')).closest('li') as HTMLElement;
    expect(within(here).getByText('Firefox on Mac')).toBeTruthy();
    // Three in the morning in UTC is still the previous evening in New York.
    expect(within(here).getByText('Active now · signed in Nov 1, 2026')).toBeTruthy();
    expect(screen.getByText('Last active 3 hours ago · signed in Nov 1, 2026')).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Sign Out Other Browsers' }));
    expect(await screen.findByText(/The other browser will need to sign in again/)).toBeTruthy();
    const sent = fail('post', '/api/sign-ins/end-others', 503, 'Not now.');
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByText('Not now.')).toBeTruthy();

    const ended = answer('post', '/api/sign-ins/end-others', null, 204);
    answer('get', '/api/sign-ins', [row('b', true)]);
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByText('Other browsers signed out')).toBeTruthy();
    expect(await screen.findByText("You're only signed in on this browser.")).toBeTruthy();
    expect(screen.queryByText('curl')).toBeNull();
    expect([sent.bodies.length, ended.bodies.length]).toEqual([1, 1]);
  });

  it('is reloaded after a password change', async () => {
    answer('get', '/api/sign-ins', [row('a', false), row('b', true)]);
    const { user } = open('/settings?tab=security');
    await screen.findByRole('button', { name: 'Sign Out Other Browsers' });
    await enterInto(user, screen.getByLabelText('Current Password'), 'secret');
    await enterInto(user, screen.getByLabelText('New Password'), 'secret2');
    await enterInto(user, screen.getByLabelText('Confirm Password'), 'secret2');
    answer('post', '/api/change-password', {});
    answer('get', '/api/sign-ins', [row('b', true)]);
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
    expect(await screen.findByText("You're only signed in on this browser.")).toBeTruthy();
  });

  it('shows a load error', async () => {
    await loadAgain(
      '/settings?tab=security',
      '/api/sign-ins',
      [row('b', true)],
      'Your sign-ins could not be loaded',
    );
    expect(await screen.findByText('This browser')).toBeTruthy();
  });
});

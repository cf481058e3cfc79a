import { screen, waitFor, within } from '@testing-library/react';
import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { loadAgain, open } from '@/testing/render';
import { ada, answer, fail, signedOut, signIn } from '@/testing/server';
import { routes } from './routes';

describe('page access', () => {
  it('shows visitors the landing page, whose buttons lead to sign-in', async () => {
    signedOut();
    open('/');
    expect(await screen.findByRole('heading', { name: 'Sound Familiar?' })).toBeTruthy();
    for (const name of ['Log In', 'Start Your Free Trial', 'See How It Works']) {
      for (const link of screen.getAllByRole('link', { name })) {
        expect(link.getAttribute('href')).toBe('/auth');
      }
    }
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  });

  it('has no dead links', async () => {
    signedOut();
    open('/');
    await screen.findByRole('heading', { name: 'Sound Familiar?' });
    for (const link of screen.getAllByRole('link')) {
      const { pathname, hash } = new URL(link.getAttribute('href') ?? '', location.origin);
      expect(matchRoutes(routes, pathname)?.at(-1)?.route.path, pathname).not.toBe('*');
      expect(hash === '' || document.querySelector(hash), hash).toBeTruthy();
    }
  });

  it('shows signed-in users the dashboard at "/" without a redirect', async () => {
    signIn();
    const { address } = open('/');
    expect(await screen.findByRole('heading', { name: 'Welcome, Bright Nights' })).toBeTruthy();
    expect(address()).toBe('/');
    expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page');
  });

  it('shows a spinner while the current user is loading', () => {
    signIn();
    open('/inventory');
    expect(screen.getByRole('status').textContent).toBe('Loading');
  });

  it('redirects a visitor from a protected page to sign-in and back', async () => {
    signedOut();
    const { address } = open('/settings?tab=security');
    await screen.findByRole('heading', { name: 'Sign in to your account' });
    expect(address()).toBe(`/auth?next=${encodeURIComponent('/settings?tab=security')}`);
  });

  it('reports an unreachable server and offers a retry', async () => {
    signIn();
    await loadAgain('/venues', '/api/user', ada);
    expect(await screen.findByText('No venues found')).toBeTruthy();
  });

  it('shows the not-found page for any other path', async () => {
    signedOut();
    open('/no/such/page');
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
  });

  it('signs out from the user menu without remembering the page', async () => {
    signIn();
    const { user, address } = open('/venues');
    await user.click(await screen.findByRole('button', { name: 'User menu of ada' }));
    expect((await screen.findByRole('menuitem', { name: 'Profile' })).getAttribute('href')).toBe('/settings');
    answer('post', '/api/logout', null, 204);
    await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
    expect(await screen.findByText('Logged out successfully')).toBeTruthy();
    expect(screen.getByText('You have been logged out of your account')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/auth'));
  });

  it('stays signed in and shows an error if signing out failed', async () => {
    signIn();
    const { user, address } = open('/venues');
    await user.click(await screen.findByRole('button', { name: 'User menu of ada' }));
    fail('post', '/api/logout', 503, 'Try again in a moment.');
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    expect(await screen.findByText('Logout failed')).toBeTruthy();
    expect(screen.getByText('Try again in a moment.')).toBeTruthy();
    expect(address()).toBe('/venues');
  });

  it('redirects to sign-in if the session ended elsewhere', async () => {
    signIn();
    fail('get', '/api/inventory', 401, 'Please sign in.');
    const { address } = open('/inventory');
    expect(await screen.findByText('You have been signed out')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/auth'));
  });
});

describe('an account without a business', () => {
  const admin = {
    ...ada,
    role: 'admin' as const,
    operatorId: null,
    companyName: null,
    part: null,
    rights: [],
    team: null,
  };

  it.each(['/', '/dashboard', '/bookings', '/inventory', '/venues', '/booking'])(
    'gets a notice instead of %s and sends no forbidden requests',
    async (path) => {
      // Any other call fails the test.
      answer('get', '/api/user', admin);
      open(path);
      expect(await screen.findByRole('heading', { name: 'No business on this account' })).toBeTruthy();
      expect(screen.queryByRole('alert')).toBeNull();
      for (const name of ['Dashboard', 'Bookings', 'Inventory', 'Venues', 'Build a Quote']) {
        expect(screen.queryByRole('link', { name }), name).toBeNull();
      }
    },
  );

  it('shows profile and password settings', async () => {
    answer('get', '/api/user', admin);
    const { user, address } = open('/');
    await user.click(await screen.findByRole('link', { name: 'Profile and Security' }));
    expect(await screen.findByRole('tab', { name: 'Security' })).toBeTruthy();
    expect(address()).toBe('/settings');
    await user.click(screen.getByRole('button', { name: 'User menu of ada' }));
    await screen.findByRole('menu');
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Profile',
      'Settings',
      'Help Center',
      'Admin Panel',
      'Logout',
    ]);
  });
});

describe('lazily loaded menus', () => {
  it.each(['{Enter}', '{ArrowDown}'])('open by keyboard with %s and return focus', async (key) => {
    signIn();
    const { user } = open('/venues');
    (await screen.findByRole('button', { name: 'Theme' })).focus();
    await user.keyboard(key);
    const menu = await screen.findByRole('menu', { name: 'Theme' });
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Theme' }));
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    localStorage.clear();
    delete document.documentElement.dataset.theme;
  });

  it('include the navigation on phones', async () => {
    signIn();
    const { user } = open('/settings');
    await user.click(await screen.findByRole('button', { name: 'Open menu' }));
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    answer('get', '/api/venues', []);
    await user.click(within(menu).getByRole('link', { name: 'Venues' }));
    expect(await screen.findByText('No venues found')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

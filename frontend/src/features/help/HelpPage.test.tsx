import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { open } from '@/testing/render';
import { answer, fail, signedOut, signIn } from '@/testing/server';
import { site } from '@/testing/settings';
import { enterInto } from '@/testing/typing';

describe('the Help Center', () => {
  it('lists its chapters and opens one with links to the adjacent chapters', async () => {
    signedOut();
    answer(
      'get',
      '/api/site',
      site({ name: 'Glow Desk', email: 'help@glow.example', phone: '(555) 010-0199' }),
    );
    const { user, address } = open('/help');
    await screen.findByRole('heading', { name: 'Help Center' });
    const contact = within(await screen.findByRole('region', { name: 'Contact Glow Desk' }));
    expect(contact.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'mailto:help@glow.example',
      'tel:5550100199',
    ]);
    await user.click(screen.getByRole('link', { name: 'Prices and deposits' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Prices and deposits' })).toBeTruthy();
    expect(address()).toBe('/help/prices');
    const around = within(screen.getByRole('navigation', { name: 'Next and previous chapter' }));
    expect(around.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/help/quotes',
      '/help/letters',
    ]);
    const aside = within(screen.getByRole('navigation', { name: 'Chapters' }));
    expect(aside.getByRole('link', { current: 'page' }).textContent).toBe('Prices and deposits');
  });

  it('redirects /help#chapter to the chapter', async () => {
    signedOut();
    const { address } = open('/help#letters');
    expect(await screen.findByRole('heading', { level: 1, name: 'Letters and stock' })).toBeTruthy();
    expect(address()).toBe('/help/letters');
  });

  it('finds an answer and opens it', async () => {
    signedOut();
    const { user, address } = open('/help');
    await enterInto(user, await screen.findByRole('searchbox', { name: 'Search help' }), 'daylight saving');
    expect((await screen.findByRole('status')).textContent).toBe('1 answer for “daylight saving”');
    await user.click(screen.getByRole('link', { name: /How days are counted/ }));
    expect(await screen.findByRole('heading', { name: /How days are counted/ })).toBeTruthy();
    expect(address()).toBe('/help/prices');
    await enterInto(user, screen.getByRole('searchbox'), 'xylophone');
    expect(screen.getByRole('status').textContent).toBe('Nothing found for “xylophone”');
  });

  it('shows a message for an unknown chapter', async () => {
    signedOut();
    open('/help/nowhere');
    expect(await screen.findByText('Chapter not found')).toBeTruthy();
  });
});

describe('public pages', () => {
  it.each([
    ['/help', 'Help Center'],
    ['/privacy', 'Privacy'],
    ['/terms', 'Terms'],
  ])('%s has the site’s header for visitors and the navigation for operators', async (path, heading) => {
    signedOut();
    open(path);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'Start Your Free Trial' })).getAttribute('href')).toBe(
      '/auth',
    );
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    document.body.replaceChildren();

    signIn();
    open(path);
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: heading })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Start Your Free Trial' })).toBeNull();
  });

  it('stay readable if the user could not be loaded', async () => {
    fail('get', '/api/user', 503, 'Away.');
    open('/privacy');
    expect(await screen.findByRole('heading', { level: 1, name: 'Privacy' })).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Log In' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { faults, open } from '@/testing/render';
import { answer, letter, signedOut, signIn, venue } from '@/testing/server';

describe('every page passes the accessibility audit', () => {
  it('sign-in page with errors is accessible', async () => {
    signedOut();
    const { user } = open('/auth');
    await user.click(await screen.findByRole('button', { name: 'Sign In' }));
    await screen.findByText('Password is required');
    expect(await faults()).toEqual([]);
  });

  it('inventory and letter dialog are accessible', async () => {
    signIn();
    answer('get', '/api/inventory', [letter('A', 1), letter('B', 6)]);
    const { user } = open('/inventory');
    await screen.findByRole('row', { name: /^A 4ft/ });
    expect(await faults()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Edit A (4ft)' }));
    await screen.findByRole('dialog');
    expect(await faults()).toEqual([]);
  });

  it('venues and venue dialog are accessible', async () => {
    signIn();
    answer('get', '/api/venues', [venue({ notes: 'Wind', contactEmail: 'a@b.com', isVerified: true })]);
    const { user } = open('/venues');
    await user.click(await screen.findByRole('button', { name: 'Edit The Foundry' }));
    await screen.findByRole('dialog');
    expect(await faults()).toEqual([]);
    await user.keyboard('{Escape}');
    expect(await faults()).toEqual([]);
  });

  it('dashboard of a new business and settings are accessible', async () => {
    signIn();
    const { user } = open('/');
    await screen.findByText('0 of 5 done');
    expect(await faults()).toEqual([]);
    const bar = within(screen.getByRole('navigation', { name: 'Main' }));
    await user.click(bar.getByRole('link', { name: 'Settings' }));
    await screen.findByRole('tab', { name: 'Profile' });
    expect(await faults()).toEqual([]);
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { HeldBusiness } from '@/api/admin';
import { root } from '@/testing/admin';
import { loadAgain, open } from '@/testing/render';
import { answer, fail, signIn } from '@/testing/server';

const held: HeldBusiness = {
  operatorId: 4,
  name: 'Bright Nights',
  email: 'ada@brightnights.example',
  phoneNumber: '555 0100',
  confirmed: false,
  heldAt: '2026-11-20T12:00:00Z',
  refusedAt: null,
};
const users = {
  items: [],
  nextCursor: null,
  matching: 0,
  figures: { total: 1, active: 1, inactive: 0, admins: 1, managers: 0, staff: 0 },
  signUps: [],
};

function openUsers(businesses: HeldBusiness[]) {
  signIn(root);
  answer('get', '/api/admin/users', users);
  answer('get', '/api/admin/new-businesses', businesses);
  return open('/admin/users');
}

describe('new businesses', () => {
  it('are approved with one click', async () => {
    const { user } = openUsers([held]);
    const approve = await screen.findByRole('button', { name: 'Approve Bright Nights' });
    expect(screen.getByText(/ada@brightnights.example · 555 0100 · since/)).toBeTruthy();
    expect(screen.getByText('Unconfirmed')).toBeTruthy();
    const sent = answer('patch', '/api/admin/new-businesses/4', null, 204);
    answer('get', '/api/admin/new-businesses', []);
    await user.click(approve);
    expect(await screen.findByText('Business approved')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('New Businesses')).toBeNull());
    expect(sent.bodies).toEqual([{ approved: true }]);
  });

  it('are declined after a confirmation and can be approved later', async () => {
    const { user } = openUsers([held]);
    await user.click(await screen.findByRole('button', { name: 'Decline Bright Nights' }));
    const dialog = await screen.findByRole('alertdialog');
    fail('patch', '/api/admin/new-businesses/4', 503, 'Away.');
    await user.click(within(dialog).getByRole('button', { name: 'Decline' }));
    expect(await within(dialog).findByText('Away.')).toBeTruthy();

    const sent = answer('patch', '/api/admin/new-businesses/4', null, 204);
    answer('get', '/api/admin/new-businesses', [{ ...held, refusedAt: '2026-11-21T12:00:00Z' }]);
    await user.click(within(dialog).getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('Declined')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Decline Bright Nights' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Approve Bright Nights' })).toBeTruthy();
    expect(sent.bodies).toEqual([{ approved: false }]);
  });

  it('can be reloaded after a load error', async () => {
    signIn(root);
    answer('get', '/api/admin/users', users);
    await loadAgain('/admin/users', '/api/admin/new-businesses', [held], 'Couldn’t load new businesses');
    expect(await screen.findByText('Bright Nights')).toBeTruthy();
  });
});

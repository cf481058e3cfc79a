import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AdminUser } from '@/api/admin';
import { root } from '@/testing/admin';
import { loadAgain, open } from '@/testing/render';
import { ada, answer, fail, signIn } from '@/testing/server';
import { enterInto } from '@/testing/typing';

/** Ada as a row of the user list. */
function row(rest: Partial<AdminUser> = {}): AdminUser {
  const { id, email, username, companyName, phoneNumber, role, isActive, createdAt, lastLogin } = ada;
  const user = { id, email, username, companyName, phoneNumber, role, isActive, createdAt, lastLogin };
  return { ...user, bookings: 3, termsVersion: null, termsAcceptedAt: null, ...rest };
}

function page(items: AdminUser[], nextCursor: string | null = null) {
  return {
    items,
    nextCursor,
    matching: items.length,
    figures: { total: 12, active: 11, inactive: 1, admins: 2, managers: 4, staff: 0 },
    signUps: [{ week: '2026-11-15', count: 2 }],
  };
}

describe('user management', () => {
  async function openUsers(items: AdminUser[]) {
    signIn(root);
    answer('get', '/api/admin/users', page(items));
    const opened = open('/admin/users');
    await screen.findByRole('heading', { name: 'User Management' });
    return opened;
  }

  it('shows totals, filter tabs and a search box', async () => {
    const { user, address } = await openUsers([row()]);
    for (const label of ['Total Users', 'Active Users', 'Admins', 'Managers']) {
      expect((await screen.findAllByText(label)).length).toBeGreaterThan(0);
    }
    for (const tab of ['All Users', 'Active', 'Inactive', 'Admins', 'Managers', 'Staff']) {
      expect(screen.getByRole('tab', { name: tab })).toBeTruthy();
    }
    await user.click(screen.getByRole('tab', { name: 'Inactive' }));
    expect(address()).toBe('/admin/users?filter=inactive');
    await enterInto(user, screen.getByPlaceholderText('Search users...'), 'ada');
    await waitFor(() => expect(address()).toBe('/admin/users?filter=inactive&q=ada'));
  });

  it('shows an empty state if no user matches', async () => {
    await openUsers([]);
    expect(await screen.findByText('No users found')).toBeTruthy();
  });

  it('can be reloaded after a load error', async () => {
    signIn(root);
    await loadAgain(
      '/admin/users',
      '/api/admin/users',
      page([row()]),
      'Error loading users. Please try again.',
    );
    expect(await screen.findByText('ada@brightnights.example')).toBeTruthy();
  });

  it('changes the role and status of other users but not your own', async () => {
    const { user } = await openUsers([row(), row({ id: 9, email: 'root@site.example', role: 'admin' })]);
    const role = answer('patch', '/api/admin/users/1/role', row({ role: 'manager' }));
    const state = answer('patch', '/api/admin/users/1/status', row({ isActive: false }));
    await user.selectOptions(await screen.findByLabelText('Role of ada@brightnights.example'), 'manager');
    expect(await screen.findByText('Role of ada@brightnights.example updated')).toBeTruthy();
    await user.click(await screen.findByRole('switch', { name: 'ada@brightnights.example is active' }));
    expect(await screen.findByText('ada@brightnights.example deactivated')).toBeTruthy();
    expect(screen.getByText(/^Any paid plan is canceled in Stripe in 10 minutes/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('ada@brightnights.example activated')).toBeTruthy();
    expect(state.bodies).toEqual([{ isActive: false }, { isActive: true }]);
    expect(role.bodies).toEqual([{ role: 'manager' }]);
    for (const control of [
      screen.getByLabelText('Role of root@site.example'),
      screen.getByRole('switch', { name: 'root@site.example is active' }),
      screen.getByRole('button', { name: 'Delete root@site.example' }),
    ]) {
      expect(control.hasAttribute('disabled')).toBe(true);
    }
  });

  it('confirms a deletion and explains why one is rejected', async () => {
    const { user } = await openUsers([row()]);
    const sentence = 'This user has a confirmed booking and cannot be deleted.';
    fail('delete', '/api/admin/users/1', 409, sentence, { code: 'has_bookings' });
    await user.click(await screen.findByRole('button', { name: 'Delete ada@brightnights.example' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }));
    expect(dialog.getByText(/This action cannot be undone\./)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Delete User' }));
    expect(await dialog.findByText(sentence)).toBeTruthy();
    answer('delete', '/api/admin/users/1', null, 204);
    await user.click(dialog.getByRole('button', { name: 'Delete User' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await screen.findByText('User deleted: ada@brightnights.example')).toBeTruthy();
  });

  it('creates a user and keeps the input if the server rejects it', async () => {
    const { user, address } = await openUsers([row()]);
    await enterInto(user, await screen.findByPlaceholderText('Search users...'), 'new');
    await user.click(screen.getByRole('button', { name: 'Add User' }));
    expect(address()).toBe('/admin/users?q=new'); // before any typed text could be lost
    const dialog = within(await screen.findByRole('dialog', { name: 'Add User' }));
    await enterInto(user, dialog.getByLabelText('Email'), 'new');
    await enterInto(user, dialog.getByLabelText('Password'), '12345');
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    expect(await dialog.findByText('Please enter a valid email address')).toBeTruthy();
    expect(dialog.getByText('Password must be at least 6 characters')).toBeTruthy();
    await enterInto(user, dialog.getByLabelText('Email'), '@here.example');
    await enterInto(user, dialog.getByLabelText('Password'), '6');
    const taken = 'An account with this email already exists.';
    fail('post', '/api/admin/users', 409, taken, { code: 'email_taken', fields: { email: taken } });
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    expect(await dialog.findByText(taken)).toBeTruthy();
    const sent = answer('post', '/api/admin/users', row({ email: 'new@here.example' }), 201);
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    expect(await screen.findByText('User created: new@here.example')).toBeTruthy();
    expect(sent.bodies).toEqual([
      {
        email: 'new@here.example',
        password: '123456',
        companyName: '',
        phoneNumber: '',
        role: 'user',
        isActive: true,
      },
    ]);
  });
});

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { root } from '@/testing/admin';
import { open } from '@/testing/render';
import { answer, refuse, signIn } from '@/testing/server';
import { enterInto } from '@/testing/typing';

const heading = 'Choose a longer password';
const tooShort = 'Administrators need a password of at least 12 characters';

describe('an administrator with a short password', () => {
  it('must set a longer one before any admin page opens', async () => {
    const short = { ...root, needsLongerPassword: true, needsSecondFactor: true };
    signIn(short);
    const { user } = open('/admin/users');
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
    expect(screen.queryByText('User Management')).toBeNull();
    expect(screen.getByText('At least 12 characters')).toBeTruthy();

    refuse('post', '/api/change-password', { newPassword: tooShort });
    await enterInto(user, screen.getByLabelText(/Current Password/), 'neon 5');
    await enterInto(user, screen.getByLabelText(/New Password/), 'elevensigns');
    await enterInto(user, screen.getByLabelText(/Confirm Password/), 'elevensigns');
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
    expect((await screen.findAllByText(tooShort)).length).toBeGreaterThan(0);

    const sent = answer('post', '/api/change-password', root);
    signIn({ ...root, needsSecondFactor: true });
    await enterInto(user, screen.getByLabelText(/New Password/), '5');
    await enterInto(user, screen.getByLabelText(/Confirm Password/), '5');
    await user.click(screen.getByRole('button', { name: 'Change Password' }));

    expect(await screen.findByRole('heading', { name: 'Set up two-factor authentication' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('heading', { name: heading })).toBeNull());
    expect(sent.bodies).toEqual([
      { currentPassword: 'neon 5', newPassword: 'elevensigns5', confirmPassword: 'elevensigns5' },
    ]);
  });
});

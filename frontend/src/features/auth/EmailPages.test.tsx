import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { open } from '@/testing/render';
import { answer, fail, signedOut } from '@/testing/server';

describe('email change links', () => {
  it('confirm the address after a click', async () => {
    signedOut();
    const sent = answer('post', '/api/email/confirm', { email: 'new@example.com' });
    const { user } = open('/confirm-email?token=abc');
    await user.click(await screen.findByRole('button', { name: 'Confirm This Address' }));
    expect(await screen.findByText('new@example.com')).toBeTruthy();
    expect(sent.bodies).toEqual([{ token: 'abc' }]);
  });

  it('revert the change and continue to a new password', async () => {
    signedOut();
    answer('post', '/api/email/undo', { email: 'old@example.com', resetToken: 'def' });
    const { user, address } = open('/keep-email?token=abc');
    await user.click(await screen.findByRole('button', { name: 'Keep This Address' }));
    await waitFor(() => expect(address()).toBe('/reset-password?token=def'));
  });

  it('report an invalid link', async () => {
    signedOut();
    fail('post', '/api/email/undo', 404, 'This link is too old.', { code: 'email_change_over' });
    const { user } = open('/keep-email?token=abc');
    await user.click(await screen.findByRole('button', { name: 'Keep This Address' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This link is too old.');
  });
});

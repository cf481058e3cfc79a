import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { open } from '@/testing/render';
import { ada, answer, fail, signedOut, signIn } from '@/testing/server';

describe('sign-in link', () => {
  it('signs in after a click', async () => {
    signIn();
    signedOut();
    const sent = answer('post', '/api/login/link', ada);
    const { user, address } = open('/sign-in?token=abc');
    await user.click(await screen.findByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(address()).not.toContain('/sign-in'));
    expect(sent.bodies).toEqual([{ token: 'abc' }]);
  });

  it('requests the second factor', async () => {
    signedOut();
    const extra = { code: 'second_factor_needed', ticket: 'ticket', methods: ['totp'] };
    fail('post', '/api/login/link', 401, 'Use a code.', extra);
    const { user } = open('/sign-in?token=abc');
    await user.click(await screen.findByRole('button', { name: 'Sign In' }));
    expect(await screen.findByLabelText('Code')).toBeTruthy();
  });

  it('reports an expired link', async () => {
    signedOut();
    fail('post', '/api/login/link', 404, 'This link is too old.', { code: 'reset_over' });
    const { user } = open('/sign-in?token=abc');
    await user.click(await screen.findByRole('button', { name: 'Sign In' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This link is too old.');
  });
});

import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { open } from '@/testing/render';
import { answer, signedOut } from '@/testing/server';
import { site } from '@/testing/settings';
import { enterInto } from '@/testing/typing';

describe('forgotten password', () => {
  it('promises an email only if a mail server is configured', async () => {
    signedOut();
    const requests = answer('post', '/api/password/forgot', null, 204);
    const { user } = open('/forgot-password');
    await enterInto(user, await screen.findByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send Link' }));
    expect(await screen.findByText(/you’ll get an email with a link/)).toBeTruthy();
    expect(requests.bodies).toEqual([{ email: 'ada@example.com' }]);
  });

  it('gives instructions if no mail server is configured', async () => {
    signedOut();
    answer('get', '/api/site', site({ emailWorks: false, email: 'help@desk.example' }));
    open('/forgot-password');
    expect(
      await screen.findByText('This site isn’t set up to send email, so we can’t send you a link.'),
    ).toBeTruthy();
    expect(screen.getByText(/Ask your administrator for a password link: help@desk.example/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send Link' })).toBeNull();
  });
});

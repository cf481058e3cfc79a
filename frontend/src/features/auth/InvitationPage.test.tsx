import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { PublicInvitation } from '@/api/team';
import { open } from '@/testing/render';
import { ada, answer, fail, server, signedOut, signIn } from '@/testing/server';

const path = '/api/public/invitations/:token';
const invitation: PublicInvitation = {
  company: 'Glow Rentals',
  email: 'grace@example.com',
  part: 'staff',
  invitedBy: 'Sam',
  expiresAt: '2027-03-08T12:00:00Z',
  state: 'open',
  may: ['See letters and venues'],
  hasAccount: false,
  signedInAs: null,
  ownBusiness: null,
  obstacle: null,
};

describe('invitation page', () => {
  it('declines after a confirmation', async () => {
    signedOut();
    let state: PublicInvitation['state'] = 'open';
    server.use(http.get(`http://localhost:3000${path}`, () => HttpResponse.json({ ...invitation, state })));
    const { user } = open('/invitation?token=abc');
    await user.click(await screen.findByRole('button', { name: 'Decline' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Decline this invitation?' }));

    fail('post', `${path}/decline`, 409, 'It has been accepted already.');
    await user.click(question.getByRole('button', { name: 'Decline' }));
    expect(await question.findByText('It has been accepted already.')).toBeTruthy();

    answer('post', `${path}/decline`, null, 204);
    state = 'declined';
    await user.click(question.getByRole('button', { name: 'Decline' }));
    expect(await screen.findByRole('heading', { name: 'Invitation declined' })).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('can be answered only by the invited address', async () => {
    signIn();
    answer('get', path, { ...invitation, signedInAs: ada.email });
    answer('post', '/api/logout', null, 204);
    const { user } = open('/invitation?token=abc');
    expect(await screen.findByText(ada.email)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Accept Invitation' })).toBeNull();

    signedOut();
    answer('get', path, { ...invitation, hasAccount: true });
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));

    expect(
      await screen.findByText('You already have an account with this email. Sign in to accept.'),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Decline' })).toBeTruthy();
  });

  it('explains why it cannot be accepted but can still be declined', async () => {
    signIn();
    const obstacle = 'Your own business has a subscription. Cancel it first.';
    answer('get', path, { ...invitation, email: ada.email, signedInAs: ada.email, obstacle });
    open('/invitation?token=abc');

    expect((await screen.findByRole('alert')).textContent).toBe(obstacle);
    expect(screen.getByRole('button', { name: 'Accept Invitation' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Decline' })).toHaveProperty('disabled', false);
  });

  it.each([
    ['accepted', 'Invitation already accepted'],
    ['revoked', 'Invitation withdrawn'],
    ['expired', 'Invitation expired'],
  ] as const)('that is %s says so', async (state, title) => {
    signedOut();
    answer('get', path, { ...invitation, state });
    open('/invitation?token=abc');
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
  });
});

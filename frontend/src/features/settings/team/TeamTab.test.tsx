import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { open } from '@/testing/render';
import { accountant, ada, answer, crew, fail, server, signIn } from '@/testing/server';
import { enterInto } from '@/testing/typing';

const rights = [
  { name: 'seeBookings', does: 'See bookings', parts: ['owner', 'manager', 'staff'] },
  { name: 'manageSubscription', does: 'Subscription', parts: ['owner'] },
];
const since = '2027-03-01T12:00:00Z';
const owner = {
  id: 1,
  username: 'ada',
  email: ada.email,
  part: 'owner',
  isActive: true,
  since,
  you: true,
  secondFactor: true,
};
const grace = {
  id: 7,
  username: 'Grace',
  email: 'grace@example.com',
  part: 'staff',
  isActive: true,
  since,
  you: false,
  secondFactor: false,
};

describe('the team tab', () => {
  it("lets the owner invite, change and remove members, and shows each role's rights", async () => {
    signIn();
    const team = { people: [owner, grace], invitations: [] as unknown[], rights, mailServer: true };
    server.use(http.get('http://localhost:3000/api/team', () => HttpResponse.json(team)));
    const { user } = open('/settings?tab=team');
    const table = within(await screen.findByRole('region', { name: 'Permissions of each role' }));
    expect(table.getAllByRole('img', { name: 'Yes' })).toHaveLength(4);

    await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
    expect(await screen.findByText('Invalid email address')).toBeTruthy();
    const invited = fail('post', '/api/team/invitations', 409, 'Taken', { fields: { email: 'Taken' } });
    await enterInto(user, screen.getByLabelText(/^Email/), 'new@example.com');
    await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
    expect(await screen.findByText('Taken')).toBeTruthy();
    expect(invited.bodies).toEqual([{ email: 'new@example.com', part: 'staff' }]);

    const changed = answer('patch', '/api/team/members/:id', { ...grace, part: 'manager' });
    await user.selectOptions(screen.getByLabelText('Role of Grace'), 'manager');
    await waitFor(() => expect(changed.bodies).toEqual([{ part: 'manager' }]));

    answer('delete', '/api/team/members/:id', null, 204);
    await user.click(screen.getByRole('button', { name: 'Remove Grace' }));
    team.people = [owner];
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText("You're the only member so far.")).toBeTruthy();
  });

  it('can require a second factor for everyone', async () => {
    signIn();
    const team = { people: [owner, grace], invitations: [], rights, mailServer: true };
    answer('get', '/api/team', { ...team, secondFactorRequired: false });
    const { user } = open('/settings?tab=team');
    expect(await screen.findByText('Not set up yet: Grace.')).toBeTruthy();
    const required = screen.getByRole('switch', { name: 'Require two-factor authentication for everyone' });
    fail('patch', '/api/team', 409, 'Set one up first.', { code: 'no_second_factor' });
    await user.click(required);
    expect((await screen.findByRole('alert')).textContent).toBe('Set one up first.');
    expect(required.getAttribute('aria-checked')).toBe('false');
    answer('get', '/api/team', { ...team, secondFactorRequired: true });
    const sent = answer('patch', '/api/team', null, 204);
    await user.click(required);
    await waitFor(() => expect(required.getAttribute('aria-checked')).toBe('true'));
    expect(sent.bodies).toEqual([{ secondFactorRequired: true }]);
  });

  it.each([
    ['/bookings', { ...crew, needsSecondFactor: true }, 'Glow Rentals requires it'],
    ['/admin', { ...ada, role: 'admin', needsSecondFactor: true }, 'Administrators must use it'],
  ])('requires members without a second factor to set one up before %s', async (path, person, why) => {
    signIn(person);
    open(path);
    expect(await screen.findByRole('heading', { name: 'Set up two-factor authentication' })).toBeTruthy();
    expect(screen.getByText(new RegExp(why))).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Add a Passkey' })).toBeTruthy();
  });

  it('shows staff only what they may see', async () => {
    signIn(crew);
    answer('get', '/api/team', {
      people: [owner, grace].map((row) => ({ ...row, you: row.id === 7 })),
      invitations: [],
      rights,
      mailServer: true,
    });
    const { user } = open('/settings?tab=team');
    expect(await screen.findByRole('button', { name: 'Leave Team' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send Invitation' })).toBeNull();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Profile', 'Security', 'Team']);
    const places = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(places.map((link) => link.textContent)).toEqual([
      'Today',
      'Bookings',
      'Customers',
      'Inventory',
      'Repairs',
      'Venues',
      'Settings',
      'Help',
    ]);
    await user.click(screen.getByRole('button', { name: 'Leave Team' }));
    expect(await screen.findByRole('alertdialog', { name: 'Leave Glow Rentals?' })).toBeTruthy();
  });

  it('lets an accountant leave without showing them the team', async () => {
    signIn(accountant);
    answer('post', '/api/team/leave', ada);
    const { user } = open('/settings?tab=team');
    expect(await screen.findByText('You keep the books for Glow Rentals.')).toBeTruthy();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Profile',
      'Security',
      'Team',
      'Bookkeeping',
    ]);
    await user.click(screen.getByRole('button', { name: 'Leave Team' }));
    expect(await screen.findByRole('alertdialog', { name: 'Leave Glow Rentals?' })).toBeTruthy();
  });

  it('makes a member an accountant', async () => {
    signIn();
    const team = { people: [owner, grace], invitations: [], rights, mailServer: true };
    answer('get', '/api/team', team);
    const sent = answer('patch', '/api/team/members/7', { ...grace, part: 'accountant' });
    const { user } = open('/settings?tab=team');
    await user.selectOptions(await screen.findByLabelText('Role of Grace'), 'Accountant');
    expect(await screen.findByText('Grace is now an accountant')).toBeTruthy();
    expect(sent.bodies).toEqual([{ part: 'accountant' }]);
  });

  it('shows an invitation link if no mail server is configured', async () => {
    signIn();
    const link = 'https://desk.example/invitation?token=abc';
    const invitation = { id: 3, email: 'kit@example.com', part: 'staff', invitedBy: 'ada', sentAt: since };
    const waiting = { ...invitation, expiresAt: '2027-03-08T12:00:00Z', state: 'open', link };
    answer('get', '/api/team', { people: [owner], invitations: [waiting], rights, mailServer: false });
    const { user } = open('/settings?tab=team');
    expect(
      await screen.findByText(/Email isn.t set up on this site, so send them the link yourself/),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Copy the link for kit@example.com' }));
    expect(await screen.findByText('Link copied')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(link);
    answer('post', '/api/team/invitations', waiting, 201);
    await enterInto(user, screen.getByLabelText(/^Email/), 'kit@example.com');
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    expect(await screen.findByText('Invitation ready')).toBeTruthy();
  });

  it('explains that a settings section is not part of the role', async () => {
    signIn(crew);
    const { user } = open('/settings?tab=pricing');
    expect(await screen.findByText("Your role doesn't include Pricing")).toBeTruthy();
    expect(screen.queryByRole('tab', { selected: true })).toBeNull();
    answer('get', '/api/team', { people: [owner], invitations: [], rights, mailServer: true });
    await user.click(screen.getByRole('link', { name: 'See What Your Role Can Do' }));
    expect(await screen.findByRole('region', { name: 'Permissions of each role' })).toBeTruthy();
  });

  it('shows an access page instead of pages outside the role', async () => {
    signIn(crew);
    open('/quotes');
    expect(await screen.findByRole('heading', { name: 'You don’t have access to this page' })).toBeTruthy();
    expect(screen.getByText(/You work at Glow Rentals as staff/)).toBeTruthy();
  });
});

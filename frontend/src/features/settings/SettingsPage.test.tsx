import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { offerAnswered } from '@/testing/bookings';
import { open } from '@/testing/render';
import { ada, answer, fail, signIn } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

describe('settings', () => {
  beforeEach(() => signIn());

  it.each([
    ['/settings', 'Profile'],
    ['/settings?tab=security', 'Security'],
    ['/settings?tab=pricing', 'Pricing'],
    ['/settings?tab=zones', 'Delivery Zones'],
    ['/settings?tab=tax', 'Sales Tax'],
    ['/settings?tab=exemptions', 'Tax Exemptions'],
    ['/settings?tab=pricing#delivery-zones', 'Delivery Zones'],
    ['/settings?tab=pricing#sales-tax-by-place', 'Sales Tax'],
    ['/settings?tab=rules', 'Booking Rules'],
    ['/settings?tab=payments', 'Payments'],
    ['/settings?tab=embed', 'Embed Widget'],
    ['/settings?tab=nonsense', 'Profile'],
  ])('the address %s opens %s', async (path, name) => {
    offerAnswered();
    answer('post', '/api/estimate', { breakdown: null, letters: [] });
    open(path);
    expect(await screen.findByRole('tab', { name, selected: true })).toBeTruthy();
  });

  it('shows the menu alone on a phone, with no page chosen', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addEventListener: vi.fn(),
      removeEventListener: vi.fn(),
    }));
    const { user } = open('/settings');
    const profile = await screen.findByRole('tab', { name: 'Profile' });
    expect(screen.queryByRole('tab', { selected: true })).toBeNull();
    await user.click(profile);
    await waitFor(() => expect(profile.getAttribute('aria-selected')).toBe('true'));
    expect(await screen.findByLabelText('Username')).toBeTruthy();
    vi.unstubAllGlobals();
  });

  it('saves the profile and shows the new name immediately', async () => {
    const { user } = open('/settings');
    const username = await screen.findByLabelText('Username');
    await user.clear(username);
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Username is required')).toBeTruthy();
    await enterInto(user, username, 'grace');
    const sent = answer('patch', '/api/user/1', { ...ada, username: 'grace' });
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Profile updated')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'User menu of grace' })).toBeTruthy();
    expect(sent.bodies).toEqual([
      { username: 'grace', email: ada.email, companyName: 'Bright Nights', phoneNumber: null },
    ]);
  });

  it('shows an error at the field for an email already in use', async () => {
    const { user } = open('/settings');
    const email = await screen.findByLabelText('Email');
    await retype(user, email, 'grace@x.com');
    fail('patch', '/api/user/1', 409, 'No', { code: 'taken', fields: { email: 'Taken.' } });
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Update failed')).toBeTruthy();
    expect(screen.getByText('Taken.')).toBeTruthy();
    expect(email).toHaveProperty('value', 'grace@x.com');
  });

  it('requires the password to change the email address', async () => {
    const { user } = open('/settings');
    const email = await screen.findByLabelText('Email');
    expect(screen.queryByLabelText('Current Password')).toBeNull();
    await retype(user, email, 'grace@x.com');
    await enterInto(user, screen.getByLabelText('Current Password'), 'secret');
    const sent = answer('patch', '/api/user/1', { ...ada, pendingEmail: 'grace@x.com' });
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText(/Open the link we sent to grace@x.com/)).toBeTruthy();
    expect(sent.bodies[0]).toMatchObject({ email: 'grace@x.com', currentPassword: 'secret' });
    expect(screen.getByText(/grace@x.com becomes your email address/)).toBeTruthy();
  });

  it('sets up an authenticator app, with the password if required', async () => {
    const { user } = open('/settings?tab=security');
    fail('post', '/api/second-factor/totp', 403, 'Again.', { code: 'reauthenticate' });
    await user.click(await screen.findByRole('button', { name: 'Set Up an App' }));
    const question = within(await screen.findByRole('dialog', { name: 'Enter your password again' }));
    await enterInto(user, question.getByLabelText('Password'), 'secret');
    const again = answer('post', '/api/reauthenticate', null, 204);
    answer('post', '/api/second-factor/totp', {
      secret: 'ABCDEFGH',
      uri: 'otpauth://totp/x?secret=ABCDEFGH',
    });
    await user.click(question.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('ABCD EFGH')).toBeTruthy();
    expect(again.bodies).toEqual([{ password: 'secret', code: '', credential: null }]);
    await enterInto(user, screen.getByLabelText('Code'), '123456');
    answer('post', '/api/second-factor/totp/confirm', { recoveryCodes: ['aaaa-bbbb-cccc'] });
    await user.click(screen.getByRole('button', { name: 'Turn On' }));
    expect(await screen.findByText('aaaa-bbbb-cccc')).toBeTruthy();
  });

  it('requires a code from users with a second factor', async () => {
    const { user } = open('/settings?tab=security');
    const refusal = { code: 'reauthenticate', methods: ['totp'] };
    fail('post', '/api/second-factor/totp', 403, 'Use a code.', refusal);
    await user.click(await screen.findByRole('button', { name: 'Set Up an App' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Confirm with two-factor authentication' }),
    );
    expect(dialog.queryByLabelText('Password')).toBeNull();
    await enterInto(user, dialog.getByLabelText('Code'), '123456');
    const again = answer('post', '/api/reauthenticate', null, 204);
    answer('post', '/api/second-factor/totp', {
      secret: 'ABCDEFGH',
      uri: 'otpauth://totp/x?secret=ABCDEFGH',
    });
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('ABCD EFGH')).toBeTruthy();
    expect(again.bodies).toEqual([{ password: '', code: '123456', credential: null }]);
  });

  it('shows an error if reauthentication finds no session', async () => {
    const { user } = open('/settings?tab=security');
    const again = { code: 'reauthenticate' };
    const tries = fail('post', '/api/second-factor/totp', 403, 'Enter your password again.', again);
    await user.click(await screen.findByRole('button', { name: 'Set Up an App' }));
    const question = within(await screen.findByRole('dialog', { name: 'Enter your password again' }));
    fail('post', '/api/reauthenticate', 400, 'Wrong.', { code: 'wrong_password' });
    await user.click(question.getByRole('button', { name: 'Continue' }));
    expect((await question.findByRole('alert')).textContent).toBe('Wrong.');
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Enter your password again.')).toBeTruthy();
    expect(tries.bodies).toHaveLength(1);
  });

  it('lists, renames and removes passkeys, and forgets devices', async () => {
    answer('get', '/api/second-factor', {
      totp: false,
      since: null,
      recoveryCodesLeft: 1,
      passkeys: [{ id: 3, name: 'Phone', createdAt: '2026-11-01T12:00:00Z', usedAt: null }],
      devices: [
        {
          id: 5,
          agent: null,
          createdAt: '2026-11-01T12:00:00Z',
          usedAt: '2026-11-01T12:00:00Z',
          expiresAt: '2026-12-01T12:00:00Z',
          current: true,
        },
      ],
      needed: true,
    });
    const { user } = open('/settings?tab=security');
    expect(
      await screen.findByText(
        '1 code left. Use a code to sign in if you lose your phone. Each code works once.',
      ),
    ).toBeTruthy();
    const menu = await screen.findByRole('button', { name: 'Actions for the passkey Phone' });
    await user.click(menu);
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    await enterInto(user, await screen.findByLabelText('Name'), ' 2');
    const named = answer('patch', '/api/second-factor/passkeys/3', { name: 'Phone 2' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(named.bodies).toEqual([{ name: 'Phone 2' }]));
    await user.click(menu);
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    const stays = { code: 'second_factor_stays' };
    fail(
      'delete',
      '/api/second-factor/passkeys/3',
      409,
      'Two-factor authentication is required here.',
      stays,
    );
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Two-factor authentication is required here.',
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const forgotten = answer('delete', '/api/second-factor/devices/5', null, 204);
    await user.click(await screen.findByRole('button', { name: 'Forget Unknown browser' }));
    await waitFor(() => expect(forgotten.bodies).toHaveLength(1));
  });

  it('changes the password', async () => {
    const { user } = open('/settings?tab=security');
    await user.click(await screen.findByRole('button', { name: 'Change Password' }));
    expect(await screen.findByText('Current password is required')).toBeTruthy();
    expect(screen.getByText('Password must be at least 6 characters')).toBeTruthy();
    await enterInto(user, screen.getByLabelText('Current Password'), 'secret');
    await enterInto(user, screen.getByLabelText('New Password'), 'secret2');
    await enterInto(user, screen.getByLabelText('Confirm Password'), 'secret3');
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
    expect(await screen.findByText("Passwords don't match")).toBeTruthy();
    await retype(user, screen.getByLabelText('Confirm Password'), 'secret2');
    const sent = answer('post', '/api/change-password', ada);
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
    expect(await screen.findByText('Password changed')).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText('New Password')).toHaveProperty('value', ''));
    expect(sent.bodies).toEqual([
      { currentPassword: 'secret', newPassword: 'secret2', confirmPassword: 'secret2' },
    ]);
  });

  it('finds a card by the words of a business, and focuses it', async () => {
    const { user, address } = open('/settings?tab=profile');
    await enterInto(user, await screen.findByLabelText('Search settings'), 'forgot');
    await user.click(await screen.findByRole('link', { name: /Change Password/ }));
    await waitFor(() => expect(document.activeElement?.id).toBe('change-password'));
    expect(address()).toContain('tab=security');
    await enterInto(user, screen.getByLabelText('Search settings'), 'zzz');
    expect(await screen.findByText('No settings found. Try another word.')).toBeTruthy();
  });

  it('lists the cards of the open page', async () => {
    open('/settings?tab=security');
    const contents = within(await screen.findByRole('navigation', { name: 'On this page' }));
    expect(contents.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/settings?tab=security#change-password',
      '/settings?tab=security#two-factor-authentication',
      '/settings?tab=security#remembered-devices',
      '/settings?tab=security#where-youre-signed-in',
      '/settings?tab=security#support-access',
    ]);
  });

  it('groups the pages and links back to the menu', async () => {
    open('/settings?tab=security');
    const menu = within(await screen.findByRole('navigation', { name: 'Settings' }));
    expect(menu.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Your Account',
      'Business',
      'Prices & Taxes',
      'Bookings & Payment',
      'Form & Messages',
    ]);
    expect(menu.getAllByRole('tab')).toHaveLength(21);
    expect(screen.getByRole('link', { name: 'All Settings' }).getAttribute('href')).toBe('/settings');
  });

  it('names the open page in its title on a narrow screen', async () => {
    const nothing = () => undefined;
    const narrow = { matches: false, addEventListener: nothing, removeEventListener: nothing };
    vi.stubGlobal('matchMedia', () => narrow);
    open('/settings?tab=security');
    expect(await screen.findByRole('heading', { level: 1, name: 'Security' })).toBeTruthy();
    expect(screen.queryByRole('heading', { level: 1, name: 'Settings' })).toBeNull();
    vi.unstubAllGlobals();
  });

  it.each([
    ['/settings', 'Company Name', 'Security'],
    ['/settings?tab=security', 'New Password', 'Profile'],
  ])('warns before leaving unsaved input at %s', async (path, label, tab) => {
    const { user, address } = open(path);
    await enterInto(user, await screen.findByLabelText(label), 'x');
    await user.click(screen.getByRole('tab', { name: tab }));
    await user.click(await screen.findByRole('button', { name: 'Keep Editing' }));
    expect(address()).toBe(path);
    await user.click(screen.getByRole('tab', { name: tab }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(address()).not.toBe(path));
  });
});

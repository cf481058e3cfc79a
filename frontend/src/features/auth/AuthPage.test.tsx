import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { open } from '@/testing/render';
import { ada, answer, crew, fail, refuse, signedOut, signIn } from '@/testing/server';
import { site } from '@/testing/settings';
import { enterInto } from '@/testing/typing';

/** Type sign-in data without submitting it. */
async function typeLogin(password = 'secret') {
  signedOut();
  const page = open('/auth');
  await page.user.type(await screen.findByLabelText('Email'), ada.email);
  await page.user.type(screen.getByLabelText('Password'), password);
  return page;
}

describe('signing in', () => {
  it('opens on Login and reports missing fields', async () => {
    signedOut();
    const { user } = open('/auth');
    expect(await screen.findByRole('heading', { name: 'Sign in to your account' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Invalid email address')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
  });

  it('redirects to the dashboard with a welcome message', async () => {
    const { user, address } = await typeLogin();
    signIn();
    const sent = answer('post', '/api/login', ada);
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Login successful')).toBeTruthy();
    expect(screen.getByText('Welcome back Bright Nights')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/dashboard'));
    expect(sent.bodies).toEqual([{ email: ada.email, password: 'secret' }]);
  });

  it('requests a code if the account has a second factor', async () => {
    const { user, address } = await typeLogin();
    fail('post', '/api/login', 401, 'Enter the code.', {
      code: 'second_factor_needed',
      ticket: '1.2.x',
      methods: ['totp'],
    });
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await enterInto(user, await screen.findByLabelText('Code'), '123456');
    fail('post', '/api/login/second-factor', 400, 'This code is not right.', { code: 'wrong_code' });
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This code is not right.');
    signIn();
    await user.click(screen.getByLabelText("Don't ask again on this device for 30 days"));
    const sent = answer('post', '/api/login/second-factor', ada);
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(address()).toBe('/dashboard'));
    expect(sent.bodies).toEqual([{ ticket: '1.2.x', code: '123456', credential: null, remember: true }]);
  });

  it('requests the passkey first and accepts a recovery code instead', async () => {
    const { user } = await typeLogin();
    fail('post', '/api/login', 401, 'x', {
      code: 'second_factor_needed',
      ticket: '1.2.x',
      methods: ['passkey'],
    });
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    const passkey = await screen.findByRole('button', { name: 'Use Your Passkey' });
    expect(document.activeElement).toBe(passkey);
    answer('post', '/api/login/passkey-options', { publicKey: {} });
    await user.click(passkey);
    // This browser supports no passkeys.
    expect((await screen.findByRole('alert')).textContent).toContain('cannot use passkeys');
    await user.click(screen.getByRole('button', { name: 'Use a Recovery Code' }));
    await enterInto(user, screen.getByLabelText('Recovery Code'), 'aaaa-bbbb-cccc');
    const wrong = { code: 'wrong_code' };
    const sent = fail('post', '/api/login/second-factor', 401, 'That code is not right.', wrong);
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect((await screen.findByRole('alert')).textContent).toContain('That code is not right.');
    expect(sent.bodies).toHaveLength(1);
  });

  it("keeps the input after a failure and shows the server's message", async () => {
    const { user } = await typeLogin('wrong');
    fail('post', '/api/login', 401, 'The email or password is incorrect.', { code: 'bad_login' });
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Login failed')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('The email or password is incorrect.');
    expect(screen.getByLabelText('Email')).toHaveProperty('value', ada.email);
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'wrong');
  });

  it.each([
    ['/auth', '/dashboard'],
    ['/auth?next=%2Fsettings', '/settings'],
    ['/auth?next=%2F%2Fevil.example', '/dashboard'],
  ])('redirects signed-in users from %s to %s', async (from, to) => {
    signIn();
    const { address } = open(from);
    await waitFor(() => expect(address()).toBe(to));
  });

  it('redirects users without revenue access to their start page', async () => {
    signIn(crew);
    answer('get', '/api/bookings', { items: [], nextCursor: null });
    const { address } = open('/auth');
    await waitFor(() => expect(['/bookings', '/day']).toContain(address()));
  });
});

it('links each form to the other below its button', async () => {
  signedOut();
  const { user } = open('/auth');
  await user.click(await screen.findByRole('button', { name: 'Register here' }));
  expect(screen.getByRole('heading', { name: 'Create a new account' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Log in here' }));
  expect(screen.getByRole('heading', { name: 'Sign in to your account' })).toBeTruthy();
});

describe('registering', () => {
  async function openRegister() {
    signedOut();
    const page = open('/auth');
    await page.user.click(await screen.findByRole('tab', { name: 'Register' }));
    expect(screen.getByRole('heading', { name: 'Create a new account' })).toBeTruthy();
    return page;
  }

  it('reports all errors at once', async () => {
    const { user } = await openRegister();
    await enterInto(user, screen.getByLabelText('Password'), 'short');
    await enterInto(user, screen.getByLabelText('Confirm Password'), 'other');
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    for (const text of [
      'Company name is required',
      'Invalid email address',
      'Password must be at least 6 characters',
      "Passwords don't match",
    ]) {
      expect(await screen.findByText(text)).toBeTruthy();
    }
  });

  it('sends every field except the confirmation and shows a server error at its field', async () => {
    const { user } = await openRegister();
    await enterInto(user, screen.getByLabelText('Company Name'), ' Bright Nights ');
    await enterInto(user, screen.getByLabelText('Your Name (Optional)'), 'Ada Lovelace ');
    await user.type(screen.getByLabelText('Email'), ada.email);
    await enterInto(user, screen.getByLabelText('Phone Number (Optional)'), '555');
    await enterInto(user, screen.getByLabelText('Password'), 'secret');
    await enterInto(user, screen.getByLabelText('Confirm Password'), 'secret');
    const taken = { code: 'taken', fields: { email: 'This email is taken.' } };
    const sent = fail('post', '/api/register', 409, 'There is an account.', taken);
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    expect(await screen.findByText('Registration failed')).toBeTruthy();
    expect(screen.getByText('This email is taken.')).toBeTruthy();
    expect(sent.bodies).toEqual([
      {
        companyName: 'Bright Nights',
        username: 'Ada Lovelace',
        email: ada.email,
        phoneNumber: '555',
        password: 'secret',
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    ]);

    signIn();
    answer('post', '/api/register', ada, 201);
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    expect(await screen.findByText('Registration successful')).toBeTruthy();
  });

  it('requires the terms to be accepted, again if they changed meanwhile', async () => {
    const terms = (version: string) => ({ url: 'https://here.example/terms', version });
    answer('get', '/api/site', site({ terms: terms('1') }));
    const { user } = await openRegister();
    const link = await screen.findByRole('link', { name: 'terms of use' });
    expect(link.getAttribute('href')).toBe('https://here.example/terms');
    await enterInto(user, screen.getByLabelText('Company Name'), 'Bright Nights');
    await user.type(screen.getByLabelText('Email'), ada.email);
    await enterInto(user, screen.getByLabelText('Password'), 'secret');
    await enterInto(user, screen.getByLabelText('Confirm Password'), 'secret');
    await user.click(screen.getByRole('checkbox', { name: /version 1/ }));

    const changed = 'The terms have changed.';
    answer('get', '/api/site', site({ terms: terms('2') }));
    const fields = { termsVersion: changed };
    refuse('post', '/api/register', fields);
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    const again = await screen.findByRole<HTMLInputElement>('checkbox', { name: /version 2/ });
    expect(again.checked).toBe(false);
    expect(screen.getByRole('alert').textContent).toBe(changed);

    await user.click(again);
    expect(screen.queryByRole('alert')).toBeNull();
    signIn();
    const sent = answer('post', '/api/register', ada, 201);
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    expect(await screen.findByText('Registration successful')).toBeTruthy();
    expect(sent.bodies).toMatchObject([{ termsVersion: '2' }]);
  });
});

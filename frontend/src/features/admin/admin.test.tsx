import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { AdminUser, Overview } from '@/api/admin';
import { root, settings } from '@/testing/admin';
import { open } from '@/testing/render';
import { answer, server, signedOut, signIn } from '@/testing/server';

function row(rest: Partial<AdminUser> = {}): AdminUser {
  return {
    id: 1,
    email: 'ada@brightnights.example',
    username: 'ada',
    companyName: 'Bright Nights',
    phoneNumber: null,
    role: 'user',
    isActive: true,
    createdAt: '2026-11-01T12:00:00Z',
    lastLogin: null,
    bookings: 3,
    termsVersion: null,
    termsAcceptedAt: null,
    ...rest,
  };
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

const overview: Overview = {
  users: page([]).figures,
  subscriptions: { live: 3, onTrial: 1, monthlyRevenue: 8700, recurringMonthly: 2417, pastDue: 1 },
  signUps: [{ week: '2026-11-15', count: 2 }],
  bookings: [{ week: '2026-11-15', count: 7 }],
  refused: [{ week: '2026-11-15', count: 1 }],
  jobs: {
    waiting: 0,
    failed: 1,
    lagSeconds: 0,
    latestFailed: [{ id: 5, kind: 'quote.sent', attempts: 10, createdAt: '2026-11-20T12:00:00Z' }],
  },
  system: { version: '1.0.0', database: 'PostgreSQL', migration: '0008' },
  mail: {
    serverSet: false,
    waiting: 0,
    sent: 41,
    failed: 1,
    latestFailed: [
      { id: 8, name: 'Booking confirmed', reason: 'No such person (550)', createdAt: '2026-11-20T12:00:00Z' },
    ],
  },
  attention: ['jobs_failed', 'mails_failed', 'mail_not_set', 'something_newer'],
  latest: [
    {
      id: 1,
      at: '2026-11-20T12:00:00Z',
      actor: 'root@site.example',
      action: 'user.role',
      subjectId: 1,
      subject: 'ada@brightnights.example',
      operatorId: null,
      business: null,
      details: { before: 'user', after: 'manager' },
    },
  ],
};

describe('access to the administration', () => {
  it('says that it checks while nobody is known', async () => {
    server.use(http.get('http://localhost:3000/api/user', () => new Promise(() => {})));
    open('/admin/users');
    expect(await screen.findByText('Checking permissions...')).toBeTruthy();
  });

  it('leads a visitor to the sign-in page and back', async () => {
    signedOut();
    const { address } = open('/admin/settings');
    await waitFor(() => expect(address()).toBe('/auth?next=%2Fadmin%2Fsettings'));
  });

  it('leads everybody else away with a toast, and asks the server nothing', async () => {
    signIn();
    const { address } = open('/admin/users');
    expect(await screen.findByText('Access Denied')).toBeTruthy();
    expect(screen.getByText("You don't have permission to access this page.")).toBeTruthy();
    expect(address()).toBe('/');
  });

  it('has its own header with the ways to every page, back and out', async () => {
    signIn(root);
    answer('get', '/api/admin/overview', overview);
    open('/admin');
    await screen.findByRole('heading', { name: 'Admin Dashboard' });
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    for (const path of ['/admin', '/admin/users', '/admin/audit', '/admin/settings', '/']) {
      expect(links).toContain(path);
    }
    expect(screen.getByRole('button', { name: 'Log out' })).toBeTruthy();
  });
});

describe('the overview', () => {
  it('names what needs attention and shows how it goes', async () => {
    signIn(root);
    answer('get', '/api/admin/overview', overview);
    open('/admin');
    expect(await screen.findByText(/No mail server is set, so no email is sent/)).toBeTruthy();
    expect(screen.getByText(/Some jobs were given up/)).toBeTruthy();
    expect(screen.getByText('quote.sent')).toBeTruthy();
    expect(
      screen.getByText(/emails of the last seven days were not sent or may not have arrived/),
    ).toBeTruthy();
    expect(screen.getByText('Nov 20, 2026: No such person (550)')).toBeTruthy();
    expect(screen.getByText('41 in seven days')).toBeTruthy();
    expect(screen.getByText('PostgreSQL, revision 0008')).toBeTruthy();
    expect(screen.getByText('user → manager')).toBeTruthy();
  });
});

describe('user management', () => {
  async function openUsers(items: AdminUser[]) {
    signIn(root);
    answer('get', '/api/admin/users', page(items));
    const opened = open('/admin/users');
    await screen.findByRole('heading', { name: 'User Management' });
    return opened;
  }

  it('has figures, tabs and a search', async () => {
    const { user, address } = await openUsers([row()]);
    for (const label of ['Total Users', 'Active Users', 'Admins', 'Managers']) {
      expect((await screen.findAllByText(label)).length).toBeGreaterThan(0);
    }
    for (const tab of ['All Users', 'Active', 'Inactive', 'Admins', 'Managers', 'Staff']) {
      expect(screen.getByRole('tab', { name: tab })).toBeTruthy();
    }
    await user.click(screen.getByRole('tab', { name: 'Inactive' }));
    expect(address()).toBe('/admin/users?filter=inactive');
    await user.type(screen.getByPlaceholderText('Search users...'), 'ada');
    await waitFor(() => expect(address()).toBe('/admin/users?filter=inactive&q=ada'));
  });

  it('says when nobody matches, and when it cannot be read', async () => {
    await openUsers([]);
    expect(await screen.findByText('No users found')).toBeTruthy();
  });

  it('can be read again after a failure', async () => {
    signIn(root);
    answer('get', '/api/admin/users', { message: 'Away.', code: 'unavailable' }, 503);
    const { user } = open('/admin/users');
    expect(await screen.findByText('Error loading users. Please try again.')).toBeTruthy();
    answer('get', '/api/admin/users', page([row()]));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('ada@brightnights.example')).toBeTruthy();
  });

  it('changes role and state of others, never of oneself', async () => {
    const { user } = await openUsers([row(), row({ id: 9, email: 'root@site.example', role: 'admin' })]);
    const role = answer('patch', '/api/admin/users/1/role', row({ role: 'manager' }));
    const state = answer('patch', '/api/admin/users/1/status', row({ isActive: false }));
    await user.selectOptions(await screen.findByLabelText('Role of ada@brightnights.example'), 'manager');
    expect(await screen.findByText('Role of ada@brightnights.example updated')).toBeTruthy();
    await user.click(await screen.findByRole('switch', { name: 'ada@brightnights.example is active' }));
    expect(await screen.findByText('ada@brightnights.example deactivated')).toBeTruthy();
    expect(screen.getByText(/^A plan that they pay for is canceled at Stripe in ten minutes/)).toBeTruthy();
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

  it('asks before it deletes, and says why it cannot', async () => {
    const { user } = await openUsers([row()]);
    const sentence = 'This user has a confirmed booking still to come and cannot be deleted.';
    answer('delete', '/api/admin/users/1', { message: sentence, code: 'has_bookings' }, 409);
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

  it('creates a user, and keeps what was typed when it is refused', async () => {
    const { user, address } = await openUsers([row()]);
    await user.type(await screen.findByPlaceholderText('Search users...'), 'new');
    await user.click(screen.getByRole('button', { name: 'Add User' }));
    expect(address()).toBe('/admin/users?q=new'); // before anything typed could be lost by it
    const dialog = within(await screen.findByRole('dialog', { name: 'Add User' }));
    await user.type(dialog.getByLabelText('Email'), 'new');
    await user.type(dialog.getByLabelText('Password'), '12345');
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    expect(await dialog.findByText('Please enter a valid email address')).toBeTruthy();
    expect(dialog.getByText('Password must be at least 6 characters')).toBeTruthy();
    await user.type(dialog.getByLabelText('Email'), '@here.example');
    await user.type(dialog.getByLabelText('Password'), '6');
    const taken = 'An account with this email already exists.';
    answer(
      'post',
      '/api/admin/users',
      { message: taken, code: 'email_taken', fields: { email: taken } },
      409,
    );
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

describe('system settings', () => {
  async function openSettings(path = '/admin/settings') {
    signIn(root);
    answer('get', '/api/admin/settings', settings);
    answer('get', '/api/admin/mail-templates', []);
    answer('get', '/api/admin/payments/comparisons', []);
    answer('get', '/api/admin/payments/refusals', []);
    const opened = open(path);
    await screen.findByRole('heading', { name: 'System Settings' });
    expect(screen.getByText('Manage application settings and configurations')).toBeTruthy();
    await screen.findByRole('tab', { name: 'General' });
    return opened;
  }

  it('saves what was changed and leaves alone what the environment fixes', async () => {
    const { user } = await openSettings();
    expect((screen.getByLabelText('Site URL') as HTMLInputElement).readOnly).toBe(true);
    await user.clear(screen.getByLabelText('Site Name'));
    await user.click(screen.getByRole('button', { name: 'Save General Settings' }));
    expect(await screen.findByText('Site name is required')).toBeTruthy();
    await user.type(screen.getByLabelText('Site Name'), 'Big Letters');
    const sent = answer('patch', '/api/admin/settings/general', settings);
    await user.click(screen.getByRole('button', { name: 'Save General Settings' }));
    expect(await screen.findByText('General settings saved.')).toBeTruthy();
    expect(sent.bodies).toEqual([
      {
        siteName: 'Big Letters',
        companyAddress: null,
        companyPhone: null,
        companyEmail: null,
        termsUrl: null,
        termsVersion: null,
        maintenanceMode: false,
        reviewNewBusinesses: false,
      },
    ]);
  });

  it('keeps a set secret that is left empty', async () => {
    const { user } = await openSettings('/admin/settings?tab=email');
    expect(await screen.findByText('Set. Leave empty to keep it.')).toBeTruthy();
    const sent = answer('patch', '/api/admin/settings/email', settings);
    await user.click(screen.getByRole('button', { name: 'Save Email Settings' }));
    await waitFor(() => expect(sent.bodies).toHaveLength(1));
    expect(sent.bodies[0]).not.toHaveProperty('smtpPassword');
  });

  it('puts the sentence of a refused key at its field', async () => {
    const { user } = await openSettings('/admin/settings?tab=payments');
    await user.type(await screen.findByLabelText('Stripe Publishable Key'), 'pk_live_1');
    const sentence = 'Test mode takes test keys only. Turn test mode off to use a live key.';
    answer(
      'patch',
      '/api/admin/settings/payments',
      { message: sentence, code: 'invalid', fields: { stripePublishableKey: sentence } },
      422,
    );
    await user.click(screen.getByRole('button', { name: 'Save Payment Settings' }));
    await waitFor(() => expect(screen.getAllByText(sentence).length).toBeGreaterThan(0));
    for (const option of ['Credit/Debit Card', 'Apple Pay', 'Google Pay']) {
      expect(screen.getByRole('switch', { name: option })).toBeTruthy();
    }
  });

  it('says of each way to pay only what the check has found', async () => {
    const { user } = await openSettings('/admin/settings?tab=payments');
    const options = ['Credit/Debit Card', 'Apple Pay', 'Google Pay'];
    const rowOf = async (name: string) => (await screen.findByRole('switch', { name })).parentElement;
    for (const name of options) expect((await rowOf(name))?.textContent).toBe('Not checked');
    const found = (name: string, ok: boolean) => ({ name, ok, sentence: `${name} was looked at.` });
    answer('get', '/api/admin/payments/check', {
      ok: false,
      findings: [found('keys', true), found('secret_key', true), found('domain', false)],
    });
    await user.click(screen.getByRole('button', { name: 'Check Setup' }));
    await waitFor(async () => expect((await rowOf('Credit/Debit Card'))?.textContent).toBe('On'));
    for (const name of options.slice(1)) {
      expect((await rowOf(name))?.textContent).toBe('Domain not registered');
    }
    answer('get', '/api/admin/payments/check', {
      ok: false,
      findings: [found('keys', true), found('domain', true), found('account_domains', false)],
    });
    await user.click(screen.getByRole('button', { name: 'Check Setup' }));
    await screen.findByText('account_domains was looked at.');
    for (const name of options.slice(1)) {
      expect((await rowOf(name))?.textContent).toBe('Domain not registered');
    }
    answer('get', '/api/admin/payments/check', { ok: true, findings: [found('keys', false)] });
    await user.click(screen.getByRole('button', { name: 'Check Setup' }));
    await waitFor(async () => expect((await rowOf('Credit/Debit Card'))?.textContent).toBe('Off'));
  });

  it('lists the comparisons with Stripe, and what each has repaired', async () => {
    const { user } = await openSettings('/admin/settings?tab=payments');
    expect(await screen.findByText('Nothing has been compared yet.')).toBeTruthy();
    const repair = { account: 'acct_1', business: 'Bright Nights', outcome: 'recorded' };
    const times = { at: '2026-11-22T04:00:00Z', since: '2026-11-18T04:00:00Z', isLive: true };
    answer('get', '/api/admin/payments/comparisons', [
      {
        ...{ ...times, id: 2, listed: 1234 },
        repairs: [
          { ...repair, kind: 'refund.listed', objectId: 're_1' },
          { ...repair, kind: 'invoice.paid', objectId: 'in_1', account: null, business: null, outcome: null },
          { ...repair, kind: 'account.listed', objectId: 'acct_1', outcome: 'unknown business' },
        ],
      },
      { ...times, id: 1, listed: 0, isLive: false, repairs: [] },
    ]);
    await user.click(screen.getByRole('button', { name: 'Reload the comparisons' }));
    await screen.findByText('3 differences');
    expect(screen.getByText('Refund recorded otherwise').closest('li')?.textContent).toBe(
      'Refund recorded otherwiseBright Nights, re_1Repaired',
    );
    expect(screen.getByText('Missed event invoice.paid').closest('li')?.textContent).toBe(
      'Missed event invoice.paidYour own account, in_1Being repaired',
    );
    expect(screen.getByText('Not recorded: unknown business')).toBeTruthy();
    expect(screen.getByText('No differences')).toBeTruthy();
    expect(screen.getByText(/^1,234 compared, from /)).toBeTruthy();
  });

  it('lists what Stripe has refused, in its own words and with a way to its log', async () => {
    const { user } = await openSettings('/admin/settings?tab=payments');
    expect(await screen.findByText('Stripe has refused nothing.')).toBeTruthy();
    const told = {
      at: '2026-11-22T04:00:00Z',
      call: 'POST /v1/refunds',
      isLive: false,
      code: 'provider_refused',
    };
    answer('get', '/api/admin/payments/refusals', [
      {
        ...{ ...told, id: 2, account: 'acct_1', business: 'Bright Nights', providerCode: 'charge_disputed' },
        ...{ message: 'The charge is disputed.', param: 'charge' },
        ...{ requestId: 'req_1', url: 'https://dashboard.stripe.com/acct_1/test/logs/req_1' },
      },
      {
        ...{ ...told, id: 1, account: null, business: null, providerCode: null, code: 'provider_away' },
        ...{ message: null, param: null, requestId: null, url: null },
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'Reload the refused calls' }));
    const row = (await screen.findByText('The charge is disputed.')).closest('li');
    expect(row?.textContent).toContain('Bright Nights, POST /v1/refunds, Parameter charge');
    expect(row?.textContent).toContain('charge_disputed');
    expect(screen.getByRole('link', { name: 'Request req_1' }).getAttribute('href')).toBe(
      'https://dashboard.stripe.com/acct_1/test/logs/req_1',
    );
    const other = screen.getByText('Stripe did not answer.').closest('li');
    expect(other?.textContent).toContain('Your own account, POST /v1/refunds');
  });

  it('says that the comparisons could not be loaded', async () => {
    signIn(root);
    answer('get', '/api/admin/settings', settings);
    answer('get', '/api/admin/mail-templates', []);
    answer('get', '/api/admin/payments/comparisons', { message: 'It is too busy.', code: 'busy' }, 503);
    answer('get', '/api/admin/payments/refusals', []);
    open('/admin/settings?tab=payments');
    expect(await screen.findByText('It is too busy.')).toBeTruthy();
  });

  it('judges numbers before it sends them', async () => {
    const { user } = await openSettings('/admin/settings?tab=site');
    const price = await screen.findByLabelText('Default Letter Price (per day)');
    await user.clear(price);
    await user.type(price, '-1');
    await user.click(screen.getByRole('button', { name: 'Save Site Settings' }));
    expect(await screen.findByText('Must be a positive number')).toBeTruthy();
  });
});

describe('subscription management', () => {
  const plan = {
    id: 4,
    name: 'Studio',
    description: null,
    price: 2900,
    interval: 'monthly',
    features: { items: ['Quotes', 'Papers, too'] },
    isActive: true,
    trialDays: 14,
    createdAt: '2026-11-01T12:00:00Z',
    updatedAt: '2026-11-01T12:00:00Z',
    stripeProductId: null,
    stripePriceId: null,
  };

  async function openPlans(plans: unknown[], path = '/admin/subscriptions') {
    signIn(root);
    answer('get', '/api/admin/subscription-plans', plans as never);
    const subscriber = {
      id: 1,
      userId: 1,
      email: 'ada@brightnights.example',
      username: 'ada',
      companyName: 'Bright Nights',
      planName: 'Studio',
      price: 2900,
      interval: 'monthly',
      status: 'trial',
      currentPeriodStart: '2026-11-01T12:00:00Z',
      currentPeriodEnd: '2026-12-01T12:00:00Z',
      cancelAtPeriodEnd: true,
    };
    server.use(
      http.get('http://localhost:3000/api/admin/subscriptions', ({ request }) => {
        const asked = new URL(request.url).searchParams;
        const isSecond = asked.has('cursor');
        const items = asked.has('q')
          ? []
          : [isSecond ? { ...subscriber, id: 2, email: 'bea@glow.example' } : subscriber];
        return HttpResponse.json({
          items,
          nextCursor: asked.has('q') || isSecond ? null : 'next',
          matching: asked.has('q') ? 0 : 2,
          figures: { live: 2, onTrial: 2, pastDue: 0, monthlyRevenue: 5800, recurringMonthly: 1242 },
        });
      }),
    );
    const opened = open(path);
    await screen.findByRole('heading', { name: 'Subscription Management' });
    return opened;
  }

  it('lists who has what page after page, counts what is live, and finds', async () => {
    const { user, address } = await openPlans([]);
    expect(await screen.findByText('No subscription plans found')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'User Subscriptions' }));
    expect(await screen.findByText('Nov 1, 2026 – Dec 1, 2026')).toBeTruthy();
    expect(screen.getByText('$58.00')).toBeTruthy();
    expect(screen.getByText('Cancels at its end')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show More' }));
    expect(await screen.findByText('bea@glow.example')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull();
    await user.selectOptions(screen.getByLabelText('Status'), 'Past Due');
    await user.type(screen.getByPlaceholderText('Search subscriptions...'), 'nobody');
    expect(await screen.findByText('None matches. Try other words or another status.')).toBeTruthy();
    expect(address()).toBe('/admin/subscriptions?tab=subscriptions&status=past_due&q=nobody');
  });

  it('edits a plan: dollars become cents, features go as they were typed', async () => {
    const { user } = await openPlans([plan]);
    await user.click(await screen.findByRole('button', { name: 'Edit Studio' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Plan' }));
    const features = dialog.getByLabelText('Features (Optional)') as HTMLTextAreaElement;
    expect(features.value).toBe('{"items":["Quotes","Papers, too"]}');
    await user.clear(features);
    await user.type(features, 'One, Two');
    await user.clear(dialog.getByLabelText('Price ($)'));
    await user.type(dialog.getByLabelText('Price ($)'), '19.99');
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), 'ab');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText('Name must be at least 3 characters')).toBeTruthy();
    await user.type(dialog.getByLabelText('Name'), 'c');
    const sent = answer('patch', '/api/admin/subscription-plans/4', plan);
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(sent.bodies).toHaveLength(1));
    expect(sent.bodies[0]).toMatchObject({ name: 'abc', price: 1999, features: 'One, Two' });
  });

  it('says why a plan cannot be deleted', async () => {
    const { user } = await openPlans([plan]);
    const sentence = 'Somebody has this plan. Deactivate it instead.';
    answer('delete', '/api/admin/subscription-plans/4', { message: sentence, code: 'plan_in_use' }, 409);
    await user.click(await screen.findByRole('button', { name: 'Delete Studio' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete Plan' }));
    expect(await dialog.findByText(sentence)).toBeTruthy();
  });
});

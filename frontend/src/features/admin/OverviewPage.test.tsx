import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Overview } from '@/api/admin';
import { root } from '@/testing/admin';
import { open } from '@/testing/render';
import { answer, server, signedOut, signIn } from '@/testing/server';

const overview: Overview = {
  version: '1.0.0',
  commit: '810837b',
  buildDate: '2026-11-29',
  users: { total: 12, active: 11, inactive: 1, admins: 2, managers: 4, staff: 0 },
  subscriptions: { live: 3, onTrial: 1, monthlyRevenue: 8700, recurringMonthly: 2417, pastDue: 1 },
  signUps: [{ week: '2026-11-15', count: 2 }],
  bookings: [{ week: '2026-11-15', count: 7 }],
  refused: [{ week: '2026-11-15', count: 1 }],
  jobs: {
    waiting: 0,
    failed: 1,
    unknown: 2,
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
  backup: {
    lastAt: '2026-11-20T03:00:00Z',
    lastSize: 48_200_000,
    lastVerifiedAt: null,
    ok: false,
    problem: 'No space left on device.',
  },
  attention: ['backup_failed', 'jobs_failed', 'mails_failed', 'mail_not_set', 'something_newer'],
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

describe('admin area access', () => {
  it('shows a permission check while the current user is loading', async () => {
    server.use(http.get('http://localhost:3000/api/user', () => new Promise(() => {})));
    open('/admin/users');
    expect(await screen.findByText('Checking permissions...')).toBeTruthy();
  });

  it('redirects a visitor to sign-in and back', async () => {
    signedOut();
    const { address } = open('/admin/settings');
    await waitFor(() => expect(address()).toBe('/auth?next=%2Fadmin%2Fsettings'));
  });

  it('redirects non-admins with a toast and sends no admin requests', async () => {
    signIn();
    const { address } = open('/admin/users');
    expect(await screen.findByText('Access Denied')).toBeTruthy();
    expect(screen.getByText("You don't have permission to access this page.")).toBeTruthy();
    expect(address()).toBe('/');
  });

  it('has a header linking to every admin page, the site and sign-out', async () => {
    signIn(root);
    answer('get', '/api/admin/overview', overview);
    answer('get', '/api/admin/failing-jobs', []);
    open('/admin');
    await screen.findByRole('heading', { name: 'Admin Dashboard' });
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    for (const path of ['/admin', '/admin/users', '/admin/audit', '/admin/settings', '/']) {
      expect(links).toContain(path);
    }
    expect(screen.getByRole('button', { name: 'Log out' })).toBeTruthy();
  });
});

describe('admin overview', () => {
  it('lists items that need attention and shows statistics', async () => {
    signIn(root);
    answer('get', '/api/admin/overview', overview);
    answer('get', '/api/admin/failing-jobs', []);
    open('/admin');
    expect(await screen.findByText(/No mail server is configured, so no email is sent/)).toBeTruthy();
    expect(screen.getByText(/Some jobs failed permanently/)).toBeTruthy();
    expect(screen.getByText('quote.sent')).toBeTruthy();
    expect(
      screen.getByText(/emails from the last 7 days were not sent or may not have been delivered/),
    ).toBeTruthy();
    expect(screen.getByText('Nov 20, 2026: No such person (550)')).toBeTruthy();
    expect(screen.getByText('41 in 7 days')).toBeTruthy();
    expect(screen.getByText('PostgreSQL, revision 0008')).toBeTruthy();
    expect(screen.getByText('1.0.0 (810837b, 2026-11-29)')).toBeTruthy();
    expect(screen.getByText('The latest backup failed. See the reason below.')).toBeTruthy();
    expect(screen.getByText('No space left on device.')).toBeTruthy();
    expect(screen.getByText(/^Nov 20, 2026 \d{1,2}:00 AM, 48\.2 MB$/)).toBeTruthy();
    expect(screen.getByText('Never')).toBeTruthy();
    expect(screen.getByText('user → manager')).toBeTruthy();
    expect(screen.getByText('Unrecognized jobs')).toBeTruthy();
  });

  it('lists failing jobs by business and retries them', async () => {
    signIn(root);
    answer('get', '/api/admin/overview', overview);
    const failing = {
      kind: 'mail.send',
      operatorId: 4,
      name: 'Bright Nights',
      retrying: 9000,
      givenUp: 1,
      lastError: 'Connection refused',
      since: '2026-11-20T12:00:00Z',
    };
    answer('get', '/api/admin/failing-jobs', [failing, { ...failing, operatorId: null, name: null }]);
    const sent: unknown[] = [];
    server.use(
      http.post('http://localhost:3000/api/admin/failing-jobs/retry', async ({ request }) => {
        sent.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = open('/admin');
    expect(await screen.findByText('mail.send · Bright Nights')).toBeTruthy();
    expect(screen.getAllByText('9,000 jobs being retried, 1 job failed since Nov 20, 2026')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Run mail.send again for Bright Nights' }));
    await waitFor(() => expect(sent).toEqual([{ kind: 'mail.send', operatorId: 4 }]));
    expect(screen.getByText('mail.send · the installation')).toBeTruthy();
  });
});

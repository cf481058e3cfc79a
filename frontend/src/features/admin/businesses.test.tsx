import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BusinessOverview, BusinessUse } from '@/api/businesses';
import { root } from '@/testing/admin';
import { open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { answer, signIn } from '@/testing/server';

const use: BusinessUse = {
  operatorId: 4,
  name: 'Bright Nights',
  email: 'ada@brightnights.example',
  state: 'active',
  requests: 1234,
  errors: 56,
  jobsWaiting: 7,
  jobsFailing: 2,
  emails: 9,
  bounces: 1,
  storageBytes: 12_000_000,
  streams: 3,
};
const overview = sample<BusinessOverview>({
  ...use,
  createdAt: '2026-01-01T00:00:00Z',
  suspended: null,
  slowedAt: null,
  supportUntil: null,
  limits: [{ kind: 'requests', used: null, allowed: 6000, period: 'minute' }],
  members: [
    { userId: 4, name: 'ada', email: 'ada@brightnights.example', role: 'owner', lastLogin: null, signIns: 2 },
  ],
  failingJobs: [
    { kind: 'mail.send', retrying: 2, givenUp: 0, lastError: 'Timeout', since: '2026-11-20T12:00:00Z' },
  ],
  lastExportAt: null,
  lastBackupAt: null,
  slowCalls: [{ hour: '2026-11-20T12:00:00Z', route: '/api/day', ms: 1500, count: 1 }],
  hours: [{ hour: '2026-11-20T12:00:00Z', requests: 1234, errors: 56, limited: 3, slow: 1 }],
});

function openBusiness(business: BusinessOverview) {
  signIn(root);
  answer('get', '/api/admin/businesses/4', business);
  return open('/admin/businesses/4');
}

describe('businesses', () => {
  it('are listed by use, in the order and period of the URL', async () => {
    signIn(root);
    const asked = answer('get', '/api/admin/businesses', [use]);
    const { user } = open('/admin/businesses');
    const row = (await screen.findByRole('link', { name: 'Bright Nights' })).closest('tr') as HTMLElement;
    expect(within(row).getByText('1,234')).toBeTruthy();
    expect(within(row).getByText('2 failing')).toBeTruthy();
    expect(within(row).getByText('12 MB')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Sort by'), 'errors');
    await waitFor(() => expect(asked.bodies).toHaveLength(2));
  });

  it('are suspended with a reason and resumed', async () => {
    const { user } = openBusiness(overview());
    await user.click(await screen.findByRole('button', { name: 'Suspend' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Suspend' }));
    expect(await within(dialog).findByText('Enter a reason')).toBeTruthy();
    const suspended = overview({
      state: 'suspended',
      suspended: { since: '2026-11-20T12:00:00Z', reason: 'Spam' },
    });
    const sent = answer('post', '/api/admin/businesses/4/suspend', suspended);
    answer('get', '/api/admin/businesses/4', suspended);
    await user.type(within(dialog).getByLabelText(/^Reason/), 'Spam');
    await user.click(within(dialog).getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText(/Reason: Spam/)).toBeTruthy();
    expect(sent.bodies).toEqual([{ reason: 'Spam' }]);
    const resumed = answer('post', '/api/admin/businesses/4/resume', overview());
    answer('get', '/api/admin/businesses/4', overview());
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(await screen.findByText('Business resumed')).toBeTruthy();
    expect(resumed.bodies).toHaveLength(1);
  });

  it('are slowed and signed out after a confirmation', async () => {
    const { user } = openBusiness(overview());
    const slowed = answer('post', '/api/admin/businesses/4/slow', overview());
    await user.click(await screen.findByRole('button', { name: 'Slow' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Slow' }));
    expect(await screen.findByText('Business slowed')).toBeTruthy();
    const signedOut = answer('post', '/api/admin/businesses/4/sign-out', overview());
    await user.click(await screen.findByRole('button', { name: 'Sign Out All' }));
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign Out' }),
    );
    expect(await screen.findByText('All members signed out')).toBeTruthy();
    expect([slowed.bodies.length, signedOut.bodies.length]).toEqual([1, 1]);
  });

  it('show their bookings only on request, with support access', async () => {
    const { user } = openBusiness(overview({ supportUntil: '2027-06-01T12:00:00Z' }));
    const read = answer('get', '/api/admin/businesses/4/support/bookings', { items: [], nextCursor: null });
    const button = await screen.findByRole('button', { name: 'View Bookings' });
    expect(read.bodies).toHaveLength(0);
    await user.click(button);
    expect(await screen.findByText('No bookings yet.')).toBeTruthy();
    expect(read.bodies).toHaveLength(1);
  });
});

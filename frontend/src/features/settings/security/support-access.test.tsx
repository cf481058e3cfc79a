import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { open } from '@/testing/render';
import { ada, answer, crew, signIn } from '@/testing/server';

describe('support access', () => {
  it('is allowed for an hour and ended by the owner, who sees each reading', async () => {
    signIn(ada);
    answer('get', '/api/support-access', { until: null, readings: [] });
    const { user } = open('/settings?tab=security');
    const allow = await screen.findByRole('button', { name: 'Allow Support Access for an Hour' });
    const access = {
      until: '2027-06-01T12:00:00Z',
      readings: [{ at: '2027-06-01T11:30:00Z', by: 'root@site.example' }],
    };
    const allowed = answer('post', '/api/support-access', access);
    answer('get', '/api/support-access', access);
    await user.click(allow);
    expect(await screen.findByText(/root@site.example viewed your bookings/)).toBeTruthy();
    const ended = answer('delete', '/api/support-access', null, 204);
    answer('get', '/api/support-access', { ...access, until: null });
    await user.click(screen.getByRole('button', { name: 'End Now' }));
    expect(await screen.findByText('Support access ended')).toBeTruthy();
    expect([allowed.bodies.length, ended.bodies.length]).toEqual([1, 1]);
  });

  it('is not offered to staff', async () => {
    signIn(crew);
    open('/settings?tab=security');
    expect(await screen.findByText('Change Password', { selector: 'h2, h3' })).toBeTruthy();
    expect(screen.queryByText('Support Access')).toBeNull();
  });
});

describe('a suspended business', () => {
  it('shows its members the reason', async () => {
    const suspended = { since: '2027-06-01T12:00:00Z', reason: 'Spam' };
    signIn({
      ...ada,
      team: { name: 'Bright Nights', part: 'owner', isActive: true, closesAt: null, suspended },
    });
    open('/bookings');
    expect(await screen.findByText(/Reason: Spam/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Export Your Data' })).toBeTruthy();
  });
});

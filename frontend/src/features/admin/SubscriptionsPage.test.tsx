import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { root } from '@/testing/admin';
import { open } from '@/testing/render';
import { answer, fail, server, signIn } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

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
        const query = new URL(request.url).searchParams;
        const isSecond = query.has('cursor');
        const items = query.has('q')
          ? []
          : [isSecond ? { ...subscriber, id: 2, email: 'bea@glow.example' } : subscriber];
        return HttpResponse.json({
          items,
          nextCursor: query.has('q') || isSecond ? null : 'next',
          matching: query.has('q') ? 0 : 2,
          figures: { live: 2, onTrial: 2, pastDue: 0, monthlyRevenue: 5800, recurringMonthly: 1242 },
        });
      }),
    );
    const opened = open(path);
    await screen.findByRole('heading', { name: 'Subscription Management' });
    return opened;
  }

  it('paginates and searches subscriptions and counts the live ones', async () => {
    const { user, address } = await openPlans([]);
    expect(await screen.findByText('No subscription plans found')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'User Subscriptions' }));
    expect(await screen.findByText('Nov 1, 2026 – Dec 1, 2026')).toBeTruthy();
    expect(screen.getByText('$58.00')).toBeTruthy();
    expect(screen.getByText('Cancels at period end')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show More' }));
    expect(await screen.findByText('bea@glow.example')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull();
    await user.selectOptions(screen.getByLabelText('Status'), 'Past Due');
    await enterInto(user, screen.getByPlaceholderText('Search subscriptions...'), 'nobody');
    expect(await screen.findByText('No subscriptions match. Try a different search or status.')).toBeTruthy();
    expect(address()).toBe('/admin/subscriptions?tab=subscriptions&status=past_due&q=nobody');
  });

  it('edits a plan, sending cents and the features as typed', async () => {
    const { user } = await openPlans([plan]);
    await user.click(await screen.findByRole('button', { name: 'Edit Studio' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Plan' }));
    const features = dialog.getByLabelText('Features (Optional)') as HTMLTextAreaElement;
    expect(features.value).toBe('{"items":["Quotes","Papers, too"]}');
    await retype(user, features, 'One, Two');
    await retype(user, dialog.getByLabelText('Price ($)'), '19.99');
    await retype(user, dialog.getByLabelText('Name'), 'ab');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText('Name must be at least 3 characters')).toBeTruthy();
    await enterInto(user, dialog.getByLabelText('Name'), 'c');
    const sent = answer('patch', '/api/admin/subscription-plans/4', plan);
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(sent.bodies).toHaveLength(1));
    expect(sent.bodies[0]).toMatchObject({ name: 'abc', price: 1999, features: 'One, Two' });
  });

  it('accepts storage in whole megabytes within limits, or empty for the default', async () => {
    const { user } = await openPlans([{ ...plan, storageMegabytes: 1500 }]);
    await user.click(await screen.findByRole('button', { name: 'Edit Studio' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Plan' }));
    const storage = dialog.getByLabelText(/storage/i) as HTMLInputElement;
    expect(storage.value).toBe('1500');
    const sent = answer('patch', '/api/admin/subscription-plans/4', plan);
    for (const refused of ['199', '100001', '250.5', 'lots']) {
      await retype(user, storage, refused);
      await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
      expect(await dialog.findByText('Must be a whole number from 200 to 100,000, or empty')).toBeTruthy();
    }
    expect(sent.bodies).toEqual([]);
    await user.clear(storage);
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(sent.bodies).toHaveLength(1));
    expect(sent.bodies[0]).toMatchObject({ storageMegabytes: null });
  });

  it('explains why a plan cannot be deleted', async () => {
    const { user } = await openPlans([plan]);
    const sentence = 'Somebody has this plan. Deactivate it instead.';
    fail('delete', '/api/admin/subscription-plans/4', 409, sentence, { code: 'plan_in_use' });
    await user.click(await screen.findByRole('button', { name: 'Delete Studio' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete Plan' }));
    expect(await dialog.findByText(sentence)).toBeTruthy();
  });
});

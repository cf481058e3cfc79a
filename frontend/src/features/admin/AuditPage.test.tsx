import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { open } from '@/testing/render';
import { ada, answer, server } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

const line = { at: '2027-03-03T15:00:00Z', actor: ada.email, subjectId: 4, operatorId: 1, business: 'Glow' };
const items = [
  {
    ...line,
    id: 3,
    action: 'booking.status',
    subject: 'Grace',
    details: { before: 'pending', after: 'confirmed' },
  },
  {
    ...line,
    id: 2,
    action: 'settings.changed',
    subject: 'booking rules',
    details: { changed: ['holdDays', 'timeZone'] },
  },
  {
    ...line,
    id: 1,
    action: 'payment.refunded',
    actor: null,
    subject: 'Grace',
    business: null,
    details: { amount: 12.5, currency: 'EUR' },
  },
  {
    ...line,
    id: 9,
    action: 'subscription.admin_extended',
    subject: 'bea@glow.example',
    details: { plan: 'Studio', before: '2026-12-08', after: '2026-12-22' },
  },
  {
    ...line,
    id: 10,
    action: 'subscription.admin_ended',
    subject: 'bea@glow.example',
    details: { plan: 'Studio', before: null, after: null },
  },
];

/** Mock the audit log and record its requests. */
function audit(): URLSearchParams[] {
  const requests: URLSearchParams[] = [];
  answer('get', '/api/user', { ...ada, role: 'admin', operatorId: null });
  server.use(
    http.get('http://localhost:3000/api/admin/audit', ({ request }) => {
      const { searchParams } = new URL(request.url);
      requests.push(searchParams);
      const page = searchParams.has('from') || searchParams.has('cursor') ? [] : items;
      return HttpResponse.json({ items: page, nextCursor: searchParams.has('cursor') ? null : 'next' });
    }),
  );
  return requests;
}

describe('audit log', () => {
  it('describes each action in plain language and loads further pages', async () => {
    const requests = audit();
    const { user } = open('/admin/audit');
    const [, status, settings, refund, extended, ended] = await screen.findAllByRole('row');
    expect(status?.textContent).toContain('Changed the booking of Grace');
    expect(status?.textContent).toContain('pending → confirmed');
    expect(settings?.textContent).toContain('hold days, time zone');
    expect(refund?.textContent).toContain('SystemRefunded Grace€12.50Business 1 (removed)');
    expect(extended?.textContent).toContain(
      'Extended the trial of bea@glow.exampleDec 8, 2026 → Dec 22, 2026',
    );
    expect(ended?.textContent).toContain('Ended the plan of bea@glow.exampleStudio');

    await user.click(screen.getByRole('button', { name: 'Show More' }));
    await waitFor(() => expect(requests.at(-1)?.get('cursor')).toBe('next'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull());
  });

  it('stores business, action and date filters in the URL and clears them', async () => {
    const requests = audit();
    const { user, address } = open('/admin/audit?q=grace');
    const [first] = await screen.findAllByRole('button', { name: 'Glow' });
    if (first === undefined) throw new Error('no business is named');
    await user.click(first);
    expect(await screen.findByText(/Showing only activity in/)).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Action'), 'Deletions');
    await enterInto(user, screen.getByLabelText('From'), '3/32/2027');
    await user.tab();
    expect(screen.getByText('Enter the date as MM/DD/YYYY')).toBeTruthy();
    await retype(user, screen.getByLabelText('From'), '3/1/2027');
    expect(await screen.findByText('No results')).toBeTruthy();
    expect(Object.fromEntries(requests.at(-1) ?? [])).toEqual({
      q: 'grace',
      action: '.deleted',
      business: '1',
      from: '2027-03-01',
      limit: expect.any(String),
    });
    expect(address()).toContain('business=1');

    await user.click(screen.getByRole('button', { name: 'Show All Businesses' }));
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    const table = within(await screen.findByRole('region', { name: 'Audit' }));
    expect(table.getAllByRole('row')).toHaveLength(6);
    await waitFor(() => expect(address()).toBe('/admin/audit'));
  });
});

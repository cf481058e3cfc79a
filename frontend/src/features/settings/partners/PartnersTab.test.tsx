import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Partner, PartnerStatement } from '@/api/partners';
import { open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { answer, refuse, signIn } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

const partner = sample<Partner>({
  id: 3,
  name: 'Bloom Events',
  kind: 'planner',
  email: null,
  code: 'bloom',
  commission: { percent: 10, amount: null },
  excludes: [],
  active: true,
  bookings: 2,
  url: '/booking?key=mk_abc&via=bloom',
});

const statement = sample<PartnerStatement>({
  name: 'Bloom Events',
  since: '2026-10-01',
  until: '2026-10-31',
  currency: 'USD',
  rows: [{ bookingId: 7, number: 12, customerName: 'Ada Lovelace', base: 540, commission: 54 }],
  total: 54,
  payouts: [],
});

function openPartners(partners: readonly Partner[], shown: PartnerStatement = statement()) {
  signIn();
  answer('get', '/api/partners', [...partners]);
  answer('get', '/api/partners/3/statement', shown);
  return open('/settings?tab=partners');
}

describe('the settings of partners', () => {
  it('add a partner with a commission', async () => {
    const { user } = openPartners([]);
    expect(await screen.findByText('No partners yet.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add Partner' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a Partner' }));
    await user.click(dialog.getByRole('button', { name: 'Save Partner' }));
    expect(await dialog.findByText('Enter a name')).toBeTruthy();
    await enterInto(user, dialog.getByLabelText('Name'), 'Bloom Events');
    await user.click(dialog.getByLabelText('No commission on delivery fees'));
    const sent = answer('post', '/api/partners', partner());
    answer('get', '/api/partners', [partner()]);
    await user.click(dialog.getByRole('button', { name: 'Save Partner' }));
    expect(await screen.findByText('Partner saved')).toBeTruthy();
    expect(sent.bodies).toEqual([
      {
        name: 'Bloom Events',
        kind: 'planner',
        email: null,
        commission: { percent: 10 },
        excludes: ['delivery'],
        active: true,
      },
    ]);
    expect(await screen.findByText('Planner · 10% · code bloom · 2 bookings')).toBeTruthy();
  });

  it("show the server's errors at the fields", async () => {
    const { user } = openPartners([partner()]);
    await user.click(await screen.findByRole('button', { name: 'Edit Bloom Events' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Bloom Events' }));
    await retype(user, dialog.getByLabelText('Code'), 'foundry');
    refuse('patch', '/api/partners/3', { code: 'Another partner has this code' });
    await user.click(dialog.getByRole('button', { name: 'Save Partner' }));
    expect(await dialog.findByText('Another partner has this code')).toBeTruthy();
  });

  it('show the commission of a month, and mark it as paid', async () => {
    const { user } = openPartners([partner()]);
    const table = await screen.findByRole('region', { name: 'Commission' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['Booking', 'Paid', 'Commission'],
      ['#12 Ada Lovelace', '$540.00', '$54.00'],
      ['Total', '', '$54.00'],
    ]);
    const month = (screen.getByLabelText('Month') as HTMLSelectElement).value;
    const payout = { id: 5, month, amount: 54, paidOn: '2026-11-02' };
    const sent = answer('post', '/api/partners/3/payouts', payout);
    answer('get', '/api/partners/3/statement', statement({ payouts: [payout] }));
    await user.click(screen.getByRole('button', { name: 'Mark as Paid' }));
    expect(await screen.findByText(/^\$54\.00 paid on Nov 2, 2026/)).toBeTruthy();
    expect(sent.bodies).toEqual([{ month }]);
    answer('delete', '/api/partners/3/payouts/5', null, 204);
    answer('get', '/api/partners/3/statement', statement());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Mark as Paid' })).toBeTruthy());
  });

  it('show a month without payments', async () => {
    openPartners([partner()], statement({ rows: [], total: 0 }));
    expect(await screen.findByText("No payments for this partner's bookings in this month.")).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mark as Paid' })).toBeNull();
  });
});

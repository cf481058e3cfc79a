import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Repair } from '@/api/outages';
import { open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { answer, crew, fail, letter as owned, signIn } from '@/testing/server';

const repair = sample<Repair>({
  id: 4,
  kind: 'repair',
  itemId: null,
  inventoryId: 12,
  name: 'E',
  letter: 'E',
  tag: null,
  size: '4ft',
  finish: 'standard',
  count: 2,
  firstDay: '2027-06-01',
  lastDay: null,
  reason: 'Two bulbs',
  reportedAt: '2027-06-01T10:00:00-04:00',
  reportedBy: 'luis',
  bookingId: 7,
  bookingNumber: 3,
  customerName: 'Jane Miller',
  photo: 'ab12',
  photos: ['ab12'],
  cost: 42.5,
  replacementPrice: 180,
});

const atRisk = {
  bookingId: 8,
  number: 4,
  customerName: 'Ada King',
  message: 'LOVE',
  deliveryDate: '2027-06-05T08:00:00-04:00',
  shortages: [{ letter: 'O', size: '4ft', finish: 'standard', needed: 1, day: '2027-06-05', free: 0 }],
  options: [],
  resolutions: [],
  waysOut: [],
};

describe('repairs and losses', () => {
  it('show reporter and dates, and can be put back in service', async () => {
    signIn();
    answer('get', '/api/repairs', [
      repair(),
      repair({ id: 5, kind: 'missing', itemId: 9, inventoryId: null, name: 'Heart', size: null, count: 1 }),
    ]);
    const back = answer('delete', '/api/repairs/5', null, 204);
    const changed = answer('patch', '/api/inventory/12/outages/4', { atRisk: [] });
    const { user } = open('/repairs');
    expect(await screen.findByText('2 × E (4ft)')).toBeTruthy();
    expect(screen.getByText('3 pieces out of service.')).toBeTruthy();
    expect(
      screen.getByText(
        'Reported Jun 1, 2027 by luis, no end date, repair cost $42.50, replacement $180.00 each',
      ),
    ).toBeTruthy();
    expect(screen.getAllByRole('img', { name: 'Damage to 2 × E (4ft)' })[0]?.getAttribute('src')).toBe(
      '/api/photos/ab12?size=small',
    );
    expect(screen.getAllByRole('link', { name: 'booking #3' })[0]?.getAttribute('href')).toBe(
      '/bookings?id=7',
    );
    await user.click(screen.getAllByRole('button', { name: 'Edit' })[0] as HTMLElement);
    fireEvent.change(screen.getByLabelText('Last day out of service'), { target: { value: '06/09/2027' } });
    fireEvent.change(screen.getByLabelText('Repair Cost (Optional)'), { target: { value: '60' } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Repair saved')).toBeTruthy();
    expect(changed.bodies).toEqual([{ lastDay: '2027-06-09', reason: 'Two bulbs', cost: 60 }]);
    await user.click(screen.getByRole('button', { name: 'Mark as Found' }));
    expect(await screen.findByText('Back in service')).toBeTruthy();
    expect(back.bodies).toHaveLength(1);
  });

  it('are read-only for staff, with an empty state', async () => {
    signIn(crew);
    answer('get', '/api/repairs', [repair({ replacementPrice: null, cost: null, photo: null })]);
    open('/repairs');
    expect(await screen.findByText('2 × E (4ft)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Put Back in Service' })).toBeNull();
  });

  it('are recorded by any team member, listing bookings that are short', async () => {
    signIn(crew);
    answer('get', '/api/repairs', []);
    answer('get', '/api/inventory', [owned('O', 3), owned('L', 0)]);
    answer('get', '/api/items', [
      { id: 9, name: 'Heart', kind: 'counted', quantity: 3 },
      { id: 10, name: 'Setup', kind: 'service', quantity: 0 },
    ] as never);
    answer('get', '/api/at-risk', [atRisk]);
    const stored = repair({ id: 5, name: 'O', letter: 'O', count: 1, photo: null, photos: [] });
    const sent = answer('post', '/api/repairs', { ...stored, atRisk: [atRisk] }, 201);
    const { user } = open('/repairs');
    await user.click(await screen.findByRole('button', { name: 'Record a Repair or Loss' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('button', { name: 'O (4ft)' });
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['O4ft', 'Heart']);
    await user.click(dialog.getByRole('button', { name: 'O (4ft)' }));
    await user.click(dialog.getByRole('button', { name: 'Lost' }));
    await user.click(dialog.getByRole('button', { name: 'Record Loss' }));
    const short = within(await screen.findByRole('region', { name: 'Bookings that are short now' }));
    expect(short.getByText('Short of 1 × O (4ft)')).toBeTruthy();
    expect(short.getByRole('link').getAttribute('href')).toBe('/bookings?id=8');
    expect(sent.bodies).toMatchObject([
      { letter: 'O', size: '4ft', finish: 'standard', count: 1, kind: 'missing' },
    ]);
  });

  it('show the reason if the server rejects them, and resend with a new id after a change', async () => {
    signIn();
    answer('get', '/api/repairs', []);
    answer('get', '/api/at-risk', []);
    const sentence = '2 would be out of service, but there is only 1.';
    const refused = fail('post', '/api/repairs', 409, sentence, { fields: { count: sentence } });
    const { user } = open('/repairs?letter=O&size=4ft&finish=standard');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'One more' }));
    await user.click(dialog.getByRole('button', { name: 'Record Repair' }));
    expect(await dialog.findByText(sentence)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'One fewer' }));
    await user.click(dialog.getByRole('button', { name: 'Record Repair' }));
    await waitFor(() => expect(refused.bodies).toHaveLength(2));
    const [first, second] = refused.bodies as { clientId: string; count: number }[];
    expect([first?.count, second?.count]).toEqual([2, 1]);
    expect(first?.clientId).not.toBe(second?.clientId);
  });

  it('become a loss, and both ends can be undone', async () => {
    signIn();
    answer('get', '/api/repairs', [repair()]);
    answer('get', '/api/at-risk', []);
    const changed = answer('patch', '/api/repairs/4', { atRisk: [] });
    const ended = answer('delete', '/api/repairs/4', null, 204);
    const reopened = answer('post', '/api/repairs/4/reopen', { atRisk: [] });
    const { user } = open('/repairs');
    await user.click(await screen.findByRole('button', { name: 'Mark as Lost' }));
    expect(await screen.findByText('Marked as lost')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(changed.bodies).toEqual([{ kind: 'missing' }, { kind: 'repair' }]));
    await user.click(await screen.findByRole('button', { name: 'Put Back in Service' }));
    await screen.findByText('Back in service');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(reopened.bodies).toHaveLength(1));
    expect(ended.bodies).toHaveLength(1);
  });

  it('show the bookings that they leave short', async () => {
    signIn();
    answer('get', '/api/repairs', [repair({ name: 'O', letter: 'O' })]);
    answer('get', '/api/at-risk', [atRisk]);
    const { user } = open('/repairs');
    await user.click(await screen.findByRole('button', { name: '1 booking short' }));
    expect(screen.getByText('Short of 1 × O (4ft)')).toBeTruthy();
  });
});

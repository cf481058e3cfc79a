import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Repair } from '@/api/outages';
import { open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { answer, crew, signIn } from '@/testing/server';
import { retype } from '@/testing/typing';

const repair = sample<Repair>({
  id: 4,
  kind: 'repair',
  itemId: null,
  inventoryId: 12,
  name: 'E',
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
  cost: 42.5,
  replacementPrice: 180,
});

describe('repairs and losses', () => {
  it('show reporter and dates, and can be put back in service', async () => {
    signIn();
    answer('get', '/api/outages', [
      repair(),
      repair({ id: 5, kind: 'missing', itemId: 9, inventoryId: null, name: 'Heart', size: null, count: 1 }),
    ]);
    const back = answer('delete', '/api/items/9/outages/5', null, 204);
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
    answer('get', '/api/outages', [repair({ replacementPrice: null, cost: null, photo: null })]);
    open('/repairs');
    expect(await screen.findByText('2 × E (4ft)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Put Back in Service' })).toBeNull();
  });

  it('are reported for an item and then listed', async () => {
    signIn();
    answer('get', '/api/outages', []);
    answer('get', '/api/inventory', []);
    answer('get', '/api/items', [
      { id: 9, name: 'Heart', kind: 'counted', quantity: 3 },
      { id: 10, name: 'Setup', kind: 'service', quantity: 0 },
    ] as never);
    const sent = answer(
      'post',
      '/api/items/9/outages',
      { id: 5, count: 2, firstDay: '2027-06-01', lastDay: null, reason: null, kind: 'missing', atRisk: [] },
      201,
    );
    const { user } = open('/repairs');
    await user.click(await screen.findByRole('button', { name: 'Report Damage or Loss' }));
    const dialog = within(await screen.findByRole('dialog'));
    const which = await dialog.findByLabelText('Letter or Item');
    expect(
      within(which)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose...', 'Heart, 3 owned']);
    await user.selectOptions(which, 'Heart, 3 owned');
    await retype(user, dialog.getByLabelText('Pieces'), '2');
    await user.selectOptions(dialog.getByLabelText('What happened?'), 'Lost');
    // Closing asks before the report is discarded.
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: /Keep Editing/ }));
    answer('get', '/api/outages', [
      repair({ id: 5, kind: 'missing', itemId: 9, inventoryId: null, name: 'Heart', size: null }),
    ]);
    await user.click(dialog.getByRole('button', { name: 'Take Out of Service' }));
    expect(await screen.findByText('2 pieces out of service.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent.bodies).toMatchObject([{ count: 2, kind: 'missing', lastDay: null, reason: null }]);
  });

  it('cannot be reported without the right to change stock', async () => {
    signIn(crew);
    answer('get', '/api/outages', []);
    open('/repairs');
    expect(await screen.findByText('Everything is in service')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Report Damage or Loss' })).toBeNull();
  });
});

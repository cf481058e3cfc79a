import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openDetails } from '@/testing/booking-dialog';
import { details } from '@/testing/bookings';
import { answer } from '@/testing/server';

const bloom = {
  id: 3,
  name: 'Bloom Events',
  kind: 'planner',
  email: null,
  code: 'bloom',
  commission: { percent: 10, amount: null },
  excludes: [],
  active: true,
  bookings: 0,
  url: '/booking?key=mk_abc&via=bloom',
};

describe('the partner of a booking', () => {
  it('is chosen among active partners', async () => {
    answer('get', '/api/partners', [bloom, { ...bloom, id: 4, name: 'Old Planner', active: false }]);
    answer('get', '/api/bookings/7/partner', { partner: null });
    const { user, dialog } = await openDetails(details());
    const choice = await dialog.findByLabelText('Brought by');
    expect([...(choice as HTMLSelectElement).options].map((option) => option.text)).toEqual([
      'Not brought by a partner',
      'Bloom Events',
    ]);
    const sent = answer('put', '/api/bookings/7/partner', { partner: { id: 3, name: 'Bloom Events' } });
    await user.selectOptions(choice, 'Bloom Events');
    expect(await screen.findByText('Brought by Bloom Events')).toBeTruthy();
    expect(sent.bodies).toEqual([{ partnerId: 3 }]);
  });

  it('is not asked for without partners', async () => {
    const { dialog } = await openDetails(details());
    expect(dialog.queryByLabelText('Brought by')).toBeNull();
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Charge } from '@/api/charges';
import { details } from '@/testing/bookings';
import { money } from '@/testing/money';
import { open } from '@/testing/render';
import { answer, fail, signIn } from '@/testing/server';

const late: Charge = {
  id: 7,
  state: 'proposed',
  kind: 'late',
  letter: null,
  size: null,
  finish: null,
  itemId: null,
  name: 'Late fee',
  count: 1,
  note: 'Payment due June 3, 2027',
  amount: 40,
  tax: 0,
  taxed: false,
  basis: null,
  covered: false,
  at: '2027-06-09T10:00:00-04:00',
  by: 'Automatic',
};

function openOverdue(charges: Charge[]) {
  signIn();
  const schedule = [{ due: '2026-01-03', amount: 800, paid: 0 }];
  const booking = { status: 'confirmed', history: [], deliveryDate: '2099-06-10', schedule } as const;
  answer('get', '/api/bookings/7', details(booking as unknown as Parameters<typeof details>[0]));
  answer('get', '/api/bookings/7/payments', money());
  answer('get', '/api/bookings/7/charges', { charged: 0, charges });
  return open('/bookings?id=7');
}

describe('Charges', () => {
  it('proposes a late fee before the delivery, and charges it with one press', async () => {
    const { user } = openOverdue([late]);
    const section = within(await screen.findByRole('region', { name: 'Charges and Damage' }));
    expect(section.getByText('Late fee')).toBeTruthy();
    expect(section.getByText('Payment due June 3, 2027')).toBeTruthy();
    expect(section.queryByRole('button', { name: 'Report Damage or Loss' })).toBeNull();
    const sent = answer('patch', '/api/bookings/7/charges/7', {
      charged: 40,
      charges: [{ ...late, state: 'charged' }],
    });
    answer('get', '/api/bookings/7/charges', { charged: 40, charges: [{ ...late, state: 'charged' }] });
    await user.click(section.getByRole('button', { name: 'Charge $40.00' }));
    await waitFor(() => expect(sent.bodies).toEqual([{ state: 'charged' }]));
    expect(await section.findByRole('button', { name: 'Undo Charge' })).toBeTruthy();
  });

  it('shows why a late fee could not be charged', async () => {
    const { user } = openOverdue([late]);
    fail('patch', '/api/bookings/7/charges/7', 404, 'Not found.', { code: 'not_found' });
    await user.click(await screen.findByRole('button', { name: 'Charge $40.00' }));
    expect(await screen.findByText('Not found.')).toBeTruthy();
  });
});

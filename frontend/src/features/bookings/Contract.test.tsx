import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Contract } from '@/api/contracts';
import { openDetails } from '@/testing/booking-dialog';
import { details } from '@/testing/bookings';
import { answer } from '@/testing/server';

const signer = {
  name: 'Ada Lovelace',
  role: 'customer',
  state: 'waiting' as const,
  signedAt: null,
  how: null,
  email: 'ada@example.com',
  phone: null,
  isNext: true,
  openedAt: null,
  consentAt: null,
  emailedAt: null,
  textedAt: null,
  emailFailed: false,
  link: 'https://letters.example/contract/abc',
};
const waiting: Contract = {
  state: 'waiting',
  signed: false,
  version: 1,
  binding: null,
  waiting: { version: 1, total: 1000 },
  signers: [signer],
  differences: [],
  awaitsCountersignature: false,
};

function openBooking(contract: Contract) {
  answer('get', '/api/bookings/7/contract', contract);
  return openDetails(details({ id: 7, status: 'confirmed' }));
}

describe('the contract of a booking', () => {
  it('is sent to signers in order', async () => {
    const { user, dialog } = await openBooking({ ...waiting, state: 'draft', signers: [], waiting: null });
    await user.click(await dialog.findByRole('button', { name: 'Send Contract' }));
    const sending = within(await screen.findByRole('dialog', { name: 'Send Contract' }));
    await user.click(sending.getByRole('button', { name: 'Add Signer' }));
    const names = sending.getAllByLabelText('Name');
    await user.type(names[1] as HTMLElement, 'Annabella');
    const sent = answer('post', '/api/bookings/7/contract', waiting, 201);
    await user.click(sending.getByRole('button', { name: 'Send Contract' }));
    expect(await screen.findByText('Contract sent')).toBeTruthy();
    expect(sent.bodies).toHaveLength(1);
    expect(sent.bodies[0]).toMatchObject({
      signers: [{ role: 'customer' }, { name: 'Annabella', email: null }],
    });
  });

  it('shows which total is valid until a change is signed', async () => {
    const { dialog } = await openBooking({
      ...waiting,
      binding: { version: 1, total: 1000 },
      waiting: { version: 2, total: 1125 },
      differences: [
        {
          field: 'totalPrice',
          label: 'Total',
          from: 1000,
          to: 1125,
          fromText: '$1,000.00',
          toText: '$1,125.00',
        },
      ],
    });
    expect(await dialog.findByText(/\$1,125.00 waits for signature/)).toBeTruthy();
    expect(dialog.getByText('Total: $1,000.00 → $1,125.00')).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Certificate PDF' })).toBeTruthy();
  });

  it('shows a signer whose email was not delivered', async () => {
    const { dialog } = await openBooking({ ...waiting, signers: [{ ...signer, emailFailed: true }] });
    expect(await dialog.findByText(/The email to ada@example.com was not delivered/)).toBeTruthy();
  });

  it('shows staff only whether it is signed', async () => {
    const { dialog } = await openBooking({ state: 'waiting', signed: false });
    expect(await dialog.findByText('Not signed')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Send Contract' })).toBeNull();
  });
});

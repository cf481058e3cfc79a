import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openDetails } from '@/testing/booking-dialog';
import { details } from '@/testing/bookings';
import { answer, fail } from '@/testing/server';

const path = '/api/bookings/7';
const sender = {
  email: 'x@evil.example',
  domain: 'evil.example',
  network: true,
  bookings: [3, 4, 9],
  waiting: 1,
  refused: false,
};

describe('blocking the sender of a request', () => {
  it('lists the consequences before blocking', async () => {
    const { user, dialog } = await openDetails(details({ status: 'pending' }));
    answer('get', `${path}/sender`, sender);
    await user.click(dialog.getByRole('button', { name: 'Block Sender' }));
    const confirmation = within(await screen.findByRole('alertdialog', { name: 'Block this sender?' }));
    expect(
      await confirmation.findByText(
        "You'll no longer get online requests from x@evil.example, anyone at evil.example, or anyone on the same internet connection.",
      ),
    ).toBeTruthy();
    expect(
      confirmation.getByText(
        '3 requests will be canceled: #3, #4, #9. 1 waiting list entry will be removed. No emails will be sent.',
      ),
    ).toBeTruthy();

    fail('post', `${path}/refuse-sender`, 503, 'The database is away.');
    await user.click(confirmation.getByRole('button', { name: 'Block Sender' }));
    expect(await confirmation.findByText('The database is away.')).toBeTruthy();
    answer('post', `${path}/refuse-sender`, { ...sender, refused: true });
    await user.click(confirmation.getByRole('button', { name: 'Block Sender' }));
    expect(await screen.findByText('Sender blocked')).toBeTruthy();
  });

  it('reports that the consequences could not be loaded', async () => {
    const { user, dialog } = await openDetails(details({ status: 'pending' }));
    fail('get', `${path}/sender`, 503, 'The database is away.');
    await user.click(dialog.getByRole('button', { name: 'Block Sender' }));
    const confirmation = within(await screen.findByRole('alertdialog', { name: 'Block this sender?' }));
    expect(await confirmation.findByText('The database is away.')).toBeTruthy();
  });

  it.each([{ status: 'confirmed' }, { status: 'pending', source: 'operator' }] as const)(
    'is not offered for %j',
    async (rest) => {
      const { dialog } = await openDetails(details(rest));
      expect(dialog.queryByRole('button', { name: 'Block Sender' })).toBeNull();
    },
  );

  it('marks unconfirmed emails and shows when the hold ends', async () => {
    const { dialog } = await openDetails(
      details({ status: 'pending', confirmBy: '2099-01-01T00:00:00-05:00' }),
    );
    expect(dialog.getByText('Email not confirmed')).toBeTruthy();
    expect(dialog.getByText(/Extended once the customer confirms their email address$/)).toBeTruthy();
  });
});

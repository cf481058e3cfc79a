import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Risk } from '@/api/types';
import { openDetails } from '@/testing/booking-dialog';
import { details } from '@/testing/bookings';
import { answer, fail } from '@/testing/server';

const risk: Risk = {
  short: [{ letter: 'O', size: '4ft', finish: 'warm', itemId: null, name: null, needed: 1, missing: 1 }],
  options: [
    { id: 'finish|O', kind: 'finish', text: 'Use 1 × O (RGB): 1 available.' },
    { id: 'call', kind: 'call', text: 'Contact the customer: jane@example.com.' },
  ],
};

async function openShort() {
  const opened = await openDetails(details({ risk, status: 'confirmed' }));
  await screen.findByRole('heading', { name: 'Short of 1 × O (4ft)' });
  return opened;
}

const changed = details({
  status: 'confirmed',
  rented: [{ text: 'LOVE', detail: '4 letters in 4ft, O in RGB', finish: null }],
});

it('previews a change, applies it and undoes it', async () => {
  const { user } = await openShort();
  const sent = answer('post', '/api/bookings/7/resolve', { booking: changed, risk: null });
  expect(screen.getByText('Contact the customer: jane@example.com.')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Preview: Use 1 × O (RGB): 1 available.' }));
  expect(await screen.findByText(/LOVE, 4 letters in 4ft, O in RGB/)).toBeTruthy();
  expect(screen.getByText(/Nothing is missing then\. The price stays the same/)).toBeTruthy();
  expect(sent.bodies).toEqual([{ option: 'finish|O', dryRun: true }]);

  answer('get', '/api/bookings/7', changed);
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('Nothing is missing anymore')).toBeTruthy();
  expect(sent.bodies[1]).toEqual({ option: 'finish|O', dryRun: false });
  await waitFor(() => expect(screen.queryByText('Short of 1 × O (4ft)')).toBeNull());
  const undone = answer('post', '/api/bookings/7/resolve/undo', { booking: details({ risk }), risk });
  // The open dialog turns off pointer events outside of it, and jsdom doesn't apply the style that turns them on again.
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone')).toBeTruthy();
  expect(undone.bodies).toHaveLength(1);
});

it('shows why a change is no longer possible', async () => {
  const { user } = await openShort();
  const sentence =
    'This is no longer possible, because the stock or the booking has changed. Please choose again.';
  fail('post', '/api/bookings/7/resolve', 409, sentence);
  await user.click(screen.getByRole('button', { name: 'Preview: Use 1 × O (RGB): 1 available.' }));
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
});

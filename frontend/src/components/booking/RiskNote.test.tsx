import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { BookingDetails, Risk } from '@/api/types';
import { openDetails } from '@/testing/booking-dialog';
import { details } from '@/testing/bookings';
import { answer, fail } from '@/testing/server';
import { retype } from '@/testing/typing';

const risk: Risk = {
  short: [{ letter: 'O', size: '4ft', finish: 'warm', itemId: null, name: null, needed: 1, missing: 1 }],
  options: [
    {
      id: 'finish|O',
      kind: 'finish',
      text: 'Use 1 × O (RGB): 1 available.',
      result: 'LOVE (4ft, O in RGB)',
      draft: null,
      borrow: null,
    },
    {
      id: 'swap|O',
      kind: 'swap',
      text: 'Swap with booking #8 (Bo).',
      result: null,
      draft: null,
      borrow: null,
    },
    {
      id: 'borrow|O',
      kind: 'borrow',
      text: 'Borrow 1 × O (4ft), June 4, 2027.',
      result: null,
      draft: { subject: 'Borrowing 1 × O (4ft)', text: 'Could we borrow an O?', phone: null, email: null },
      borrow: {
        pieces: [{ letter: 'O', size: '4ft', finish: 'warm', itemId: null, name: null, count: 1 }],
        firstDay: '2027-06-04',
        lastDay: '2027-06-05',
      },
    },
    {
      id: 'call',
      kind: 'call',
      text: 'Contact the customer: 718 555 0100 or jane@example.com.',
      result: null,
      draft: {
        subject: 'Your sign “LOVE”',
        text: "We're short of an O.",
        phone: '718 555 0100',
        email: 'jane@example.com',
      },
      borrow: null,
    },
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

it('shows the resulting sign, exchanges the letters in one click, and undoes it', async () => {
  const { user } = await openShort();
  const sent = answer('post', '/api/bookings/7/resolve', { booking: changed, risk: null });
  expect(screen.getByText(/^LOVE \(4ft, O in RGB\)\. The price stays the same/)).toBeTruthy();

  answer('get', '/api/bookings/7', changed);
  await user.click(screen.getByRole('button', { name: 'Use 1 × O (RGB): 1 available.' }));
  expect(await screen.findByText('Nothing is missing anymore')).toBeTruthy();
  expect(sent.bodies).toEqual([{ option: 'finish|O', dryRun: false }]);
  await waitFor(() => expect(screen.queryByText('Short of 1 × O (4ft)')).toBeNull());
  const undone = answer('post', '/api/bookings/7/resolve/undo', { booking: details({ risk }), risk });
  // The open dialog turns off pointer events outside of it, and jsdom doesn't apply the style that turns them on again.
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone')).toBeTruthy();
  expect(undone.bodies).toHaveLength(1);
});

it('previews a change of two bookings before it is applied', async () => {
  const { user } = await openShort();
  const sent = answer('post', '/api/bookings/7/resolve', { booking: changed, risk: null });

  await user.click(screen.getByRole('button', { name: 'Preview: Swap with booking #8 (Bo).' }));
  expect(await screen.findByText(/LOVE, 4 letters in 4ft, O in RGB/)).toBeTruthy();
  expect(screen.getByText(/Nothing is missing then\. The price stays the same/)).toBeTruthy();
  expect(sent.bodies).toEqual([{ option: 'swap|O', dryRun: true }]);
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('Nothing is missing anymore')).toBeTruthy();
  expect(sent.bodies[1]).toEqual({ option: 'swap|O', dryRun: false });
});

it('contacts the customer with the message filled in', async () => {
  await openShort();
  const option = screen.getByText(/^Contact the customer/).closest('li') as HTMLElement;
  const links = within(option).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Call', 'tel:7185550100'],
    ['Text', 'sms:7185550100?body=We%27re%20short%20of%20an%20O.'.replace('%27', "'")],
    [
      'Email',
      `mailto:jane@example.com?subject=${encodeURIComponent('Your sign “LOVE”')}&body=We're%20short%20of%20an%20O.`,
    ],
  ]);
});

it('opens an order for missing pieces, to edit, print, send or copy', async () => {
  const { user } = await openShort();
  const print = vi.spyOn(window, 'print').mockReturnValue(undefined);
  await user.click(screen.getByRole('button', { name: 'Order: Borrow 1 × O (4ft), June 4, 2027.' }));
  const order = within(await screen.findByRole('dialog', { name: 'Borrow Order' }));
  await retype(user, order.getByLabelText('Message'), 'An O, please');
  expect(order.getByRole('link', { name: 'Text' }).getAttribute('href')).toBe('sms:?body=An%20O%2C%20please');
  expect(order.getByRole('link', { name: 'Email' }).getAttribute('href')).toBe(
    'mailto:?subject=Borrowing%201%20%C3%97%20O%20(4ft)&body=An%20O%2C%20please',
  );
  await user.click(order.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('An O, please');
  await user.click(order.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  expect(document.querySelector('.borrow-order')?.textContent).toBe('Borrowing 1 × O (4ft)An O, please');
  await user.click(order.getByRole('button', { name: 'Close' }));
  expect(document.querySelector('.borrow-order')).toBeNull();
});

it('shows why a change is no longer possible', async () => {
  const { user } = await openShort();
  const sentence =
    'This is no longer possible, because the stock or the booking has changed. Please choose again.';
  fail('post', '/api/bookings/7/resolve', 409, sentence);
  await user.click(screen.getByRole('button', { name: 'Use 1 × O (RGB): 1 available.' }));
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
});

it('records borrowed pieces and undoes it', async () => {
  const { user } = await openShort();
  const loan: BookingDetails['borrowed'][number] = {
    id: 5,
    lender: 'Neon Nights',
    pieces: [{ letter: 'O', size: '4ft', finish: 'warm', itemId: null, name: null, count: 1 }],
    text: '1 × O (4 ft)',
    firstDay: '2027-06-04',
    lastDay: '2027-06-05',
    covers: true,
    givenBack: false,
    cost: 40,
  };
  const lent = details({ status: 'confirmed', borrowed: [loan] });
  const sent = answer('post', '/api/bookings/7/borrowed', { booking: lent, risk: null });

  await user.click(screen.getByRole('button', { name: 'Record: Borrow 1 × O (4ft), June 4, 2027.' }));
  const form = within(await screen.findByRole('dialog', { name: 'Record Borrowed Pieces' }));
  await user.click(form.getByRole('button', { name: 'Record' }));
  expect(form.getByText('Enter the name of the business')).toBeTruthy();
  await user.type(form.getByLabelText(/^Borrowed From/), 'Neon Nights');
  await user.type(form.getByLabelText(/^Cost/), '40');
  answer('get', '/api/bookings/7', lent);
  await user.click(form.getByRole('button', { name: 'Record' }));

  expect(await screen.findByText('Nothing is missing anymore')).toBeTruthy();
  expect(sent.bodies).toEqual([
    {
      lender: 'Neon Nights',
      firstDay: '2027-06-04',
      lastDay: '2027-06-05',
      cost: 40,
      pieces: [{ letter: 'O', size: '4ft', finish: 'warm', count: 1 }],
    },
  ]);
  expect(await screen.findByText('1 × O (4 ft) from Neon Nights')).toBeTruthy();
  const undone = answer('delete', '/api/bookings/7/borrowed/5', { booking: details({ risk }), risk });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone')).toBeTruthy();
  expect(undone.bodies).toHaveLength(1);
});

it('lists what a canceled booking no longer needs', async () => {
  const loan: BookingDetails['borrowed'][number] = {
    id: 5,
    lender: 'Neon Nights',
    pieces: [],
    text: '1 × O (4 ft)',
    firstDay: '2027-06-04',
    lastDay: '2027-06-05',
    covers: true,
    givenBack: false,
  };
  const { user } = await openDetails(details({ status: 'canceled', borrowed: [loan] }));
  expect(await screen.findByText(/No longer needed\. Let Neon Nights know/)).toBeTruthy();
  const sent = answer('patch', '/api/bookings/7/borrowed/5', { ...loan, givenBack: true });
  await user.click(screen.getByRole('button', { name: 'Given Back' }));
  await waitFor(() => expect(sent.bodies).toEqual([{ givenBack: true }]));
});

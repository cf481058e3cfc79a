import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { CustomersBooking } from '@/paying/calls';
import { customersBooking, nothingDue } from '@/testing/customer-pages';
import { answer, fail } from '@/testing/server';
import { BookingPage } from './BookingPage';

const path = '/api/public/bookings/token';

function page(rest: Partial<CustomersBooking> = {}): CustomersBooking {
  return customersBooking({ paying: { ...nothingDue, balance: 200, giftCards: true }, ...rest });
}

async function openField() {
  answer('get', path, page());
  render(<BookingPage token="token" returned={null} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Use a gift card' }));
  return { user, field: screen.getByLabelText('Gift Card Code') };
}

it('pays with a gift card and shows its remaining balance', async () => {
  const { user, field } = await openField();
  const sent = answer('post', `${path}/gift-card`, { giftCard: { balance: 250, covers: 200, left: 50 } });
  answer('get', path, page({ received: 200, balanceDue: 0, paying: nothingDue }));
  await user.type(field, ' 7kqm-2xpa ');
  await user.click(screen.getByRole('button', { name: 'Pay With Gift Card' }));
  expect(
    await screen.findByText('Thank you! Your gift card paid $200.00. $50.00 remains on the card.'),
  ).toBeTruthy();
  expect(sent.bodies).toEqual([{ code: '7kqm-2xpa' }]);
  expect(screen.queryByLabelText('Gift Card Code')).toBeNull();
});

it('keeps the entered code if it is rejected', async () => {
  const { user, field } = await openField();
  await user.click(screen.getByRole('button', { name: 'Pay With Gift Card' }));
  expect(screen.getByRole('alert').textContent).toBe('Enter your gift card code');
  fail('post', `${path}/gift-card`, 404, 'Unknown gift card. Please check the code.');
  await user.type(field, 'nope');
  await user.click(screen.getByRole('button', { name: 'Pay With Gift Card' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Unknown gift card');
  expect(field).toHaveProperty('value', 'nope');
});

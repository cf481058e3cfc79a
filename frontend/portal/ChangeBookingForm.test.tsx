import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { customersBooking } from '@/testing/customer-pages';
import { answer, refuse } from '@/testing/server';
import { retype } from '@/testing/typing';
import { ChangeBookingForm } from './ChangeBookingForm';

const path = '/api/public/bookings/token';
const options = {
  allowedUntil: '2099-06-04T00:00:00-04:00',
  what: ['time', 'days', 'place', 'lines'],
  by: 'at_once',
  current: {
    lines: [
      {
        kind: 'letters',
        text: 'LOVE',
        size: '4ft',
        finish: 'standard',
        colorOption: 'white',
        addOns: { lighting: false },
        letterCount: 4,
        price: 200,
      },
    ],
    venueId: null,
    address: {
      street: '1 Main St',
      city: 'Troy',
      state: null,
      zipCode: null,
      country: null,
      accessNotes: null,
    },
    installWindows: [{ code: 'morning', words: 'Morning (8am-12pm)' }],
    anyAddress: true,
  },
} as const;
const price = { total: 400, difference: 200, available: true, by: 'at_once', due: 350 } as const;

function openForm(by: 'at_once' | 'asked' = 'at_once') {
  answer('get', `${path}/change-options`, { ...options, by });
  const changed: unknown[] = [];
  render(
    <ChangeBookingForm
      token="token"
      booking={customersBooking()}
      onChanged={(booking) => changed.push(booking)}
    />,
  );
  return { user: userEvent.setup(), changed };
}

describe('the form to change a booking', () => {
  it('shows price and availability, then changes the booking', async () => {
    const { user, changed } = openForm();
    await retype(user, await screen.findByLabelText('Letters'), 'LOVE US');
    const sent = answer('post', `${path}/change`, price);
    await user.click(screen.getByRole('button', { name: 'Check Price' }));
    expect(await screen.findByText(/Available. New total: \$400.00/)).toBeTruthy();
    expect(screen.getByText('$350.00 will be due.')).toBeTruthy();
    answer('get', path, customersBooking());
    await user.click(screen.getByRole('button', { name: 'Change My Booking' }));
    expect(await screen.findByText('Your booking is changed.')).toBeTruthy();
    expect(sent.bodies).toMatchObject([
      { dryRun: true, lines: [{ kind: 'letters', text: 'LOVE US', size: '4ft' }] },
      { expectedTotal: 400, lines: [{ text: 'LOVE US' }] },
    ]);
    expect(changed).toHaveLength(1);
  });

  it('sends a request if the business is asked', async () => {
    const { user } = openForm('asked');
    await retype(user, await screen.findByLabelText('City'), 'Albany');
    const sent = answer('post', `${path}/change`, { ...price, by: 'asked' });
    await user.click(screen.getByRole('button', { name: 'Check Price' }));
    await screen.findByText('This change needs a confirmation.');
    answer('post', `${path}/change`, { requestId: 7 });
    answer('get', path, customersBooking());
    await user.click(screen.getByRole('button', { name: 'Send Request' }));
    expect(await screen.findByText(/^Request sent\. /)).toBeTruthy();
    expect(sent.bodies).toMatchObject([{ address: { street: '1 Main St', city: 'Albany' } }]);
  });

  it('shows an error at its field', async () => {
    const { user } = openForm();
    await retype(user, await screen.findByLabelText('Letters'), 'LOVE!');
    refuse('post', `${path}/change`, { 'lines[0].text': 'This letter isn’t offered' });
    await user.click(screen.getByRole('button', { name: 'Check Price' }));
    expect(await screen.findByText('This letter isn’t offered')).toBeTruthy();
    expect(screen.getByLabelText('Letters').getAttribute('aria-invalid')).toBe('true');
  });
});

import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { customersBooking } from '@/testing/customer-pages';
import { answer, fail, refuse } from '@/testing/server';
import { retype } from '@/testing/typing';
import { ChangePart } from './ChangePart';

const path = '/api/public/bookings/token';
const venue = {
  id: 5,
  name: 'Old Mill',
  city: 'Troy',
  state: 'NY',
  difficulty: 'easy',
  isVerified: true,
  surchargeAmount: 0,
} as const;
const arch = {
  id: 8,
  name: 'Arch',
  description: null,
  category: null,
  kind: 'counted',
  price: 50,
  per: 'event',
  picture: null,
  smallPicture: null,
} as const;
const birthday = {
  id: 9,
  userId: 1,
  name: 'Birthday',
  description: null,
  lines: [],
  price: 90,
  public: true,
  blanks: 1,
  picture: null,
  smallPicture: null,
} as const;
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
    hasStates: true,
    addressNames: { state: 'State', zipCode: 'ZIP Code' },
    venues: [venue],
    sizes: [
      {
        code: '4ft',
        label: '4 ft',
        price: 25,
        heightInches: 48,
        finishes: [
          { code: 'standard', label: 'Standard' },
          { code: 'red', label: 'Red' },
        ],
      },
      { code: '2ft', label: '2 ft', price: 15, heightInches: 24, finishes: [] },
    ],
    colors: [
      { code: 'white', label: 'White', price: 0, swatch: null },
      { code: 'pink', label: 'Pink', price: 20, swatch: null },
      { code: 'custom', label: 'Custom', price: 30, swatch: null, asksWhich: true },
    ],
    addOns: [{ code: 'lighting', label: 'Lighting', price: 25 }],
    items: [arch],
    packages: [birthday],
  },
} as const;
const price = { total: 400, difference: 200, available: true, by: 'at_once', due: 350 } as const;

const OPEN = 'Change Days, Place or Letters';

async function openForm(by: 'at_once' | 'asked' = 'at_once') {
  answer('get', `${path}/change-options`, { ...options, by });
  const changed: unknown[] = [];
  render(
    <ChangePart token="token" booking={customersBooking()} onChanged={(booking) => changed.push(booking)} />,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: OPEN }));
  await screen.findByLabelText('Letters');
  return { user, changed };
}

const check = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Check Price' });

describe('the form to change a booking', () => {
  it('moves the focus into the section and back, with the price check disabled until something differs', async () => {
    const { user } = await openForm();
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Days, place and letters' }));
    expect(check().disabled).toBe(true);
    expect(screen.getByText('Change something above to check its price.').id).toBe(
      check().getAttribute('aria-describedby'),
    );
    await user.selectOptions(screen.getByLabelText('Delivery time'), 'morning');
    expect(check().disabled).toBe(false);
    await user.selectOptions(screen.getByLabelText('Delivery time'), 'Any time');
    expect(check().disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Keep as It Is' }));
    expect(screen.queryByLabelText('Letters')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: OPEN }));
  });

  it('shows price and availability, then changes the booking', async () => {
    const { user, changed } = await openForm();
    await retype(user, screen.getByLabelText('Letters'), 'LOVE US');
    const sent = answer('post', `${path}/change`, price);
    await user.click(check());
    expect(await screen.findByText(/Available. New total: \$400.00/)).toBeTruthy();
    expect(document.activeElement?.textContent).toContain('$350.00 will be due.');
    answer('get', path, customersBooking());
    await user.click(screen.getByRole('button', { name: 'Change My Booking' }));
    expect(await screen.findByText('Your booking is changed.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: OPEN }));
    expect(sent.bodies).toMatchObject([
      { dryRun: true, lines: [{ kind: 'letters', text: 'LOVE US', size: '4ft' }] },
      { expectedTotal: 400, lines: [{ text: 'LOVE US' }] },
    ]);
    expect(changed).toHaveLength(1);
  });

  it('asks which color it is for a color that has to be named', async () => {
    const { user } = await openForm();
    expect(screen.queryByLabelText('Which Color')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Color'), 'custom');
    const sent = answer('post', `${path}/change`, price);
    await user.click(check());
    await screen.findByText(/Available/);
    await retype(user, screen.getByLabelText('Which Color'), 'Sage green');
    await user.click(check());
    await waitFor(() =>
      expect(sent.bodies).toMatchObject([
        { lines: [{ colorOption: 'custom', customColor: '' }] },
        { lines: [{ colorOption: 'custom', customColor: 'Sage green' }] },
      ]),
    );
    await user.selectOptions(screen.getByLabelText('Color'), 'pink');
    expect(screen.queryByLabelText('Which Color')).toBeNull();
  });

  it('sends a request if the business is asked', async () => {
    const { user } = await openForm('asked');
    await retype(user, screen.getByLabelText('City'), 'Albany');
    const sent = answer('post', `${path}/change`, { ...price, by: 'asked' });
    await user.click(check());
    await screen.findByText('This change needs a confirmation.');
    answer('post', `${path}/change`, { requestId: 7 });
    answer('get', path, customersBooking());
    await user.click(screen.getByRole('button', { name: 'Send Request' }));
    expect(await screen.findByText(/^Request sent\. /)).toBeTruthy();
    expect(sent.bodies).toMatchObject([{ address: { street: '1 Main St', city: 'Albany' } }]);
  });

  it('sends the options of the letters, further lines and a listed venue', async () => {
    const { user } = await openForm();
    await user.selectOptions(screen.getByLabelText('Finish'), 'red');
    await user.selectOptions(screen.getByLabelText('Color'), 'pink');
    await user.click(screen.getByLabelText('Lighting, +$25.00 per day'));
    await user.selectOptions(screen.getByLabelText('Place'), 'Old Mill · Troy');
    expect(screen.queryByLabelText('Street')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Add an item or package'), 'Arch, $50.00 per event');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await retype(user, screen.getByLabelText('Quantity'), '2');
    await user.selectOptions(screen.getByLabelText('Add an item or package'), 'Birthday, $90.00');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Your text'));
    await user.paste('LOU');
    await user.click(screen.getByRole('button', { name: 'Add Letters' }));
    await user.paste('2026');
    await user.selectOptions(screen.getAllByLabelText('Size')[1] as HTMLElement, '2ft');
    const sent = answer('post', `${path}/change`, price);
    await user.click(check());
    await screen.findByText(/Available/);
    expect(sent.bodies).toEqual([
      {
        dryRun: true,
        venueId: 5,
        lines: [
          {
            kind: 'letters',
            text: 'LOVE',
            size: '4ft',
            finish: 'red',
            colorOption: 'pink',
            addOns: { lighting: true },
          },
          { kind: 'item', itemId: 8, quantity: 2 },
          { kind: 'package', packageId: 9, words: ['LOU'] },
          { kind: 'letters', text: '2026', size: '2ft', finish: 'red', colorOption: 'pink', addOns: {} },
        ],
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'Remove Arch' }));
    expect(screen.queryByLabelText('Quantity')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Letters'));
  });

  it('shows an error at its field and keeps what was typed', async () => {
    const { user } = await openForm();
    await retype(user, screen.getByLabelText('Letters'), 'LOVE!');
    refuse('post', `${path}/change`, { 'lines[0].text': 'This letter isn’t offered' });
    await user.click(check());
    expect(await screen.findByText('This letter isn’t offered')).toBeTruthy();
    const field = screen.getByLabelText<HTMLInputElement>('Letters');
    expect([field.getAttribute('aria-invalid'), field.value]).toEqual(['true', 'LOVE!']);
    expect(document.activeElement).toBe(field);
  });

  it('shows an error that belongs to no field, and keeps what was typed', async () => {
    const { user } = await openForm();
    await retype(user, screen.getByLabelText('Letters'), 'LOVE US');
    fail('post', `${path}/change`, 503, 'Please try again in a moment.');
    await user.click(check());
    expect(await screen.findByText('Please try again in a moment.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Letters').value).toBe('LOVE US');
  });
});

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { booking, details, estimate, offerAnswered } from '@/testing/bookings';
import { open } from '@/testing/render';
import { answer, signIn, venue } from '@/testing/server';

beforeEach(() => sessionStorage.clear());

async function openBuilder() {
  signIn();
  offerAnswered();
  answer('get', '/api/venues', [venue()]);
  const asked = answer('post', '/api/estimate', estimate());
  const page = open('/booking');
  await screen.findByLabelText('Message');
  return { ...page, asked };
}

/** Types all at once, as a paste does. */
async function put(user: UserEvent, label: string, text: string) {
  await user.click(screen.getByLabelText(label));
  await user.paste(text);
}

async function fill(user: UserEvent) {
  await put(user, 'Message', 'LOVE');
  await user.selectOptions(screen.getByLabelText('Venue'), '1');
  await put(user, 'Delivery Date', '6/1/2027');
  await put(user, 'Pickup Date', '06/02/2027');
  await put(user, 'Customer Name', 'Jane Miller');
  await put(user, 'Email', 'jane@example.com');
  await screen.findByText('All letters are free on these dates');
}

describe('the quote builder', () => {
  it('prices as one types, with what is free', async () => {
    const { user, asked } = await openBuilder();
    await user.type(screen.getByLabelText('Message'), 'LOVE');
    const free = within(await screen.findByRole('list', { name: 'Free letters' }));
    expect(free.getAllByText('3 free')).toHaveLength(4);
    expect(screen.getAllByText('$150.00').length).toBeGreaterThan(0);
    expect(asked.bodies.at(-1)).toMatchObject({ message: 'LOVE', size: '4ft', colorOption: 'standard' });
    expect(asked.bodies.at(-1)).not.toHaveProperty('userId');
  });

  it('names what is still needed, and goes there', async () => {
    const { user } = await openBuilder();
    expect((screen.getByRole('button', { name: 'Create Booking' }) as HTMLButtonElement).disabled).toBe(true);
    await user.type(screen.getByLabelText('Message'), 'LOVE{Enter}');
    expect(await screen.findByText('Missing information')).toBeTruthy();
    expect(screen.getByText('Please fill out all required fields')).toBeTruthy();
    expect(screen.getByText("Enter the customer's name")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Venue'));
  });

  it('books at once and leads to the booking', async () => {
    const { user, address } = await openBuilder();
    await fill(user);
    const sent = answer('post', '/api/bookings', booking(), 201);
    answer('get', '/api/bookings', { items: [booking()], nextCursor: null });
    answer('get', '/api/bookings/7', details());
    await user.click(screen.getByRole('button', { name: 'Create Booking' }));
    expect(await screen.findByText('Booking submitted')).toBeTruthy();
    expect(await screen.findByRole('dialog', { name: 'Booking #7' })).toBeTruthy();
    expect(address()).toBe('/bookings?id=7');
    expect(sent.bodies).toEqual([
      {
        message: 'LOVE',
        size: '4ft',
        venueId: 1,
        deliveryDate: '2027-06-01',
        pickupDate: '2027-06-02',
        colorOption: 'standard',
        addOns: {},
        customerName: 'Jane Miller',
        customerEmail: 'jane@example.com',
      },
    ]);
  });

  it('takes an own total, and refuses one that is none', async () => {
    const { user } = await openBuilder();
    await fill(user);
    await user.type(screen.getByLabelText('Total (Optional)'), '12x');
    await user.click(screen.getByRole('button', { name: 'Create Booking' }));
    expect(screen.getAllByText('Enter an amount, for example 250').length).toBeGreaterThan(0);
    await user.clear(screen.getByLabelText('Total (Optional)'));
    await user.type(screen.getByLabelText('Total (Optional)'), '120.5');
    expect(screen.getByText('−$29.50')).toBeTruthy();
    const sent = answer('post', '/api/bookings', { message: 'No.', code: 'invalid' }, 422);
    await user.click(screen.getByRole('button', { name: 'Create Booking' }));
    await waitFor(() => expect(sent.bodies).toHaveLength(1));
    expect(sent.bodies[0]).toMatchObject({ totalPrice: 120.5 });
  });

  it('books over the stock only with a reason', async () => {
    const { user } = await openBuilder();
    await fill(user);
    const short = {
      available: false,
      shortages: [{ letter: 'E', needed: 1, day: '2027-06-01', free: 0 }],
      alternatives: [],
    };
    // The letters go while the form is being filled in: the refusal tells.
    const message = 'Not enough letters on June 1, 2027: E is not free.';
    answer('post', '/api/bookings', { message, code: 'not_enough_letters', ...short }, 409);
    await user.click(screen.getByRole('button', { name: 'Create Booking' }));
    expect(await screen.findByText('1 × E needed, 0 free on Jun 1, 2027')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Book Over the Stock' }));
    expect(
      screen.getAllByText('State a reason, for example: borrowed from a colleague').length,
    ).toBeGreaterThan(0);
    const sent = answer('post', '/api/bookings', { message: 'No.', code: 'invalid' }, 422);
    await user.type(screen.getByLabelText('Where do the missing letters come from?'), 'Borrowed');
    await user.click(screen.getByRole('button', { name: 'Book Over the Stock' }));
    await waitFor(() => expect(sent.bodies).toHaveLength(1));
    expect(sent.bodies[0]).toMatchObject({ overbookReason: 'Borrowed' });
  });

  it('takes an alternative with one tap', async () => {
    const { user, asked } = await openBuilder();
    await fill(user);
    const alternative = {
      kind: 'dates' as const,
      size: '4ft',
      deliveryDate: '2027-06-03',
      pickupDate: '2027-06-04',
      total: 150,
    };
    answer(
      'post',
      '/api/estimate',
      estimate({
        available: false,
        shortages: [{ letter: 'E', needed: 2, day: '2027-06-01', free: 1 }],
        alternatives: [alternative],
      }),
    );
    await user.type(screen.getByLabelText('Message'), 'E');
    await user.click(await screen.findByRole('button', { name: /^Thu, Jun 3, 2027 to Fri, Jun 4, 2027/ }));
    expect((screen.getByLabelText('Delivery Date') as HTMLInputElement).value).toBe('06/03/2027');
    expect((screen.getByLabelText('Pickup Date') as HTMLInputElement).value).toBe('06/04/2027');
    expect(asked.bodies.length).toBeGreaterThan(0);
  });

  it('keeps what was typed over a reload', async () => {
    const { user } = await openBuilder();
    await user.type(screen.getByLabelText('Message'), 'BABY');
    await user.type(screen.getByLabelText('Total (Optional)'), '99');
    cleanup();
    await openBuilder();
    expect((screen.getByLabelText('Message') as HTMLInputElement).value).toBe('BABY');
    expect((screen.getByLabelText('Total (Optional)') as HTMLInputElement).value).toBe('99');
  });

  it('says that stock is not checked without letters', async () => {
    const { user } = await openBuilder();
    answer('post', '/api/estimate', estimate({ stockChecked: false, free: {} }));
    await user.type(screen.getByLabelText('Message'), 'HI');
    expect(await screen.findByText(/Stock is not checked, because you have no letters yet/)).toBeTruthy();
  });

  it('says what went wrong when the form could not be loaded', async () => {
    signIn();
    answer('get', '/api/booking-form', { message: 'The service is not available right now.' }, 503);
    open('/booking');
    expect(await screen.findByText('The form could not be loaded')).toBeTruthy();
  });
});

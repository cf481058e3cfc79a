import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { bookButton, bookingMade, fill, JANE_IN_JUNE, openBuilder, quoteKept } from '@/testing/quote-builder';
import { fail, refuse, venue } from '@/testing/server';
import { enter, enterAll, enterInto } from '@/testing/typing';

beforeEach(() => sessionStorage.clear());

describe('booking in the quote builder', () => {
  it('books with custom lines through a quote', async () => {
    const { user, address } = await openBuilder();
    await fill(user);
    await enter(user, 'Discount', '10');
    const saved = quoteKept();
    const booked = bookingMade('/api/quotes/7/book');
    await waitFor(() => expect(bookButton().disabled).toBe(false));
    await user.click(bookButton());
    await waitFor(() => expect(address()).toBe('/bookings?id=7'));
    expect(saved.bodies[0]).toMatchObject({ discount: { kind: 'amount', amount: 10 } });
    expect(booked.bodies).toEqual([{}]);
  });

  it('books immediately and opens the booking', async () => {
    const { user, address } = await openBuilder();
    await fill(user);
    const sent = bookingMade();
    await user.click(bookButton());
    expect(await screen.findByText('Booking submitted')).toBeTruthy();
    expect(await screen.findByRole('dialog', { name: 'Booking #3' })).toBeTruthy();
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
        asRequest: false,
        notify: true,
        discount: null,
      },
    ]);
  });

  it('finds a venue by typing, and books at the agreed times', async () => {
    const halls = Array.from({ length: 14 }, (_, at) => venue({ id: at + 2, name: `Hall ${at + 1}` }));
    const { user } = await openBuilder({ venues: [...halls, venue({ id: 40, name: 'Café Señora' })] });
    const field = screen.getByRole('combobox', { name: 'Venue' });
    await enterInto(user, field, 'cafe se');
    expect(within(screen.getByRole('listbox')).getAllByRole('option')[0]?.textContent).toContain(
      'Café Señora',
    );
    await user.keyboard('{Enter}');
    expect(field).toHaveProperty('value', expect.stringContaining('Café Señora'));
    await user.type(field, 'hall 1{ArrowDown}{Escape}');
    expect(field).toHaveProperty('value', expect.stringContaining('Café Señora'));
    await enterAll(user, { Message: 'LOVE', ...JANE_IN_JUNE });
    await enterInto(user, screen.getByLabelText('Delivery Time'), '7:30');
    await enterInto(user, screen.getByLabelText('Pickup Time'), '1130 pm');
    await screen.findByText('All letters are available on these dates');
    const sent = bookingMade();
    await user.click(bookButton());
    expect((await screen.findAllByText('Enter 7:30 AM or 7:30 PM')).length).toBeGreaterThan(0);
    expect(document.activeElement).toBe(screen.getByLabelText('Delivery Time'));
    expect(screen.getByLabelText('Pickup Time')).toHaveProperty('value', '11:30 PM');
    expect(sent.bodies).toEqual([]);
    await enterInto(user, screen.getByLabelText('Delivery Time'), ' am');
    await screen.findByText('All letters are available on these dates');
    await user.click(bookButton());
    await waitFor(() =>
      expect(sent.bodies).toMatchObject([
        { venueId: 40, deliveryDate: '2027-06-01T07:30', pickupDate: '2027-06-02T23:30' },
      ]),
    );
  });

  it('books at a typed address without a quote, and keeps it as a request if chosen', async () => {
    const { user } = await openBuilder();
    await fill(user);
    await user.selectOptions(screen.getByLabelText('Venue'), '');
    await enterInto(user, screen.getByLabelText('Location Name (Optional)'), 'The old barn');
    await user.click(screen.getByLabelText('Keep as request'));
    const sent = bookingMade();
    await waitFor(() => expect(bookButton().disabled).toBe(false));
    await user.click(bookButton());
    expect(await screen.findByText("Jane Miller's booking is saved as a request.")).toBeTruthy();
    expect(sent.bodies).toMatchObject([{ venueName: 'The old barn', asRequest: true, notify: false }]);
  });

  it('overbooks only with a reason', async () => {
    const { user } = await openBuilder();
    await fill(user);
    const short = {
      available: false,
      shortages: [{ letter: 'E', needed: 1, day: '2027-06-01', free: 0 }],
      alternatives: [],
    };
    // The letters are taken while the form is being filled in, so the booking is refused.
    const message = 'No E is available on June 1, 2027.';
    fail('post', '/api/bookings', 409, message, { code: 'not_enough_letters', ...short });
    await user.click(bookButton());
    expect(await screen.findByText('1 × E needed, 0 available on Jun 1, 2027')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Overbook' }));
    expect(
      screen.getAllByText('Enter a reason, for example: borrowed from a colleague').length,
    ).toBeGreaterThan(0);
    const sent = refuse('post', '/api/bookings', {});
    await enterInto(user, screen.getByLabelText('Where will the missing letters come from?'), 'Borrowed');
    await user.click(screen.getByRole('button', { name: 'Overbook' }));
    await waitFor(() => expect(sent.bodies).toHaveLength(1));
    expect(sent.bodies[0]).toMatchObject({ overbookReason: 'Borrowed' });
  });
});

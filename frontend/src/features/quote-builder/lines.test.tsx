import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { booking, estimate } from '@/testing/bookings';
import {
  bookButton,
  bookingMade,
  JANE_IN_JUNE,
  openBuilder,
  quoteKept,
  save,
  withCatalog,
} from '@/testing/quote-builder';
import { refuse } from '@/testing/server';
import { enter, enterAll, retype } from '@/testing/typing';

beforeEach(() => sessionStorage.clear());

describe('the lines of the quote builder', () => {
  it('prices and saves several lines, and shows server errors at their lines', async () => {
    const base = estimate();
    const [first] = booking().lines;
    const item = { kind: 'item', itemId: 4, name: 'Balloon Arch', quantity: 2, price: 80 };
    const delivery = { zone: 'Central', fee: 0, toConfirm: false };
    const { user, asked } = await openBuilder({
      ...withCatalog(),
      estimate: { ...base, lines: [first, item], letters: [...base.letters, 'L', 'L', 'L'], delivery },
    });
    await enter(user, 'Message', 'LOVE');
    await user.click(await screen.findByRole('button', { name: 'Add Item' }));
    await retype(user, screen.getByLabelText('Quantity'), '2');
    const letters = { kind: 'letters', text: 'LOVE', size: '4ft', colorOption: 'standard', addOns: {} };
    const sentItem = { kind: 'item', itemId: 4, quantity: 2 };
    await waitFor(() => expect(asked.bodies.at(-1)).toEqual({ lines: [letters, sentItem] }));
    expect(await screen.findByText('$80.00')).toBeTruthy();
    expect(screen.getByText('Delivery to Central is free.')).toBeTruthy();
    // The three available ones are of one size.
    const free = within(screen.getByRole('list', { name: 'Available letters' }));
    expect([free.getByText('×4'), free.getAllByText('3 available').length]).toEqual([expect.anything(), 3]);

    await user.click(screen.getByRole('button', { name: 'Add Package' }));
    await save(user);
    expect((await screen.findAllByText('Enter a word for each blank')).length).toBeGreaterThan(0);
    await enterAll(user, { 'Word 1': 'MR', 'Word 2': 'MRS' });
    const sent = refuse('post', '/api/quotes', { 'lines[1].quantity': 'Quantity can be at most 1' });
    await save(user);
    const list = within(screen.getByRole('list', { name: 'More lines' }));
    expect(await list.findByText('Quantity can be at most 1')).toBeTruthy();
    expect(sent.bodies[0]).toMatchObject({
      lines: [letters, sentItem, { kind: 'package', packageId: 9, words: ['MR', 'MRS'] }],
    });
    expect(sent.bodies[0]).not.toHaveProperty('message');
  });

  it.each([
    [0, 'No delivery fee yet: the ZIP code is missing or outside your zones.'],
    [45, 'Using the delivery fee from your price list: the ZIP code is missing or outside your zones.'],
  ])('explains a delivery fee of %d while the zone is unknown', async (fee, words) => {
    const delivery = { zone: null, fee, toConfirm: true };
    const { user } = await openBuilder({ estimate: { ...estimate(), delivery } });
    await enter(user, 'Message', 'LOVE');
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('books items without a message', async () => {
    const item = { kind: 'item', itemId: 4, name: 'Balloon Arch', quantity: 1, price: 40 };
    const priced = { ...estimate(), lines: [item], letters: [] };
    const { user, asked } = await openBuilder({ ...withCatalog(), estimate: priced });
    const sent = bookingMade();
    await user.click(await screen.findByRole('button', { name: 'Add Item' }));
    const line = { kind: 'item', itemId: 4, quantity: 1 };
    await waitFor(() => expect(asked.bodies.at(-1)).toEqual({ lines: [line] }));
    await enterAll(user, JANE_IN_JUNE);
    await waitFor(() => expect(screen.queryByText(/Still needed/)).toBeNull());
    await waitFor(() => expect(bookButton().disabled).toBe(false));
    await user.click(bookButton());
    await waitFor(() => expect(sent.bodies).toHaveLength(1));
    expect(sent.bodies[0]).toMatchObject({ lines: [line] });
    expect(sent.bodies[0]).not.toHaveProperty('message');
  });

  it('applies a discount code on request, and the damage waiver', async () => {
    const damageWaiver = { percent: 10, amount: null, optOut: false };
    const { user, asked } = await openBuilder({ offer: { discountCodes: true, damageWaiver }, venues: [] });
    await enterAll(user, { Message: 'LOVE', 'Discount Code': 'SUMMER' });
    await waitFor(() => expect(asked.bodies.length).toBeGreaterThan(0));
    for (const body of asked.bodies) expect(body).not.toHaveProperty('discountCode');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await user.click(screen.getByRole('switch', { name: 'Damage Waiver' }));
    const chosen = { discountCode: 'SUMMER', damageWaiver: true };
    await waitFor(() => expect(asked.bodies.at(-1)).toMatchObject(chosen));
    expect(screen.getByLabelText('Discount')).toHaveProperty('disabled', true);
    const sent = quoteKept();
    await save(user);
    await waitFor(() => expect(sent.bodies[0]).toMatchObject(chosen));
  });

  it('prices custom lines and a discount while typing, and saves them', async () => {
    const { user, asked } = await openBuilder();
    await enter(user, 'Message', 'LOVE');
    await user.click(screen.getByRole('button', { name: 'Add a Line' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Text of line 1'));
    await user.paste('Sunday delivery');
    await enter(user, 'Amount of line 1', '$1,075.50');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByLabelText('Text of line 2'));
    await user.selectOptions(screen.getByLabelText('Discount As'), 'percent');
    await enter(user, 'Discount', '12.5');
    const priced = {
      extraLines: [{ text: 'Sunday delivery', amount: 1075.5 }],
      discount: { kind: 'percent', percent: 12.5 },
    };
    await waitFor(() => expect(asked.bodies.at(-1)).toMatchObject(priced));
    const sent = refuse('post', '/api/quotes', {});
    await save(user);
    await waitFor(() => expect(sent.bodies).toHaveLength(1));
    expect(sent.bodies[0]).toMatchObject(priced);
    await user.click(screen.getByRole('button', { name: 'Remove line 1' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Text of line 1'));
  });

  it('shows errors of a line and of a discount, and keeps both', async () => {
    const { user } = await openBuilder();
    await enter(user, 'Message', 'LOVE');
    await user.click(screen.getByRole('button', { name: 'Add a Line' }));
    await enter(user, 'Amount of line 1', '1.005');
    expect(screen.getByText('Use at most two decimals')).toBeTruthy();
    refuse('post', '/api/estimate', { discount: 'The discount is more than the order' });
    await enter(user, 'Discount', '5000');
    expect(await screen.findByText('The discount is more than the order')).toBeTruthy();
    await save(user);
    expect((await screen.findAllByText('Enter a description')).length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Discount')).toHaveProperty('value', '5000');
  });

  it('focuses the discount if the server rejects it as too large', async () => {
    const { user } = await openBuilder();
    await enterAll(user, { Message: 'LOVE', Discount: '500' });
    const discount = 'The discount can be at most 100.00, the amount it applies to';
    refuse('post', '/api/quotes', { discount });
    await save(user);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Discount')));
    expect(screen.getAllByText(discount).length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Discount')).toHaveProperty('value', '500');
  });
});

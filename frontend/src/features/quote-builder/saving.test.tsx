import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { draw, fill, openBuilder, quoteKept, save } from '@/testing/quote-builder';
import { quote } from '@/testing/quotes';
import { answer, fail } from '@/testing/server';
import { enter, enterInto } from '@/testing/typing';

beforeEach(() => sessionStorage.clear());

describe('saving a quote', () => {
  it('saves a quote with little more than a message', async () => {
    const { user, address } = await openBuilder();
    await enter(user, 'Message', 'LOVE');
    const sent = quoteKept();
    await save(user);
    expect(await screen.findByText('Quote saved')).toBeTruthy();
    expect(await screen.findByRole('dialog', { name: 'Quote #7' })).toBeTruthy();
    expect(address()).toBe('/quotes?id=7');
    expect(sent.bodies[0]).toMatchObject({
      message: 'LOVE',
      size: '4ft',
      venueId: null,
      customerName: null,
      customerEmail: null,
      deliveryDate: null,
      extraLines: [],
      discount: null,
      discountCode: null,
      damageWaiver: null,
      expiresAt: null,
      holdLetters: false,
    });
  });

  it('requires dates before sending, then asks for the recipient', async () => {
    const { user } = await openBuilder();
    await enter(user, 'Message', 'LOVE');
    await user.click(screen.getByRole('button', { name: 'Send Quote' }));
    expect(await screen.findByText('Enter the delivery date')).toBeTruthy();
    await fill(user);
    quoteKept();
    await user.click(screen.getByRole('button', { name: 'Send Quote' }));
    expect(await screen.findByRole('dialog', { name: 'Send Quote #7' })).toBeTruthy();
  });

  it('edits a quote, and explains the effect on the customer', async () => {
    const sentOne = quote({
      revision: 4,
      status: 'seen',
      number: 'Q-2026-0007',
      sentVersion: 1,
      deliveryDate: '2027-06-01T14:00:00-04:00',
      extraLines: [{ text: 'Sunday delivery', amount: 75 }],
      discount: { kind: 'percent', percent: 10 },
    });
    answer('get', '/api/quotes/7', sentOne);
    const { user, address, asked } = draw('/quotes/edit?id=7');
    expect(await screen.findByText(/still sees version 1 until you send the new one/)).toBeTruthy();
    expect(await screen.findByLabelText('Text of line 1')).toHaveProperty('value', 'Sunday delivery');
    await waitFor(() => expect(asked.bodies.at(-1)).toMatchObject({ quoteId: 7 }));
    await enter(user, 'Customer Name', ' Jr.');
    const sent = answer('patch', '/api/quotes/7', quote({ status: 'draft', version: 2 }));
    await save(user);
    await waitFor(() => expect(address()).toBe('/quotes?id=7'));
    expect(sent.bodies[0]).toMatchObject({
      expectedRevision: 4,
      customerName: 'Jane Miller Jr.',
      deliveryDate: '2027-06-01T14:00:00-04:00',
      discount: { kind: 'percent', percent: 10 },
    });
  });

  it('keeps typed changes if another user changed the quote, until it is reloaded', async () => {
    answer('get', '/api/quotes/7', quote({ note: 'First' }));
    const { user } = draw('/quotes/edit?id=7');
    const note = 'Note to the Customer (Optional)';
    await enterInto(user, await screen.findByLabelText(note), ', mine');
    const message = 'This quote has been changed since you opened it.';
    fail('patch', '/api/quotes/7', 409, message, { code: 'changed_meanwhile', revision: 2 });
    await save(user);
    const again = await screen.findByRole('button', { name: 'Reload Quote' });
    expect(screen.getByLabelText(note)).toHaveProperty('value', 'First, mine');
    answer('get', '/api/quotes/7', quote({ note: 'Theirs', revision: 2 }));
    await user.click(again);
    await waitFor(() => expect(screen.getByLabelText(note)).toHaveProperty('value', 'Theirs'));
    expect(screen.queryByRole('button', { name: 'Reload Quote' })).toBeNull();
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { GiftCard } from '@/api/gift-cards';
import { faults, open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { answer, fail, signIn } from '@/testing/server';
import { bookingRules } from '@/testing/settings';
import { retype } from '@/testing/typing';

const card = sample<GiftCard>({
  id: 3,
  kind: 'sold',
  ending: 'C4HN',
  amount: 50,
  balance: 50,
  state: 'open',
  to: 'Ana',
  methodName: null,
  soldOn: '2027-06-01',
  expiresOn: null,
  bookingId: null,
  online: null,
  by: 'Dana',
  createdAt: '2027-06-01T10:00:00-04:00',
});
const none = { count: 0, balance: 0 };

function openCards(cards: readonly GiftCard[], total = 0) {
  signIn();
  answer('get', '/api/gift-cards', { items: [...cards], nextCursor: null });
  answer('get', '/api/booking-rules', bookingRules());
  answer('get', '/api/reports/liability', {
    currency: 'USD',
    giftCards: total > 0 ? { count: cards.length, balance: total } : none,
    credits: none,
    expired: none,
    total,
  });
  return open('/gift-cards');
}

describe('the gift cards page', () => {
  it('lists cards with balances and the total owed to customers', async () => {
    openCards([card(), card({ id: 2, ending: 'ZZ22', to: '', balance: 0, state: 'used' })], 50);
    const rows = within(await screen.findByRole('list', { name: 'Gift cards' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('$50.00 of $50.00'),
      expect.stringContaining('$0.00 of $50.00'),
    ]);
    expect(screen.getByText('$50.00', { selector: 'strong' })).toBeTruthy();
    expect(await faults()).toEqual([]);
  });

  it('loads older cards on demand', async () => {
    const { user } = openCards([card()]);
    answer('get', '/api/gift-cards', { items: [card()], nextCursor: 'older' });
    const more = await screen.findByRole('button', { name: 'Load More' });
    expect(screen.getByText('The newest 1 gift card')).toBeTruthy();
    answer('get', '/api/gift-cards', { items: [card({ id: 2, ending: 'ZZ22' })], nextCursor: null });
    await user.click(more);
    expect(await screen.findByText(/ZZ22/)).toBeTruthy();
    expect(screen.getByText('2 gift cards')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
  });

  it('shows the code of a sold card once', async () => {
    const { user } = openCards([]);
    await user.click(await screen.findByRole('button', { name: 'Sell a Gift Card' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sell a Gift Card' }));
    const sent = answer('post', '/api/gift-cards', { ...card(), code: '7KQM-2XPA-9RTW-C4HN' });
    await retype(user, dialog.getByLabelText(/Amount/), '75');
    await user.click(dialog.getByRole('button', { name: 'Create Gift Card' }));
    const code = within(await screen.findByRole('dialog', { name: 'Gift card of $50.00' }));
    expect(code.getByText('7KQM-2XPA-9RTW-C4HN')).toBeTruthy();
    expect(sent.bodies).toEqual([{ amount: 75, kind: 'cash', to: null, expiresOn: null }]);
    expect(await faults()).toEqual([]);
    await user.click(code.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('7KQM-2XPA-9RTW-C4HN')).toBeNull());
  });

  it('asks before voiding a card, and shows the reason if it fails', async () => {
    const { user } = openCards([card()]);
    await user.click(await screen.findByRole('button', { name: 'Void' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Void this $50.00 gift card?' }));
    fail('post', '/api/gift-cards/3/void', 409, 'This gift card has been used, so it can’t be voided.');
    await user.click(dialog.getByRole('button', { name: 'Void Gift Card' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('has been used');
  });

  it('refunds a card that was bought online, and names the buyer', async () => {
    const online = {
      buyer: 'Ben',
      buyerEmail: 'ben@example.com',
      sentTo: 'ana@example.com',
      sendOn: '2027-06-05',
      refund: 0,
      dispute: null,
      problem: null,
    };
    const { user } = openCards([card({ online })]);
    const row = (await screen.findByRole('list', { name: 'Gift cards' })).textContent;
    expect(row).toContain('Bought online by Ben (ben@example.com)');
    expect(row).toContain('Emailed to ana@example.com on Jun 5, 2027');
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Refund this $50.00 gift card?' }));
    const sent = answer('post', '/api/gift-cards/3/void', card({ state: 'void', online }));
    await user.click(dialog.getByRole('button', { name: 'Refund Gift Card' }));
    await waitFor(() => expect(sent.bodies).toHaveLength(1));
  });

  it('sets up online sales, and shows the link', async () => {
    const { user } = openCards([]);
    await user.click(await screen.findByRole('button', { name: 'Set Up' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sell Gift Cards Online' }));
    await retype(user, dialog.getByLabelText('Amounts'), '25 fifty');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByLabelText('Amounts').getAttribute('aria-invalid')).toBe('true');
    const shop = { isOpen: true, amounts: [25, 75.5], ownAmount: true, least: 25, most: 500 };
    const saved = answer('patch', '/api/booking-rules', { ...bookingRules(), giftCardShop: shop });
    await retype(user, dialog.getByLabelText('Amounts'), '25 75.50');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved.bodies).toEqual([{ giftCardShop: shop }]));
    expect(await screen.findByRole('button', { name: 'Copy Link' })).toBeTruthy();
    expect(await faults()).toEqual([]);
  });

  it('saves when new cards expire', async () => {
    const { user } = openCards([]);
    const saved = answer('patch', '/api/booking-rules', { ...bookingRules(), giftCardMonths: 36 });
    await user.selectOptions(await screen.findByLabelText('New Gift Cards Expire'), 'After 3 years');
    await waitFor(() => expect(saved.bodies).toEqual([{ giftCardMonths: 36 }]));
  });
});

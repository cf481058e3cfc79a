import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { components } from '@/api/schema';
import type { CustomersBooking } from '@/paying/calls';
import { customersBooking, nothingDue } from '@/testing/customer-pages';
import { fakeProvider } from '@/testing/provider';
import { answer, fail } from '@/testing/server';
import { BookingPage } from './BookingPage';

const path = '/api/public/bookings/token';
const provider = fakeProvider();

beforeEach(provider.install);
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

const MANDATE = 'You allow Glow & Co. to save this card and to charge it for booking #3.';
const visa = { brand: 'visa', last4: '4242', expires: '2040-04', consentAt: '2027-03-01T10:00:00+00:00' };
const hold = { state: 'held', amount: 200, captured: 0, until: '2027-06-06T02:00:00+00:00' } as const;

const booking = (rest: Partial<CustomersBooking> = {}) =>
  customersBooking({ cardMandate: MANDATE, paying: { ...nothingDue, card: true, balance: 250 }, ...rest });

type Charge = components['schemas']['ChargeNoticeOut'];

function openPage(page: CustomersBooking, charges: readonly Charge[] = []) {
  answer('get', path, page);
  answer('get', `${path}/card-charges`, charges);
  answer('get', '/api/payment-setup', {
    publishableKey: 'pk_test_1',
    scriptUrl: null,
    demo: false,
    currency: 'USD',
  });
  render(<BookingPage token="token" />);
  return userEvent.setup();
}

const openForm = () =>
  answer('post', `${path}/card`, {
    clientSecret: 'seti_1_secret_1',
    publishableKey: 'pk_test_1',
    account: 'acct_1',
    mandate: MANDATE,
  });

const saveButton = async () => {
  const button = (await screen.findByRole('button', { name: 'Save Card' })) as HTMLButtonElement;
  await waitFor(() => expect(button.disabled).toBe(false));
  return button;
};
const part = () => screen.findByRole('region', { name: 'Card on file' });

describe('keeping a card', () => {
  it('shows the mandate, keeps the focus in the form if the card is declined, and saves once', async () => {
    const calls = openForm();
    answer('post', `${path}/card/look`, { cardOnFile: visa });
    const user = openPage(booking());
    await user.click(await screen.findByRole('button', { name: 'Keep a Card' }));
    expect(document.activeElement).toBe(await part());
    const save = await saveButton();
    expect(screen.getByText(MANDATE)).toBeTruthy();
    expect(calls.bodies).toHaveLength(1);

    provider.confirmSetup.mockResolvedValueOnce({ error: { message: 'Your card was declined.' } });
    await user.click(save);
    expect((await screen.findByRole('alert')).textContent).toBe('Your card was declined.');
    await waitFor(() => expect(document.activeElement?.closest('form')).toBeTruthy());

    provider.confirmSetup.mockClear();
    provider.confirmSetup.mockResolvedValueOnce({ setupIntent: { status: 'succeeded' } });
    await user.dblClick(save);
    expect(await screen.findByText('Your card is saved.')).toBeTruthy();
    expect(provider.confirmSetup).toHaveBeenCalledTimes(1);
    expect(screen.getByText('Visa ···· 4242, expires 04/40')).toBeTruthy();
    expect(document.activeElement).toBe(await part());
    expect(screen.getByRole('button', { name: 'Replace' })).toBeTruthy();
  });

  it('accepts a card that was saved in another tab', async () => {
    openForm();
    answer('post', `${path}/card/look`, { cardOnFile: visa });
    const user = openPage(booking());
    await user.click(await screen.findByRole('button', { name: 'Keep a Card' }));
    const save = await saveButton();
    const error = { code: 'setup_intent_unexpected_state', setup_intent: { status: 'succeeded' } };
    provider.confirmSetup.mockResolvedValueOnce({ error });
    await user.click(save);
    expect(await screen.findByText('Your card is saved.')).toBeTruthy();
  });

  it('closes the form if the business cannot keep cards anymore', async () => {
    fail('post', `${path}/card`, 409, 'Cards are not accepted right now.', { code: 'no_card_payments' });
    const user = openPage(booking());
    await user.click(await screen.findByRole('button', { name: 'Keep a Card' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Cards are not accepted right now.');
    expect(screen.getByRole('button', { name: 'Keep a Card' })).toBeTruthy();
  });

  it.each([
    ['succeeded', visa, 'Your card is saved.'],
    ['failed', null, 'The card was not saved, and nothing was charged. You can try again.'],
  ])('shows the result after a return from the bank: %s', async (status, kept, text) => {
    const looks = answer('post', `${path}/card/look`, { cardOnFile: kept });
    history.replaceState(
      null,
      '',
      `/b/token?setup_intent=seti_1&setup_intent_client_secret=secret&redirect_status=${status}`,
    );
    // The webhook arrives before the customer returns.
    openPage(booking({ cardOnFile: kept }));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(looks.bodies).toHaveLength(1);
    expect(location.search).toBe('');
  });

  it('is not offered while a payment is needed to hold the letters', async () => {
    openPage(booking({ status: 'pending', state: 'held' }));
    expect(await screen.findByRole('button', { name: /^Pay Total/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Keep a Card' })).toBeNull();
  });
});

describe('removing a card', () => {
  it('needs confirmation, and happens once on a double click', async () => {
    const calls = answer('delete', `${path}/card`, null, 204);
    const user = openPage(booking({ cardOnFile: visa }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(screen.getByText('Remove this card? Glow & Co. can’t charge it anymore.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Keep Card' }));
    expect(calls.bodies).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await user.dblClick(screen.getByRole('button', { name: 'Remove Card' }));
    expect(await screen.findByText('Your card was removed.')).toBeTruthy();
    expect(calls.bodies).toHaveLength(1);
    expect(screen.queryByText(/4242/)).toBeNull();
    expect(document.activeElement).toBe(await part());
  });

  it('shows why a card is still needed', async () => {
    const sentence = 'Your card is needed for a payment that is due.';
    fail('delete', `${path}/card`, 409, sentence, { code: 'card_needed' });
    const user = openPage(booking({ cardOnFile: visa }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await user.click(screen.getByRole('button', { name: 'Remove Card' }));
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(screen.getByText('Visa ···· 4242, expires 04/40')).toBeTruthy();
  });
});

describe('a security hold', () => {
  it.each([
    [hold, '$200.00 is held on your card until Sun, Jun 6, 2027 at 2:00 PM. A hold is not a payment; '],
    [
      { ...hold, state: 'planned', until: null },
      'Glow & Co. will hold $200.00 on your card before the delivery.',
    ],
    [{ ...hold, state: 'captured', captured: 60, until: null }, '$60.00 of the $200.00 hold was charged.'],
    [
      { ...hold, state: 'refused', until: null },
      'The hold of $200.00 could not be placed. Please replace your card before the delivery',
    ],
  ] as const)('is shown and is not a payment: %#', async (of, text) => {
    openPage(booking({ hold: of, cardOnFile: visa }));
    expect(await screen.findByText(text, { exact: false })).toBeTruthy();
  });
});

const bank = { ...visa, brand: 'Chase', last4: '6789', expires: null };

it.each([
  ['planned', 'The $200.00 hold needs a card, not a bank account. Please save a card before the delivery.'],
  ['refused', 'The hold of $200.00 could not be placed. Please save a card before the delivery'],
] as const)('promises no hold on a bank account: %s', async (state, text) => {
  openPage(booking({ hold: { ...hold, state, until: null }, cardOnFile: bank }));
  expect(await screen.findByText(text, { exact: false })).toBeTruthy();
  expect(screen.queryByText('on your card', { exact: false })).toBeNull();
});

describe('charges for damage', () => {
  const charge: Charge = {
    state: 'announced',
    amount: 60,
    reason: 'Two broken bulbs',
    photos: ['f'.repeat(64)],
    at: '2027-06-06T14:00:00+00:00',
  };

  it('are shown with their time, reason and photos', async () => {
    openPage(booking({ cardOnFile: visa }), [
      charge,
      { ...charge, state: 'charged', amount: 25, photos: [] },
    ]);
    const list = within(await screen.findByRole('list', { name: 'Charges to your card' }));
    expect(list.getAllByText('Two broken bulbs')).toHaveLength(2);
    expect(list.getByText(/We’ll charge your card on/)).toBeTruthy();
    expect(list.getByText(/^Charged on/)).toBeTruthy();
    expect(list.getByRole('img', { name: '1 of 1' }).getAttribute('src')).toBe(
      `${path}/photos/${'f'.repeat(64)}`,
    );
  });
});

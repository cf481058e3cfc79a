import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { BookingMoney } from '@/api/booking-money';
import { details } from '@/testing/bookings';
import { money } from '@/testing/money';
import { open } from '@/testing/render';
import { answer, fail, server, signIn } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

const BOOKING = '/api/bookings/:id';
const visa = { brand: 'visa', last4: '4242', expires: '2040-04', consentAt: '2027-03-01T10:00:00+00:00' };
const held = { state: 'held', amount: 200, captured: 0, until: '2027-06-06T02:00:00+00:00' } as const;

const announced = {
  id: 3,
  state: 'announced',
  amount: 60,
  reason: 'Two broken bulbs',
  photos: ['f'.repeat(64)],
  chargeAt: '2027-06-06T14:00:00+00:00',
  by: 'owner',
  failure: null,
} as const;
type Announced = Omit<typeof announced, 'id' | 'state'> & { id: number; state: string };
type Details = NonNullable<Parameters<typeof details>[0]>;

function openBooking(rest: Partial<Details> = {}, body: BookingMoney = money(), charges: Announced[] = []) {
  signIn();
  answer(
    'get',
    BOOKING,
    details({ id: 5, status: 'confirmed', history: [], cardOnFile: visa, ...rest } as Details),
  );
  answer('get', `${BOOKING}/payments`, body);
  answer('get', `${BOOKING}/announced-charges`, charges);
  return open('/bookings?id=5');
}

const section = async () => within(await screen.findByRole('region', { name: 'Card on file' }));

it('charges the card with one key until the form is edited or the charge is refused', async () => {
  const { user } = openBooking();
  const region = await section();
  expect(region.getByText('Visa ···· 4242, expires 04/40')).toBeTruthy();
  await user.click(region.getByRole('button', { name: 'Charge Card' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Charge Card' }));
  const submit = dialog.getByRole('button', { name: 'Charge Card' });
  expect((dialog.getByLabelText('Amount (USD)') as HTMLInputElement).value).toBe('250.00');
  await retype(user, dialog.getByLabelText('Amount (USD)'), '250.01');
  await user.click(submit);
  expect(dialog.getByText('Enter an amount up to $250.00')).toBeTruthy();
  expect(dialog.getByText('Enter the reason for the charge')).toBeTruthy();

  const keys: (string | null)[] = [];
  const answers: [number, string, string][] = [
    [502, 'provider_failed', 'The provider did not respond.'],
    [402, 'card_declined', 'Your card was declined.'],
    [409, 'not_due', 'Only $20.00 is due on this booking.'],
    [409, 'no_card', 'This booking has no card on file.'],
  ];
  server.use(
    http.post(`http://localhost:3000${BOOKING}/charge`, ({ request }) => {
      const [status, code, message] = answers[keys.length] ?? [500, '', ''];
      keys.push(request.headers.get('Idempotency-Key'));
      return HttpResponse.json({ code, message }, { status });
    }),
  );
  await retype(user, dialog.getByLabelText('Amount (USD)'), '60');
  await enterInto(user, dialog.getByLabelText('Reason'), 'Extra hour');
  for (const [, , message] of answers) {
    await user.click(submit);
    expect(await dialog.findByText(message)).toBeTruthy();
  }
  const [first, second, third, fourth] = keys;
  expect(first).toBe(second);
  expect(new Set([second, third, fourth]).size).toBe(3);
  expect(dialog.getByLabelText('Amount (USD)').getAttribute('aria-invalid')).toBe('true');

  const sent = answer(
    'post',
    `${BOOKING}/charge`,
    { paymentId: 1, state: 'received', amount: 60, received: 60, balanceDue: 190 },
    201,
  );
  await user.dblClick(submit);
  expect(await screen.findByText('Card charged')).toBeTruthy();
  expect(sent.bodies).toEqual([{ amount: 60, reason: 'Extra hour' }]);
});

it('lists automatic charges with their results and the next attempt', async () => {
  openBooking(
    {},
    money({
      schedule: [
        {
          due: '2027-03-01',
          amount: 50,
          paid: 0,
          attempts: [{ at: '2027-03-01T10:00:00-05:00', result: 'declined' }],
          nextAttempt: '2027-03-03T10:00:00-05:00',
        },
        { due: '2027-06-01', amount: 200, paid: 0, attempts: [], nextAttempt: null },
      ],
    }),
  );
  const list = within((await section()).getByRole('list', { name: 'Automatic charges' }));
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  expect(list.getByText('Mar 1, 2027 10:00 AM: declined')).toBeTruthy();
  expect(list.getByText('Next automatic charge: Mar 3, 2027 10:00 AM')).toBeTruthy();
});

it('shows a hold as held until its day, and captures a part of it', async () => {
  const { user } = openBooking({ hold: held });
  const region = await section();
  expect(region.getByText(/^\$200\.00 held until Jun \d, 2027$/)).toBeTruthy();
  await user.click(region.getByRole('button', { name: 'Capture' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Capture Hold' }));
  fail('post', `${BOOKING}/hold/capture`, 409, 'Only $50.00 is held on the card.', { code: 'over_hold' });
  await enterInto(user, dialog.getByLabelText('Amount (USD)'), '60');
  await enterInto(user, dialog.getByLabelText('Reason'), 'Broken bulb');
  await user.click(dialog.getByRole('button', { name: 'Capture' }));
  expect(await dialog.findByText('Only $50.00 is held on the card.')).toBeTruthy();
  const captured = { ...held, state: 'captured', captured: 60, until: null };
  const sent = answer('post', `${BOOKING}/hold/capture`, { hold: captured, received: 60, balanceDue: 250 });
  await user.dblClick(dialog.getByRole('button', { name: 'Capture' }));
  expect(await screen.findByText('Hold captured')).toBeTruthy();
  expect(sent.bodies).toEqual([{ amount: 60, reason: 'Broken bulb' }]);
});

it('releases a hold after asking', async () => {
  const { user } = openBooking({ hold: held });
  const region = await section();
  const released = { ...held, state: 'released', until: null };
  const sent = answer('post', `${BOOKING}/hold/release`, { hold: released, received: 0, balanceDue: 250 });
  await user.click(region.getByRole('button', { name: 'Release' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Release the hold?' }));
  expect(sent.bodies).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Release' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent.bodies).toHaveLength(1);
});

it('offers no charge without a card, and no capture of a hold that is not held', async () => {
  openBooking({ cardOnFile: null, hold: { ...held, state: 'refused', until: null } });
  const region = await section();
  expect(region.getByText('$200.00 could not be held on the card')).toBeTruthy();
  expect(region.queryByRole('button')).toBeNull();
});

it('retries a refused hold, and shows why the bank refused', async () => {
  const { user } = openBooking({ hold: { ...held, state: 'refused', until: null } });
  const region = await section();
  expect(region.getByText(/we’ll try the hold again/)).toBeTruthy();
  await user.click(region.getByRole('button', { name: 'Try Again' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Try the hold again?' }));
  expect(dialog.getByText(/\$200\.00 will be held on Visa ···· 4242/)).toBeTruthy();
  fail('post', `${BOOKING}/hold/retry`, 402, 'Your card was declined.', { code: 'card_declined' });
  await user.click(dialog.getByRole('button', { name: 'Try Again' }));
  expect(await dialog.findByText('Your card was declined.')).toBeTruthy();
  const sent = answer('post', `${BOOKING}/hold/retry`, { hold: held, received: 0, balanceDue: 250 });
  await user.click(dialog.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent.bodies).toHaveLength(1);
});

it('announces a charge with an uploaded photo', async () => {
  const { user } = openBooking();
  const region = await section();
  await user.click(region.getByRole('button', { name: 'Charge Card' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Charge Card' }));
  await retype(user, dialog.getByLabelText('Amount (USD)'), '60');
  await enterInto(user, dialog.getByLabelText('Reason'), 'Two broken bulbs');
  const photos = [
    HttpResponse.json({ code: 'no_picture', message: 'This file is not a picture.' }, { status: 415 }),
    HttpResponse.json({ photo: 'f'.repeat(64) }, { status: 201 }),
  ];
  server.use(http.post('http://localhost:3000/api/photos', () => photos.shift()));
  const file = new File(['x'], 'bulb.jpg', { type: 'image/jpeg' });
  await user.upload(dialog.getByLabelText('Photo file'), file);
  expect(await dialog.findByText('This file is not a picture.')).toBeTruthy();
  await user.upload(dialog.getByLabelText('Photo file'), file);
  expect(await dialog.findByRole('button', { name: 'Remove photo 1' })).toBeTruthy();
  await user.selectOptions(dialog.getByLabelText('When'), 'In 48 hours, for damage or loss');
  const sent = answer('post', `${BOOKING}/announced-charges`, announced, 201);
  await user.click(dialog.getByRole('button', { name: 'Announce Charge' }));
  expect(await screen.findByText('Charge announced')).toBeTruthy();
  expect(sent.bodies).toEqual([{ amount: 60, reason: 'Two broken bulbs', photoDigests: ['f'.repeat(64)] }]);
});

it('shows when an announced charge is due, and withdraws it', async () => {
  const { user } = openBooking({}, money(), [announced, { ...announced, id: 4, state: 'declined' }]);
  const region = await section();
  const list = within(await region.findByRole('list', { name: 'Announced charges' }));
  expect(list.getByText(/The card will be charged on/)).toBeTruthy();
  expect(list.getByText('Declined. We sent the customer a payment link.')).toBeTruthy();
  await user.click(list.getByRole('button', { name: 'Withdraw' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Withdraw this charge?' }));
  const sent = answer('delete', `${BOOKING}/announced-charges/3`, { ...announced, state: 'withdrawn' });
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent.bodies).toHaveLength(1);
});

it('promises no hold on a bank account, and offers no retry', async () => {
  const bank = { ...visa, brand: 'Chase', last4: '6789', expires: null };
  openBooking({ cardOnFile: bank, hold: { ...held, state: 'planned', until: null } });
  const text = '$200.00 can’t be held on a bank account; the customer has to save a card';
  expect(await screen.findByText(text)).toBeTruthy();

  openBooking({ cardOnFile: bank, hold: { ...held, state: 'refused', until: null } });
  expect(await screen.findByText('$200.00 could not be held on the card')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
});

it('shows why the debit for an announced charge failed', async () => {
  const failure = 'The bank returned the debit.';
  openBooking({}, money(), [{ ...announced, state: 'declined', failure } as unknown as Announced]);
  expect(await screen.findByText(failure)).toBeTruthy();
});

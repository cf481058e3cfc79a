/** Payment in the last step of the form. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeProvider } from '@/testing/provider';
import { answerForm, booked, draw, fill, open, submit } from '@/testing/public-form';
import { answer, server } from '@/testing/server';

const path = '/api/public/bookings/token';
const provider = fakeProvider();
const onBooked = vi.fn();

const payment = {
  clientSecret: 'pi_1_secret_1',
  publishableKey: 'pk_test_1',
  account: null,
  amount: 50,
  expiresAt: '2027-05-01T10:30:00-05:00',
  expiresIn: 1800,
  capture: 'now',
};
const held = {
  status: 'pending',
  state: 'held',
  received: 0,
  paying: { processing: 0 },
  held: { until: payment.expiresAt, secondsLeft: 1795 },
};
const confirmed = { ...held, status: 'confirmed', state: 'confirmed', received: 50, held: null };
const lapsed = { ...held, status: 'canceled', state: 'lapsed', held: null };

beforeEach(() => {
  answerForm();
  provider.install();
  onBooked.mockReset();
  provider.confirmPayment.mockReset();
  answer('get', '/api/payment-setup', {
    publishableKey: 'pk_test_1',
    scriptUrl: null,
    demo: false,
    currency: 'USD',
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Submit a form whose booking awaits this payment; its page then shows `first` once if given, and `now`. */
async function sendForm(now: object = held, changes: object = {}, first?: object) {
  answer('get', path, now);
  if (first) server.use(http.get(`*${path}`, () => HttpResponse.json(first), { once: true }));
  server.use(
    http.post('*/api/bookings', () =>
      HttpResponse.json({ ...booked, payment: { ...payment, ...changes } }, { status: 201 }),
    ),
  );
  const { user, page } = await open('?userId=1', onBooked);
  await fill(user);
  await user.click(submit());
  return { user, page };
}

async function payButton(name = 'Pay $50.00') {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  return button;
}

const heading = (name: string) => screen.findByRole('heading', { name });
const statuses = () => onBooked.mock.calls.map(([booking]) => [booking.status, Boolean(booking.payment)]);

describe('a booking that awaits its payment', () => {
  it('is paid in place, and stays confirmed after a reload without another notification', async () => {
    answer('post', `${path}/pay/look`, { ...confirmed, lookedAt: null });
    provider.confirmPayment.mockResolvedValue({ paymentIntent: { status: 'succeeded' } });
    const { user, page } = await sendForm();
    await heading('Your letters are held. Pay to confirm.');
    expect(await screen.findByRole('timer')).toHaveProperty('textContent', 'Held for 30 minutes');
    expect(screen.queryByText('Booking submitted')).toBeNull();

    await user.dblClick(await payButton());

    const title = await heading('Your booking is confirmed!');
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(screen.getByText('Your payment of $50.00 was received.')).toBeTruthy();
    expect(screen.queryByText(/Pay to confirm/)).toBeNull();
    expect(await screen.findByText('Booking confirmed')).toBeTruthy();
    expect(provider.confirmPayment).toHaveBeenCalledTimes(1);
    expect(statuses()).toEqual([
      ['pending', true],
      ['confirmed', false],
    ]);

    page.unmount();
    draw('?userId=1', onBooked);
    await heading('Your booking is confirmed!');
    expect(onBooked).toHaveBeenCalledTimes(2);
  });

  it('keeps the focus in the card form after a declined card', async () => {
    provider.confirmPayment.mockResolvedValue({ error: { message: 'Your card was declined.' } });
    const { user } = await sendForm();
    await user.click(await payButton());

    expect((await screen.findByRole('alert')).textContent).toBe('Your card was declined.');
    const card = screen.getByRole('region', { name: 'Pay by card' });
    await waitFor(() => expect(card.contains(document.activeElement)).toBe(true));
  });

  it('thanks a visitor who has already paid in another tab', async () => {
    answer('post', `${path}/pay/look`, { ...confirmed, lookedAt: null });
    provider.confirmPayment.mockResolvedValue({ error: { code: 'payment_intent_unexpected_state' } });
    const { user } = await sendForm();
    await user.click(await payButton());

    expect(await screen.findByText('Already paid, thank you.')).toBeTruthy();
    expect(await heading('Your booking is confirmed!')).toBeTruthy();
  });

  it('waits for the business after the card was authorized', async () => {
    answer('post', `${path}/pay/look`, { ...held, state: 'waiting_for_approval', lookedAt: null });
    provider.confirmPayment.mockResolvedValue({ paymentIntent: { status: 'requires_capture' } });
    const { user } = await sendForm(held, { capture: 'on_approval' });
    await heading('Your letters are held. Enter your card to send your request.');
    await user.click(await payButton('Authorize $50.00'));

    await heading('Your booking request has been sent!');
    expect(statuses()).toEqual([
      ['pending', true],
      ['pending', false],
    ]);
  });

  it('is paid without its page if it was begun on another network', async () => {
    provider.confirmPayment.mockResolvedValue({ paymentIntent: { status: 'succeeded' } });
    server.use(
      http.post('*/api/bookings', () =>
        HttpResponse.json({ ...booked, pageUrl: null, resumed: true, payment }, { status: 200 }),
      ),
    );
    const { user } = await open('?userId=1', onBooked);
    await fill(user);
    await user.click(submit());
    expect((await screen.findByRole('timer')).textContent).toBe('Held for 30 minutes');
    await user.click(await payButton());

    await heading('Your booking is confirmed!');
    expect(screen.queryByRole('link', { name: /booking page/ })).toBeNull();
  });

  it('links to its page if the card form cannot be opened', async () => {
    answer('get', '/api/payment-setup', { publishableKey: null, scriptUrl: null, demo: false });
    await sendForm();

    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Pay $50.00 on your booking page' });
    expect(link.getAttribute('href')).toBe('https://desk.example/b/token');
    expect(link.getAttribute('target')).toBe('_top');
  });
});

describe('a booking that was not paid in time', () => {
  it('shows that when the countdown ends', async () => {
    const ending = { ...held, held: { until: payment.expiresAt, secondsLeft: 1 } };
    await sendForm(lapsed, {}, ending);

    expect(await heading('Your time to pay has expired.')).toBeTruthy();
    expect(screen.queryByText(/canceled/i)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Pay $50.00' })).toBeNull();
  });

  it('can hold its letters again, without another notification', async () => {
    answer('post', `${path}/retake`, { state: 'held', payment: { ...payment, clientSecret: 'pi_2_secret' } });
    const { user } = await sendForm(lapsed);
    await heading('Your time to pay has expired.');
    answer('get', path, held);
    await user.click(screen.getByRole('button', { name: 'Hold my letters again' }));

    await heading('Your letters are held. Pay to confirm.');
    expect(await payButton()).toBeTruthy();
    expect(onBooked).toHaveBeenCalledTimes(1);
  });

  it('opens the filled form if its letters were booked meanwhile', async () => {
    server.use(
      http.post(`*${path}/retake`, () =>
        HttpResponse.json(
          { message: 'Your letters were booked.', code: 'not_enough_letters' },
          { status: 409 },
        ),
      ),
    );
    const { user } = await sendForm(lapsed);
    await heading('Your time to pay has expired.');
    await user.click(screen.getByRole('button', { name: 'Hold my letters again' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Your letters were booked.');
    expect(screen.queryByRole('button', { name: 'Hold my letters again' })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Change my request' }));
    expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('Happy 30th');
  });
});

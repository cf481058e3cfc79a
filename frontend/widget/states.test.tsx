/** Messages and behavior of the form in case of problems. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerForm, booked, confirmation, draw, fill, open, submit } from '@/testing/public-form';
import { server } from '@/testing/server';
import { enter } from '@/testing/typing';

const sent: { body: Record<string, unknown>; key: string | null }[] = [];

/** Answer bookings with these responses in turn, and after that with success. */
function answerWith(...refusals: (() => Response)[]) {
  server.use(
    http.post('*/api/bookings', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ body, key: request.headers.get('Idempotency-Key') });
      return refusals.shift()?.() ?? HttpResponse.json(booked, { status: 201 });
    }),
  );
}

const refusal =
  (status: number, code: string, extra = {}, headers = {}) =>
  () =>
    HttpResponse.json({ message: `Sentence of ${code}.`, code, ...extra }, { status, headers });

const badGateway = () => new HttpResponse('<html>Bad Gateway</html>', { status: 502 });

beforeEach(() => {
  sent.length = 0;
  answerForm();
  answerWith();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function filled() {
  const { user, page } = await open();
  await fill(user);
  return { user, page };
}

const sentence = (text: RegExp) => screen.findAllByText(text);

describe('before sending', () => {
  it('has a honeypot field that users never see, hear or reach', async () => {
    const { user } = await filled();
    const trap = document.querySelector<HTMLInputElement>('input[name="website"]');
    expect(trap?.tabIndex).toBe(-1);
    expect(trap?.closest('[aria-hidden="true"]')).toBeTruthy();
    await user.click(submit());
    await confirmation();
    expect(sent[0]?.body).toMatchObject({ website: '', formToken: 'opened-then' });
  });

  it('shows and announces errors for unusual input, and truncates nothing', async () => {
    const { user } = await filled();
    await enter(user, 'Notes (Optional)', 'x'.repeat(5001));
    await user.tab();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Notes (Optional)').value).toHaveLength(5001);
    expect(screen.getByText('Use at most 5000 characters (now 5001)')).toBeTruthy();
    expect(screen.getByText(/^Notes \(Optional\): Use at most 5000/)).toBeTruthy();
    const delivery = screen.getByLabelText('Delivery Date');
    for (const [typed, fault] of [
      ['2/30/2027', "This date doesn't exist. Enter the date as MM/DD/YYYY"],
      ['13/1/2027', "This date doesn't exist. Enter the date as MM/DD/YYYY"],
      ['June 32nd', 'Enter the date as MM/DD/YYYY'],
      ['04/30/2027', 'Delivery cannot be in the past'],
    ] as const) {
      await user.clear(delivery);
      await enter(user, 'Delivery Date', typed);
      await user.tab();
      expect(await screen.findByText(fault)).toBeTruthy();
      expect(delivery.getAttribute('aria-invalid')).toBe('true');
    }
  });
});

describe('a rejection', () => {
  it.each([
    ['for being quick', refusal(429, 'too_quick', {}, { 'Retry-After': '1' })],
    ['by a server that is busy or changing places', refusal(503, 'crowded', {}, { 'Retry-After': '1' })],
  ])('%s is retried automatically as the same request', async (_, refused) => {
    answerWith(refused);
    const { user } = await filled();
    await user.click(submit());
    expect(await confirmation()).toBeTruthy();
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
  });

  it('by an unavailable server is shown, and no input is lost', async () => {
    answerWith(refusal(503, 'unavailable', {}, { 'Retry-After': '31' }));
    const { user } = await filled();
    await user.click(submit());
    await sentence(/Sentence of unavailable/);
    expect(sent).toHaveLength(1);
  });

  it('for too many requests shows a countdown, after which the same request can be sent again', async () => {
    answerWith(refusal(429, 'too_many', {}, { 'Retry-After': '2' }));
    const { user } = await filled();
    await user.click(submit());
    await sentence(/Sentence of too_many/);
    expect(screen.getByText(/You can send again in [12] seconds?\./)).toBeTruthy();
    expect(submit().disabled).toBe(true);
    await screen.findByText(/You can send again now/);
    await user.click(submit());
    await confirmation();
    expect(sent[0]).toEqual(sent[1]);
  });

  it('for a filled honeypot clears it, so that the next attempt succeeds', async () => {
    answerWith(refusal(422, 'looks_automated'));
    const { user } = await filled();
    const trap = document.querySelector<HTMLInputElement>('input[name="website"]');
    if (trap) trap.value = 'https://helper.example';
    await user.click(submit());
    await sentence(/Sentence of looks_automated/);
    await user.click(submit());
    await confirmation();
    expect(sent.map(({ body }) => body.website)).toEqual(['https://helper.example', '']);
  });

  it.each([
    ['for maintenance', refusal(503, 'maintenance'), /Sentence of maintenance/],
    ['for too much text', refusal(413, 'too_large'), /Shorten your notes/],
    ['by a busy server', refusal(503, 'unavailable'), /Sentence of unavailable/],
    ['for too many open requests', refusal(409, 'too_many_open'), /Sentence of too_many_open/],
    ['by a machine in front of the server', badGateway, /won't be booked twice/],
    ['by no answer at all', () => HttpResponse.error(), /could not be reached/],
  ])('%s explains what to do and keeps the input', async (_, refused, text) => {
    answerWith(refused);
    const { user } = await filled();
    await user.click(submit());
    await sentence(text);
    expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('Happy 30th');
    await user.click(submit());
    await confirmation();
    expect(sent[0]).toEqual(sent[1]);
  });

  it('for a removed venue keeps the form filled and reloads the list', async () => {
    answerWith(refusal(422, 'invalid', { fields: { venueId: 'Unknown venue' } }));
    const { user } = await filled();
    const other = [{ id: 8, name: 'Town Hall', city: 'Springfield', state: 'IL' }];
    server.use(http.get('*/api/venues', () => HttpResponse.json(other)));
    await user.click(submit());
    await sentence(/This venue is no longer available/);
    const venue = screen.getByLabelText<HTMLSelectElement>('Venue');
    expect(document.activeElement).toBe(venue);
    await screen.findByRole('option', { name: /Town Hall/ });
    expect(venue.selectedOptions[0]?.text).toBe('No longer available');

    await user.selectOptions(venue, '8');
    expect(screen.queryByText(/no longer available/i)).toBeNull();
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    await confirmation();
    expect(sent[1]?.body).toMatchObject({ venueId: 8, message: 'Happy 30th', customerName: 'Ada' });
  });
});

describe('without a connection', () => {
  it('shows that it is offline, keeps typed values, and recovers when online', async () => {
    await filled();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    expect(await screen.findByText(/You're offline/)).toBeTruthy();
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText(/You're offline/)).toBeNull());
  });
});

describe('a form that cannot be loaded', () => {
  const failing = (status: number, code: string) =>
    server.use(
      http.get(
        '*/api/booking-form',
        () => HttpResponse.json({ message: 'x', code }, { status, headers: { 'Retry-After': '1' } }),
        { once: true },
      ),
    );

  it.each([
    ['Back in a moment', 503, 'maintenance'],
    ['Busy right now', 503, 'unavailable'],
    ['Busy right now', 429, 'too_many'],
  ])('shows "%s" and retries automatically', async (title, status, code) => {
    failing(status, code);
    draw();
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(await screen.findByLabelText('Message')).toBeTruthy();
  });

  it('loads when the connection returns', async () => {
    server.use(http.get('*/api/booking-form', () => HttpResponse.error(), { once: true }));
    draw();
    expect(await screen.findByRole('heading', { name: 'No connection' })).toBeTruthy();
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByLabelText('Message')).toBeTruthy();
  });
});

describe('a form without a business', () => {
  it('offers the sign-in to members of one, and none to visitors of a link that no longer works', async () => {
    const { unmount } = draw('');
    const link = await screen.findByRole('link', { name: /Sign in to build a quote/ });
    expect(link.getAttribute('href')).toBe('/auth?next=%2Fbooking');
    unmount();
    server.use(http.get('*/api/booking-form', () => HttpResponse.json({ message: 'x' }, { status: 404 })));
    draw('?userId=1');
    expect(await screen.findByRole('heading', { name: 'This booking form is not available' })).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('after a success', () => {
  it('shows a booking confirmed without approval, also after a reload', async () => {
    answerWith(() => HttpResponse.json({ ...booked, status: 'confirmed' }, { status: 201 }));
    const { user, page } = await filled();
    await user.click(submit());
    await screen.findByRole('heading', { name: 'Your booking is confirmed!' });
    expect(await screen.findByText('Booking confirmed')).toBeTruthy();
    expect(screen.queryByText(/request has been sent/)).toBeNull();

    page.unmount();
    const onBooked = vi.fn();
    draw('?userId=1', onBooked);
    await screen.findByRole('heading', { name: 'Your booking is confirmed!' });
    expect(screen.getByText(/ada@example\.org/)).toBeTruthy();
    expect(onBooked).not.toHaveBeenCalled();
  });

  it('shows how long letters are held, and that a payment link follows if cards cannot be charged', async () => {
    server.use(
      http.get('*/api/public/bookings/token', () =>
        HttpResponse.json({ status: 'pending', state: 'held', held: { secondsLeft: 5 * 3600 } }),
      ),
    );
    const payBy = '2027-05-01T11:00:00-05:00';
    answerWith(() => HttpResponse.json({ ...booked, payment: null, payBy }, { status: 201 }));
    const { user } = await filled();
    await user.click(submit());

    expect(
      await screen.findByRole('heading', {
        name: 'Your letters are held, but card payments are not available right now.',
      }),
    ).toBeTruthy();
    expect(screen.getByText(/we'll email a payment link to ada@example\.org/)).toBeTruthy();
    expect(await screen.findByText(/Your letters are held for 5 hours\./)).toBeTruthy();
    expect(screen.queryByText(/nothing to pay now/i)).toBeNull();
    expect(screen.getByRole('link', { name: 'Open your booking page' })).toBeTruthy();
  });

  it('shows a summary and the next steps, links to the booking’s page, and starts another request', async () => {
    const { user } = await filled();
    await user.click(submit());
    await confirmation();
    for (const text of [
      '“HAPPY 30TH”, 4ft, 9 letters',
      'Tue, Jun 1, 2027',
      'Grand Ballroom',
      '$250.00',
      '#2',
    ]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    expect(screen.getByText(/Glow & Co\. will review it and email ada@example\.org/)).toBeTruthy();
    expect(screen.getByText(/deposit of \$50\.00/)).toBeTruthy();

    const page = screen.getByRole('link', { name: 'Open your booking page' });
    expect(page.getAttribute('href')).toBe('https://desk.example/b/token');
    // Nothing is agreed yet.
    expect(screen.queryByRole('link', { name: 'Add to your calendar' })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Send another request' }));
    expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('');
    expect((await screen.findByLabelText<HTMLInputElement>('Your Name')).value).toBe('Ada');
  });

  it('offers the calendar file of a confirmed booking', async () => {
    const confirmed = { ...booked, status: 'confirmed', state: 'confirmed', held: true };
    answerWith(() => HttpResponse.json(confirmed, { status: 201 }));
    const { user } = await filled();
    await user.click(submit());

    const calendar = await screen.findByRole('link', { name: 'Add to your calendar' });
    expect(calendar.getAttribute('href')).toBe('/api/public/bookings/token/calendar.ics');
    await user.click(calendar);
    expect(screen.getByText(/No file\?/)).toBeTruthy();
  });
});

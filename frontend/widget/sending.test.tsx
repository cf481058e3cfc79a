/** Sending a booking, and the response. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answerForm,
  breakdown,
  confirmation,
  fill,
  offering,
  open,
  refusing,
  sent,
  submit,
} from '@/testing/public-form';
import { server } from '@/testing/server';

beforeEach(answerForm);

describe('sending', () => {
  it('can be sent only when the required fields are filled, and lists the missing ones', async () => {
    const { user } = await open();
    expect(submit().disabled).toBe(true);
    await user.type(screen.getByLabelText('Your Name'), 'Ada{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Missing information');
    expect(screen.getByRole('alert').textContent).toContain('Please fill out all required fields');
    expect(screen.getByLabelText('Message').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText('Message'));
    await fill(user);
    expect(submit().disabled).toBe(false);
  });

  it('shows letters and price, and sends the displayed total', async () => {
    const onBooked = vi.fn();
    const { user } = await open('?userId=1', onBooked);
    await fill(user);
    expect(screen.getByText('9 letters × $25.00 × 1 day')).toBeTruthy();
    expect(screen.getByText('$250.00', { selector: 'dd' })).toBeTruthy();
    expect(screen.getByText(/Your letters are available/)).toBeTruthy();
    expect(document.querySelector('.caption')?.textContent).toContain('9 letters: H A P P Y 3 0 T H ');
    // Repeated beside the button as a spelling check.
    expect(document.querySelector('.spelling')?.textContent).toContain('9 letters: H A P P Y 3 0 T H ');

    await user.click(submit());
    const title = await confirmation();
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(await screen.findByText('Booking submitted')).toBeTruthy();
    const booking = sent.find(({ path }) => path === '/api/bookings');
    expect(booking?.body).toMatchObject({
      userId: 1,
      message: 'Happy 30th',
      size: '4ft',
      venueId: 7,
      deliveryDate: '2027-06-01',
      pickupDate: '2027-06-01',
      totalPrice: 250,
    });
    const keys = new Set(sent.map(({ headers }) => headers.get('Idempotency-Key')));
    expect(keys.size).toBe(1);
    expect(sent.every(({ credentials }) => credentials === 'omit')).toBe(true);
    expect(onBooked).toHaveBeenCalledWith(
      expect.objectContaining({ id: 41 }),
      expect.objectContaining({ currency: 'USD' }),
    );
  });

  it('shows a changed price and needs another submit', async () => {
    refusing(409, {
      message: 'The price has changed',
      code: 'price_changed',
      breakdown: { ...breakdown, total: 275 },
    });
    const { user } = await open();
    await fill(user);
    offering({
      formToken: 'another',
      sizes: [{ code: '4ft', label: '4ft', price: 27.5, heightInches: 48 }],
    });
    await user.click(submit());
    expect(await screen.findByText(/from \$250\.00 to \$275\.00/)).toBeTruthy();
    expect(screen.getByText('$275.00', { selector: 'dd' })).toBeTruthy();
    // The field labels show the new prices too.
    expect(await screen.findByText('4ft ($27.50 per letter)')).toBeTruthy();
    expect(screen.getByLabelText('Message')).toHaveProperty('value', 'Happy 30th');
  });

  it("shows the server's errors at their fields", async () => {
    const fields = { customerEmail: 'No mail there' };
    refusing(422, { message: 'Please check the form', code: 'invalid', fields });
    const { user } = await open();
    await fill(user);
    await user.click(submit());
    const email = screen.getByLabelText('Email');
    await waitFor(() => expect(document.activeElement).toBe(email));
    expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'No mail there',
    );
  });
});

describe("the business's details", () => {
  it('include logo, contact details, and terms that must be accepted', async () => {
    let sent: unknown;
    offering({
      logo: { url: '/logo.png', width: 300, height: 100 },
      contact: { phone: '555 0100', email: 'hello@example.com' },
      terms: { version: 'abc', url: '/api/public/terms/mk_x' },
    });
    server.use(
      http.get('*/api/public/terms/mk_x', () => HttpResponse.json({ version: 'abc', text: 'Keep dry.' })),
      http.post('*/api/bookings', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ message: 'x' }, { status: 500 });
      }),
    );
    const { user } = await open();
    await fill(user);
    expect(document.querySelector<HTMLImageElement>('header img, .stage img')?.getAttribute('src')).toBe(
      '/logo.png',
    );
    expect((await screen.findByRole('link', { name: '555 0100' })).getAttribute('href')).toBe('tel:5550100');
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    expect(await screen.findByText('Read and accept the terms')).toBeTruthy();
    expect(sent).toBeUndefined();

    await user.click(screen.getByText('Terms'));
    expect(await screen.findByText('Keep dry.')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: /I have read and accept the terms/ }));
    await user.click(submit());
    await waitFor(() => expect(sent).toMatchObject({ termsVersion: 'abc' }));
  });

  it.each([false, true])('sends consent to texts only if the visitor checks its box: %s', async (agrees) => {
    offering({ textConsentWording: 'Text me about my booking. Reply STOP to end.' });
    const { user } = await open();
    await fill(user);
    const box = await screen.findByRole('checkbox', { name: /Text me about my booking/ });
    expect(box).toHaveProperty('checked', false);
    expect(box).toHaveProperty('required', false);
    if (agrees) await user.click(box);
    await user.click(submit());
    await confirmation();
    const booking = sent.find(({ path }) => path === '/api/bookings');
    expect(booking?.body.textConsent).toBe(agrees || undefined);
  });

  it('does not mention texts if the business cannot send any', async () => {
    const { user } = await open();
    await fill(user);
    expect(document.querySelector('[name=textConsent]')).toBeNull();
  });
});

/** The form as configured by its URL, and its checks of a message. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerForm, draw, fill, open, submit } from '@/testing/public-form';
import { server } from '@/testing/server';
import { enter } from '@/testing/typing';

beforeEach(answerForm);

describe('the form', () => {
  it('has every field under its label, as native controls', async () => {
    await open();
    const labels = {
      INPUT: [
        'Message',
        'Your Name',
        'Email',
        'Phone (Optional)',
        'Delivery Date',
        'Pickup Date',
        'LED Lighting',
        'Floor Stand',
      ],
      SELECT: ['Size', 'Venue', 'Event Type', 'Preferred Install Time', 'Color Option'],
      TEXTAREA: ['Notes (Optional)'],
    };
    for (const [tag, names] of Object.entries(labels)) {
      for (const name of names) expect((await screen.findByLabelText(name)).tagName).toBe(tag);
    }
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Book Your Marquee Letters');
    // Rendered last, in a separate task.
    expect((await screen.findByRole('contentinfo')).textContent).toBe('Powered by MarqueeDesk');
    await waitFor(() => expect(document.title).toBe('Book Your Marquee Letters · Glow & Co.'));
  });

  it('starts with the size from the URL, or the default if it is not offered', async () => {
    const { page } = await open('?userId=1&defaultSize=2ft');
    expect(screen.getByLabelText<HTMLSelectElement>('Size').value).toBe('2ft');
    page.unmount();
    await open('?userId=1&defaultSize=9ft');
    expect(screen.getByLabelText<HTMLSelectElement>('Size').value).toBe('4ft');
  });

  it('stores drafts of one operator separately by initial size', async () => {
    const message = () => screen.getByLabelText<HTMLInputElement>('Message').value;
    const first = await open('?userId=1&defaultSize=2ft');
    await enter(first.user, 'Message', 'Love');
    first.page.unmount();

    const other = await open('?userId=1&defaultSize=4ft');
    expect(message()).toBe('');
    other.page.unmount();
    await open('?userId=1&defaultSize=2ft');
    expect(message()).toBe('Love');
  });

  it('hides header and footer if the URL says so', async () => {
    await open('?userId=1&hideHeader=true&hideFooter=true');
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });

  it('suggests messages that can be spelled in the chosen size', async () => {
    const { user } = await open();
    expect(screen.getAllByRole('button', { name: /^Try/ }).map((chip) => chip.textContent)).toEqual(['LOVE']);
    await user.selectOptions(screen.getByLabelText('Size'), '2ft');
    await user.click(screen.getByRole('button', { name: 'Try PROM' }));
    expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('PROM');
  });
});

describe('an email address that looks mistyped', () => {
  it('gets a suggestion, and can be sent unchanged', async () => {
    const { user } = await open();
    await fill(user);
    await user.clear(screen.getByLabelText('Email'));
    await enter(user, 'Email', 'ada@gmial.com');
    const meant = await screen.findByRole('button', { name: 'ada@gmail.com' });
    expect(submit().disabled).toBe(false);
    await user.click(meant);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@gmail.com');
    expect(screen.queryByText(/Did you mean/)).toBeNull();
  });
});

describe('quotes and slashes in the message', () => {
  it('need confirmation before they are charged as letters', async () => {
    const { user } = await open();
    await enter(user, 'Message', '"A/B"');
    await screen.findByText(/Are " and \/ part of your sign\?/);
    await user.click(screen.getByRole('button', { name: 'Keep' }));
    expect(screen.queryByText(/part of your sign/)).toBeNull();
    await user.clear(screen.getByLabelText('Message'));
    await enter(user, 'Message', '"A"');
    await user.click(await screen.findByRole('button', { name: 'Leave out' }));
    expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('A');
  });
});

describe('a URL without a form', () => {
  it.each(['', '?userId=', '?key='])('shows that the form is not available: "%s"', async (query) => {
    draw(query);
    expect(await screen.findByRole('heading', { name: 'This booking form is not available' })).toBeTruthy();
  });

  it.each([404, 422])('shows that the form is not available for an unknown operator (%d)', async (status) => {
    server.use(http.get('*/api/booking-form', () => HttpResponse.json({ message: 'x' }, { status })));
    draw('?userId=99');
    expect(await screen.findByRole('heading', { name: 'This booking form is not available' })).toBeTruthy();
  });

  it('offers a retry when the server does not respond', async () => {
    server.use(http.get('*/api/booking-form', () => HttpResponse.error(), { once: true }));
    const user = userEvent.setup();
    draw();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Message')).toBeTruthy();
  });
});

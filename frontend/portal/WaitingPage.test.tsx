import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { glow, love, writing } from '@/testing/customer-pages';
import { sample } from '@/testing/sample';
import { answer, fail, server } from '@/testing/server';
import type { WaitingPlace } from './WaitingPage';
import { WaitingPage } from './WaitingPage';

const path = '/api/public/waiting-list/token';

const place = sample<WaitingPlace>({
  id: 1,
  state: 'offered',
  offeredUntil: '2026-12-04T15:30:00-05:00',
  message: 'LOVE',
  lines: [],
  deliveryDate: '2027-06-01',
  pickupDate: '2027-06-02',
  deliveryDay: '2027-06-01',
  pickupDay: '2027-06-02',
  customerName: 'Jane',
  companyName: 'Glow & Co.',
  company: glow,
  ...writing,
  letterCount: 4,
  sign: love.sign,
  rented: [{ text: 'LOVE', detail: '4 letters in 120 cm, Cool White', finish: 'Cool White' }],
  total: 100,
  booking: null,
  pageUrl: null,
  payBy: null,
});

function openPage(rest: Partial<WaitingPlace> = {}) {
  answer('get', path, place(rest));
  render(<WaitingPage token="token" />);
  return userEvent.setup();
}

describe('a place on the waiting list', () => {
  it('books the offered letters, and links to the booking', async () => {
    const user = openPage();
    expect(await screen.findByRole('heading', { name: 'Your letters are available' })).toBeTruthy();
    expect(screen.getByText('$100.00')).toBeTruthy();
    expect(screen.getByText('4 letters in 120 cm, Cool White')).toBeTruthy();
    answer('post', path, place({ state: 'booked', pageUrl: 'https://desk.example/b/abc' }));
    await user.click(screen.getByRole('button', { name: 'Book these letters' }));
    const title = await screen.findByRole('heading', { name: 'Your sign is booked' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(screen.getByRole('link', { name: 'Open your booking page' }).getAttribute('href')).toBe(
      'https://desk.example/b/abc',
    );
  });

  it('asks for confirmation before leaving the list', async () => {
    const user = openPage({ state: 'waiting', offeredUntil: null });
    await user.click(await screen.findByRole('button', { name: 'Leave the waiting list' }));
    answer('post', path, place({ state: 'withdrawn' }));
    await user.click(screen.getByRole('button', { name: 'Yes, leave' }));
    expect(await screen.findByRole('heading', { name: 'You left the waiting list' })).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('reports an ended offer when the customer comes too late', async () => {
    const user = openPage();
    await screen.findByRole('button', { name: 'Book these letters' });
    fail('post', path, 409, 'This offer is over.', { code: 'not_offered' });
    answer('get', path, place({ state: 'lapsed' }));
    await user.click(screen.getByRole('button', { name: 'Book these letters' }));
    expect(await screen.findByRole('heading', { name: 'This offer has ended' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('This offer is over.');
  });

  it('reports an unknown link, and offers a retry when the server does not respond', async () => {
    let calls = 0;
    server.use(
      http.get(path, () => {
        calls += 1;
        return calls === 1 ? HttpResponse.error() : HttpResponse.json(place());
      }),
    );
    render(<WaitingPage token="token" />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Your letters are available' })).toBeTruthy();
  });
});

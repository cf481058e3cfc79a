import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { answer, fail, server } from '@/testing/server';
import { StopPage } from './StopPage';

const path = '/api/public/follow-ups/token';
const stopped = { name: 'Emails stopped' };

function openPage(isStopped: boolean) {
  answer('get', path, { companyName: 'Glow & Co.', stopped: isStopped });
  render(<StopPage token="token" />);
  return userEvent.setup();
}

const button = () => screen.queryByRole('button', { name: 'Stop Emails' });

describe('the page that stops emails', () => {
  it('stops them only after its button was pressed', async () => {
    let stops = 0;
    server.use(
      http.post(`*${path}/unsubscribe`, () => {
        stops += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const user = openPage(false);
    await screen.findByRole('heading', { name: 'Stop these emails?' });
    expect(screen.getByText(/You’ll still get emails about your bookings/)).toBeTruthy();
    expect(stops).toBe(0);

    await user.click(button() as HTMLElement);

    expect(await screen.findByRole('heading', stopped)).toBeTruthy();
    expect(stops).toBe(1);
    expect(button()).toBeNull();
  });

  it('offers no button if they are already stopped', async () => {
    openPage(true);

    expect(await screen.findByRole('heading', stopped)).toBeTruthy();
    expect(button()).toBeNull();
  });

  it('shows a failure and can be tried again', async () => {
    const user = openPage(false);
    await screen.findByRole('heading', { name: 'Stop these emails?' });
    fail('post', `${path}/unsubscribe`, 503, 'The server is restarting.');
    await user.click(button() as HTMLElement);
    expect((await screen.findByRole('alert')).textContent).toBe('The server is restarting.');

    server.use(http.post(`*${path}/unsubscribe`, () => new HttpResponse(null, { status: 204 })));
    await user.click(button() as HTMLElement);

    expect(await screen.findByRole('heading', stopped)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows that the link is invalid', async () => {
    fail('get', path, 404, 'This link is invalid or has expired.');
    render(<StopPage token="token" />);

    expect(await screen.findByRole('heading', { name: 'This link is not available' })).toBeTruthy();
    expect(screen.getByText('This link is invalid or has expired.')).toBeTruthy();
  });
});

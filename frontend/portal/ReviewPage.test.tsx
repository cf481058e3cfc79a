import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { answer, fail, server } from '@/testing/server';
import { ReviewPage } from './ReviewPage';

const path = '/api/public/reviews/token';
const unwritten = {
  companyName: 'Glow & Co.',
  name: 'Ada',
  stars: null,
  text: '',
  hasPhoto: false,
  consent: false,
  answer: null,
  reviewUrl: null,
};
const written = { ...unwritten, stars: 2, text: 'It rained' };
const send = () => screen.getByRole('button', { name: 'Send Review' });

function openPage(review: object) {
  answer('get', path, review);
  render(<ReviewPage token="token" />);
  return userEvent.setup();
}

/** Accepts the review and records what was sent. */
function accept(review: object) {
  const sent: unknown[] = [];
  server.use(
    http.post(`*${path}`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(review);
    }),
  );
  return sent;
}

describe('the page to write a review', () => {
  it('sends stars chosen with the keyboard, text and consent', async () => {
    const sent = accept({ ...written, stars: 4, text: 'Bright' });
    const user = openPage(unwritten);
    (await screen.findByRole('radio', { name: '4 stars' })).focus();
    await user.keyboard(' ');
    await user.type(screen.getByLabelText('Your review (optional)'), 'Bright');
    await user.click(screen.getByRole('checkbox'));
    await user.click(send());

    expect(await screen.findByRole('heading', { name: 'Thanks for your review' })).toBeTruthy();
    expect(screen.getByRole('img', { name: '4 of 5 stars' })).toBeTruthy();
    expect(sent).toEqual([{ stars: 4, text: 'Bright', consent: true }]);
  });

  it('asks for stars before it sends anything', async () => {
    const sent = accept(written);
    const user = openPage(unwritten);
    await screen.findByRole('heading', { name: 'How was your rental, Ada?' });
    await user.click(send());

    expect(screen.getByRole('alert').textContent).toBe('Choose 1 to 5 stars');
    expect(sent).toEqual([]);
  });

  it('lets the customer edit the review until it is answered', async () => {
    const user = openPage(written);
    await user.click(await screen.findByRole('button', { name: 'Edit Review' }));

    expect(screen.getByDisplayValue('It rained')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '2 stars' }).checked).toBe(true);
  });

  it('shows the answer and no button to edit an answered review', async () => {
    openPage({ ...written, answer: 'Sorry about that' });

    expect(await screen.findByText('Sorry about that')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit Review' })).toBeNull();
  });

  it('offers the page elsewhere after any review', async () => {
    openPage({ ...written, stars: 1, reviewUrl: 'https://www.reviews.example/glow' });

    const link = await screen.findByRole('link', { name: 'Also Review Us on reviews.example' });
    expect(link.getAttribute('href')).toBe('https://www.reviews.example/glow');
  });

  it('shows that the link is invalid', async () => {
    fail('get', path, 404, 'This link is invalid or has expired.');
    render(<ReviewPage token="token" />);

    expect(await screen.findByRole('heading', { name: 'This link is not available' })).toBeTruthy();
  });
});

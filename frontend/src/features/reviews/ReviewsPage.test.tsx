import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Review } from '@/api/reviews';
import { faults, open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { answer, fail, refuse, signIn } from '@/testing/server';
import { bookingRules } from '@/testing/settings';
import { enterInto, retype } from '@/testing/typing';

const review = sample<Review>({
  id: 4,
  bookingId: 71,
  number: 12,
  customerId: 5,
  customerName: 'Ada Lovelace',
  name: 'Ada',
  stars: 4,
  text: 'The letters were bright.',
  photo: 'ab12',
  consent: true,
  shown: false,
  answer: null,
  answeredAt: null,
  writtenAt: '2027-06-05T10:00:00-04:00',
});
const page = (items: readonly Review[]) => {
  const shown = items.filter((row) => row.shown);
  const stars = shown.reduce((sum, row) => sum + row.stars, 0);
  return {
    items: [...items],
    nextCursor: null,
    average: shown.length === 0 ? null : stars / shown.length,
    count: shown.length,
  };
};

function openReviews(items: readonly Review[], query = '') {
  signIn();
  answer('get', '/api/reviews', page(items));
  return open(`/reviews${query}`);
}

describe('the list of reviews', () => {
  it('shows stars, text, photo and links to the customer and the booking', async () => {
    openReviews([review()]);
    const row = within(await screen.findByRole('article', { name: 'Review by Ada Lovelace' }));
    expect(row.getByRole('img', { name: '4 of 5 stars' })).toBeTruthy();
    expect(row.getByText('The letters were bright.')).toBeTruthy();
    expect(row.getByRole('img', { name: 'By Ada Lovelace' }).getAttribute('src')).toBe(
      '/api/photos/ab12?size=small',
    );
    expect(row.getByRole('link', { name: 'Ada Lovelace' }).getAttribute('href')).toBe('/customers/5');
    expect(row.getByRole('link', { name: 'Booking #12' }).getAttribute('href')).toBe('/bookings?id=71');
    expect(await faults()).toEqual([]);
  });

  it('shows a review on the form, and undoes it', async () => {
    const { user } = openReviews([review()]);
    const sent = answer('patch', '/api/reviews/4', { ...review({ shown: true }) });
    answer('get', '/api/reviews', page([review()]));
    await user.click(await screen.findByRole('button', { name: 'Show on Form' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent.bodies).toEqual([{ shown: true }, { shown: false }]));
  });

  it('hides a shown review and shows the average', async () => {
    const { user } = openReviews([review({ shown: true })]);
    expect(await screen.findByText('4 from 1 shown review')).toBeTruthy();
    const sent = answer('patch', '/api/reviews/4', { ...review() });
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    expect(await screen.findByText('Review hidden')).toBeTruthy();
    expect(sent.bodies).toEqual([{ shown: false }]);
  });

  it('offers no way to show a review without consent', async () => {
    openReviews([review({ consent: false })]);
    expect(await screen.findByText('No consent to show')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show on Form' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Answer' })).toBeTruthy();
  });

  it('keeps the filter in the address', async () => {
    const { user, address } = openReviews([review()]);
    await user.click(await screen.findByRole('button', { name: 'Shown' }));
    await waitFor(() => expect(address()).toContain('show=shown'));
  });

  it('links to the booking rules while customers are not asked', async () => {
    signIn();
    answer('get', '/api/booking-rules', { ...bookingRules() });
    answer('get', '/api/reviews', page([]));
    open('/reviews');
    expect(await screen.findByText('No reviews yet')).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'Open Booking Rules' })).getAttribute('href')).toBe(
      '/settings?tab=rules#follow-up-emails',
    );
  });

  it('offers to load the list again after an error', async () => {
    signIn();
    fail('get', '/api/reviews', 503, 'We’ll be right back');
    const { user } = open('/reviews');
    const again = await screen.findByRole('button', { name: 'Try Again' });
    answer('get', '/api/reviews', page([review()]));
    await user.click(again);
    expect(await screen.findByRole('article', { name: 'Review by Ada Lovelace' })).toBeTruthy();
  });
});

describe('the answer to a review', () => {
  it('is saved', async () => {
    const { user } = openReviews([review()]);
    await user.click(await screen.findByRole('button', { name: 'Answer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Answer Ada Lovelace' }));
    const sent = answer('patch', '/api/reviews/4', { ...review({ answer: 'Thank you' }) });
    await enterInto(user, dialog.getByLabelText('Answer'), 'Thank you');
    await user.click(dialog.getByRole('button', { name: 'Save Answer' }));
    expect(await screen.findByText('Answer saved')).toBeTruthy();
    expect(sent.bodies).toEqual([{ answer: 'Thank you' }]);
  });

  it('is edited and shows the server’s error at its field', async () => {
    const { user } = openReviews([review({ answer: 'Thank you' })]);
    expect(await screen.findByText('Your answer')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Edit Answer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Answer' }));
    refuse('patch', '/api/reviews/4', { answer: 'Use at most 2000 characters' });
    await retype(user, dialog.getByLabelText('Answer'), 'Thanks');
    await user.click(dialog.getByRole('button', { name: 'Save Answer' }));
    expect(await dialog.findByText('Use at most 2000 characters')).toBeTruthy();
  });
});

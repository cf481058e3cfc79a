/** Reviews below the form. */
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerForm, open } from '@/testing/public-form';
import { server } from '@/testing/server';

const review = { name: 'Ada', stars: 5, text: 'Bright.', photo: null, answer: null, month: '2027-06' };
let reached: (() => void)[] = [];

/** Observers that report an intersection once the test scrolls. */
class Observer {
  constructor(report: IntersectionObserverCallback) {
    reached.push(() => report([{ isIntersecting: true } as IntersectionObserverEntry], this as never));
  }
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  reached = [];
  vi.stubGlobal('IntersectionObserver', Observer);
  answerForm();
});

afterEach(() => {
  vi.unstubAllGlobals();
  for (const script of document.querySelectorAll('script')) script.remove();
});

/** Structured data that the server puts into the page of a business that shows reviews. */
function withStructuredData() {
  const script = document.createElement('script');
  script.type = 'application/ld+json';
  script.text = '{}';
  document.head.append(script);
}

function answerReviews(...items: object[]) {
  const asked: string[] = [];
  server.use(
    http.get('*/api/public/reviews/:key', ({ request }) => {
      asked.push(new URL(request.url).pathname);
      return HttpResponse.json({ average: 4.5, count: items.length, items });
    }),
  );
  return asked;
}

function scroll() {
  for (const report of reached) report();
}

it('loads reviews when the end of the form is reached', async () => {
  withStructuredData();
  const asked = answerReviews({ ...review, answer: 'Thanks!', photo: '/api/public/review-photos/k/t' });
  await open();
  await vi.waitFor(() => expect(reached.length).toBeGreaterThan(0));
  expect(asked).toEqual([]);
  scroll();
  expect(await screen.findByText('4.5 from 1 review')).toBeTruthy();
  expect(screen.getByText('Ada, June 2027')).toBeTruthy();
  expect(screen.getByText('Bright.')).toBeTruthy();
  expect(screen.getByRole('img', { name: '5 of 5 stars' })).toBeTruthy();
  expect(screen.getByRole('img', { name: 'By Ada' }).getAttribute('src')).toBe(
    '/api/public/review-photos/k/t?size=small',
  );
  expect(screen.getByText('Glow & Co. answered')).toBeTruthy();
});

it('shows a few reviews first', async () => {
  withStructuredData();
  answerReviews(...Array.from({ length: 8 }, (_, index) => ({ ...review, text: `Review ${index}` })));
  const { user } = await open();
  await vi.waitFor(() => expect(reached.length).toBeGreaterThan(0));
  scroll();
  expect(await screen.findByText('Review 5')).toBeTruthy();
  expect(screen.queryByText('Review 6')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show All 8 Reviews' }));
  expect(screen.getByText('Review 7')).toBeTruthy();
});

it('requests nothing for a business without reviews', async () => {
  const asked = answerReviews();
  await open();
  scroll();
  expect(asked).toEqual([]);
});

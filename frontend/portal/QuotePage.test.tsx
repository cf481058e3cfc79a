import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { booking, usualOptions } from '@/testing/bookings';
import { glow, love, writing } from '@/testing/customer-pages';
import { sample } from '@/testing/sample';
import { answer, fail, server } from '@/testing/server';
import { enterInto } from '@/testing/typing';
import type { Offer } from './calls';
import { QuotePage } from './QuotePage';

const path = '/api/public/quotes/token';

const offer = sample<Offer>({
  changed: [],
  changedSince: null,
  state: 'open',
  version: 1,
  number: 'Q-2026-0007',
  ...writing,
  company: glow,
  ...love,
  rentalDays: 1,
  colorOption: 'standard',
  addOns: { lighting: false, stand: false },
  options: usualOptions,
  customerName: 'Jane',
  deliveryDate: '2027-06-01',
  pickupDate: '2027-06-02',
  preferredInstallTime: null,
  venueName: 'The Foundry',
  venueAddress: null,
  note: 'See you there!',
  breakdown: { ...booking().breakdown, surcharge: 0, total: 100 },
  lines: [{ text: '4 letters in 4ft, 1 day', amount: 100 }],
  total: 100,
  deposit: 50,
  schedule: [
    { due: '2026-11-20', amount: 50, paid: 0 },
    { due: '2027-05-18', amount: 50, paid: 0 },
  ],
  policy: ['A deposit of 50% of the total is due on the day of booking.'],
  expiresAt: '2026-12-04T23:59:59-05:00',
  terms: 'We deliver to Jane.',
  consent: 'I accept quote Q-2026-0007 of Glow & Co. for $100.00 and the terms.',
  needsEmail: false,
  acceptedBy: null,
  acceptedAt: null,
  booking: null,
});

function openPage(rest: Partial<Offer> = {}, goTo?: (url: string) => void) {
  answer('get', path, offer(rest));
  const seen = answer('post', `${path}/seen`, null, 204);
  render(<QuotePage token="token" {...(goTo && { goTo })} />);
  return { user: userEvent.setup(), seen };
}

async function sign(user: ReturnType<typeof userEvent.setup>) {
  await enterInto(user, await screen.findByLabelText('Your name'), 'Jane Miller');
  await user.click(screen.getByRole('checkbox', { name: /^I accept quote Q-2026-0007/ }));
  await user.click(screen.getByRole('button', { name: 'Accept for $100.00' }));
}

const yes = { booking: { id: 3, number: 2, status: 'confirmed' }, pageUrl: null, paysNow: false };

describe('a quote for its customer', () => {
  it('shows the quote and reports that it was viewed', async () => {
    const { seen } = openPage();
    expect(await screen.findByText('Tuesday, June 1, 2027')).toBeTruthy();
    expect(screen.getByText('The Foundry')).toBeTruthy();
    expect(screen.getByText(/^Valid until Friday, December 4, 2026$/)).toBeTruthy();
    expect(screen.getByText('We deliver to Jane.')).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Quote Q-2026-0007 · Glow & Co.'));
    await waitFor(() => expect(seen.bodies).toHaveLength(1));
  });

  it('lists what changed since the version before', async () => {
    const total = {
      field: 'totalPrice',
      label: 'Total',
      from: 412,
      to: 439,
      fromText: '$412.00',
      toText: '$439.00',
    };
    openPage({ version: 2, changedSince: 1, changed: [total] });
    const changes = await screen.findByRole('region', { name: 'What changed since version 1' });
    expect(within(changes).getByText('Total: $412.00 → $439.00')).toBeTruthy();
  });

  it('shows the address of a place without a name, and "To be determined" without a place', async () => {
    openPage({ venueName: null, venueAddress: '9 Elm Street, Austin, TX 78701' });
    expect(await screen.findByText('9 Elm Street, Austin, TX 78701')).toBeTruthy();
    expect(screen.queryByText('To be determined')).toBeNull();
    cleanup();
    openPage({ venueName: null });
    expect(await screen.findByText('To be determined')).toBeTruthy();
  });

  it('lists due dates, and leads to the payment if something is due now', async () => {
    const gone: string[] = [];
    const { user } = openPage({}, (url) => gone.push(url));
    const due = within(await screen.findByLabelText('Due dates'));
    expect(due.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Due when you accept',
      'Due Tue, May 18, 2027',
    ]);
    expect(screen.getByText(/^A deposit of 50% of the total/)).toBeTruthy();
    answer('post', `${path}/accept`, { ...yes, pageUrl: 'https://x.test/b/t', paysNow: true }, 201);
    await enterInto(user, screen.getByLabelText('Your name'), 'Jane Miller');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Accept for $100.00' }));
    await waitFor(() => expect(gone).toEqual(['https://x.test/b/t']));
  });

  it('accepts once, with a name and a checked consent', async () => {
    const { user } = openPage();
    const accepted = answer('post', `${path}/accept`, yes, 201);
    await user.click(await screen.findByRole('button', { name: 'Accept for $100.00' }));
    expect(screen.getByText('Enter your name')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Your name'));
    await enterInto(user, screen.getByLabelText('Your name'), 'Jane Miller');
    await user.click(screen.getByRole('checkbox'));
    await user.dblClick(screen.getByRole('button', { name: 'Accept for $100.00' }));
    const title = await screen.findByRole('heading', { name: 'You’re all set. Your sign is booked!' });
    expect(document.activeElement).toBe(title);
    // Another person may have accepted first in another tab.
    expect(screen.getByText('Accepted. Your booking is #2.')).toBeTruthy();
    // Close to the event the whole total is due, not the deposit, and the received amount changes later.
    expect(screen.getByText(/^Your booking page shows the amount due/)).toBeTruthy();
    expect(screen.queryByText(/is due now/)).toBeNull();
    expect(accepted.bodies).toEqual([{ version: 1, name: 'Jane Miller', consent: true }]);
  });

  it('asks for an email address if none is on file', async () => {
    const { user } = openPage({ needsEmail: true });
    const accepted = answer('post', `${path}/accept`, yes, 201);
    await sign(user);
    expect(screen.getByText(/^Enter your email/)).toBeTruthy();
    await enterInto(user, screen.getByLabelText('Your email'), 'jane@example.com');
    await user.click(screen.getByRole('button', { name: 'Accept for $100.00' }));
    await screen.findByText(/Your booking is #2/);
    expect(accepted.bodies).toMatchObject([{ email: 'jane@example.com' }]);
  });

  it('keeps typed input when the network fails', async () => {
    const { user } = openPage();
    server.use(http.post(`http://localhost:3000${path}/accept`, () => HttpResponse.error()));
    await sign(user);
    expect(await screen.findByText(/The server could not be reached/)).toBeTruthy();
    expect((screen.getByLabelText('Your name') as HTMLInputElement).value).toBe('Jane Miller');
    answer('post', `${path}/accept`, yes, 201);
    await user.click(screen.getByRole('button', { name: 'Accept for $100.00' }));
    expect(await screen.findByText(/Your booking is #2/)).toBeTruthy();
  });

  it('shows a newer version before it can be accepted', async () => {
    const { user } = openPage();
    await screen.findByLabelText('Your name');
    const message = 'This quote has changed since you opened it. Please review the new version.';
    fail('post', `${path}/accept`, 409, message, { code: 'quote_changed', version: 2 });
    answer('get', path, offer({ version: 2, total: 120, consent: 'I accept the new one.' }));
    await sign(user);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Accept for $120.00' })).toBeTruthy();
    expect(
      (screen.getByRole('checkbox', { name: 'I accept the new one.' }) as HTMLInputElement).checked,
    ).toBe(false);
    expect((screen.getByLabelText('Your name') as HTMLInputElement).value).toBe('Jane Miller');
  });

  it('offers alternatives when the letters are no longer available', async () => {
    const { user } = openPage();
    const alternative = {
      kind: 'dates',
      size: '4ft',
      deliveryDate: '2027-06-03',
      pickupDate: '2027-06-04',
      total: 100,
    };
    const message = 'These letters are not free any more.';
    fail('post', `${path}/accept`, 409, message, { code: 'not_enough_letters', alternatives: [alternative] });
    await sign(user);
    expect(await screen.findByText(message)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Thu, Jun 3, 2027 to Fri, Jun 4, 2027/ }));
    const questions = answer('post', `${path}/question`, null, 204);
    await user.click(screen.getByRole('button', { name: 'Send Question' }));
    expect(await screen.findByText(/Question sent/)).toBeTruthy();
    expect(questions.bodies).toEqual([{ text: 'Could we do Thu, Jun 3, 2027 to Fri, Jun 4, 2027 instead?' }]);
  });

  it('declines with a reason', async () => {
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Decline' }));
    await enterInto(user, screen.getByLabelText('Why not? (Optional)'), 'Too large');
    const declined = answer('post', `${path}/decline`, null, 204);
    await user.click(screen.getByRole('button', { name: 'Decline Quote' }));
    expect(await screen.findByRole('heading', { name: 'You declined this quote' })).toBeTruthy();
    expect(declined.bodies).toEqual([{ reason: 'Too large' }]);
    expect(screen.queryByLabelText('Your name')).toBeNull();
  });

  it.each([
    [{ state: 'expired' as const }, 'This quote has expired'],
    [{ state: 'withdrawn' as const }, 'This quote is being revised'],
    [{ state: 'declined' as const }, 'You declined this quote'],
    [
      { state: 'accepted' as const, acceptedBy: 'Jane', booking: { id: 3, number: 2, status: 'canceled' } },
      'This booking was canceled',
    ],
  ])('shows the title of its status: %j', async (rest, words) => {
    const { seen } = openPage(rest);
    expect(await screen.findByRole('heading', { name: words })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Ask a question' })).toBeTruthy();
    expect(seen.bodies).toEqual([]);
  });

  it('reports an unknown link', async () => {
    const message = 'This quote is not available. Ask for a new link.';
    fail('get', path, 404, message, { code: 'no_quote' });
    render(<QuotePage token="token" />);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  it('offers a retry when it could not be loaded', async () => {
    server.use(http.get(`http://localhost:3000${path}`, () => HttpResponse.error()));
    render(<QuotePage token="token" />);
    const again = await screen.findByRole('button', { name: 'Try Again' });
    answer('post', `${path}/seen`, null, 204);
    answer('get', path, offer());
    await userEvent.click(again);
    expect(await screen.findByText('The Foundry')).toBeTruthy();
  });
});

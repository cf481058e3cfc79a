import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Mail } from '@/api/messages';
import { quoteStatus } from '@/lib/status';
import { booking, details } from '@/testing/bookings';
import { noProof, quote, sentQuote } from '@/testing/quotes';
import { loadAgain, open } from '@/testing/render';
import { answer, fail, refuse, signIn } from '@/testing/server';
import { enterInto } from '@/testing/typing';

/** Response to *send* if the email has to wait, and the message about that. */
const WAITING = { state: 'waiting', until: '2026-11-22T00:00:00-05:00' } as const;
const WAITS = /^The email will be sent on Nov 22, 2026 12:00 AM\./;

const signer = {
  name: 'Jane',
  role: 'customer',
  state: 'signed',
  signedAt: '2026-11-20T10:00:00-05:00',
  how: 'typed',
  email: 'jane@example.com',
  phone: null,
  isNext: false,
  openedAt: null,
  consentAt: null,
  link: 'https://letters.example/contract/abc',
};

function email(rest: Partial<Mail>): Mail {
  return {
    id: 1,
    kind: 'quote-sent',
    name: 'Quote sent',
    audience: 'customer',
    to: 'jane@example.com',
    subject: 'Your quote',
    state: 'sent',
    attempts: 1,
    problem: null,
    bounced: false,
    bookingId: null,
    quoteId: 7,
    createdAt: '2026-11-20T10:00:00-05:00',
    sentAt: null,
    ...rest,
  };
}

function listOf(...items: ReturnType<typeof quote>[]) {
  const count = (status: string) => items.filter((item) => item.status === status).length;
  const counts = Object.fromEntries(Object.keys(quoteStatus).map((status) => [status, count(status)]));
  return { items, nextCursor: null, counts };
}

function listed(...items: ReturnType<typeof quote>[]) {
  signIn();
  return answer('get', '/api/quotes', listOf(...items));
}

describe('the list of quotes', () => {
  it('shows customer, sign, price and status', async () => {
    listed(
      sentQuote(),
      quote({ id: 8, customerName: null, customerEmail: null, deliveryDate: null }),
      sentQuote({ id: 9, status: 'draft', changedSinceSent: true, version: 2 }),
    );
    open('/quotes');
    const rows = within(await screen.findByRole('region', { name: 'Quotes' }));
    expect(rows.getAllByText('Q-2026-0007')).toHaveLength(2);
    expect(rows.getByText('Sent')).toBeTruthy();
    expect(rows.getByText('No customer yet')).toBeTruthy();
    expect(rows.getByText('No date yet')).toBeTruthy();
    expect(rows.getByText('Draft of version 2')).toBeTruthy();
    expect(screen.getByText('3 quotes')).toBeTruthy();
    const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(tabs).toEqual(['All3', 'Draft2', 'Sent1', 'Seen0', 'Accepted0', 'Declined0', 'Expired0']);
  });

  it('explains the first steps if it is empty, and reports a search without results', async () => {
    listed();
    const { user, address } = open('/quotes');
    expect(await screen.findByText('No quotes yet')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: /^Expired/ }));
    expect(await screen.findByText('No quotes found matching your criteria.')).toBeTruthy();
    await enterInto(user, screen.getByLabelText('Search quotes'), 'jane');
    await waitFor(() => expect(address()).toBe('/quotes?status=expired&q=jane'));
  });

  it('shows a load error, and retries', async () => {
    signIn();
    await loadAgain('/quotes', '/api/quotes', listOf(sentQuote()), 'Your quotes could not be loaded');
    expect(await screen.findByText('Q-2026-0007')).toBeTruthy();
  });

  it('asks for confirmation before deleting', async () => {
    listed(quote());
    const { user } = open('/quotes');
    await user.click(await screen.findByRole('button', { name: 'Actions for Quote #7 of Jane Miller' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete Quote #7?' }));
    const gone = answer('delete', '/api/quotes/7', null, 204);
    await user.click(question.getByRole('button', { name: 'Delete Quote' }));
    expect(await screen.findByText('Quote deleted')).toBeTruthy();
    expect(gone.bodies).toHaveLength(1);
  });

  it('offers the actions of each state', async () => {
    listed(sentQuote({ status: 'accepted', bookingId: 3 }));
    const { user } = open('/quotes');
    await user.click(await screen.findByRole('button', { name: /^Actions for Q-2026-0007/ }));
    const names = screen.getAllByRole('menuitem').map((item) => item.textContent);
    expect(names).toEqual(['View Details', 'Open Booking', 'Copy Link', 'Save as PDF', 'Duplicate']);
  });
});

describe('the details of a quote', () => {
  it('show availability today, and competing bookings and quotes', async () => {
    listed();
    answer(
      'get',
      '/api/quotes/7',
      sentQuote({
        extraLines: [{ text: 'Sunday delivery', amount: 75 }],
        history: [
          { ...noProof, at: '2026-11-20T11:00:00-05:00', kind: 'sent', who: 'ada', version: 1, text: null },
          {
            ...noProof,
            email: 'jane@home.example',
            at: '2026-11-20T12:00:00-05:00',
            kind: 'question',
            who: 'Jane Miller',
            version: 1,
            text: 'Does it fit through a door?',
          },
        ],
        fit: {
          available: false,
          shortages: [{ letter: 'O', needed: 2, day: '2027-06-01', free: 1 }],
          collisions: [
            {
              kind: 'booking',
              id: 12,
              number: 5,
              customerName: 'Bo',
              message: 'MOON',
              deliveryDate: '2027-06-01',
              pickupDate: '2027-06-01',
              status: 'confirmed',
              letters: ['O'],
            },
            {
              kind: 'quote',
              id: 9,
              number: 'Q-2026-0002',
              customerName: null,
              message: 'GOOD',
              deliveryDate: '2027-06-01',
              pickupDate: '2027-06-01',
              status: 'sent',
              letters: ['O'],
            },
          ],
          alternatives: [],
        },
      }),
    );
    open('/quotes?id=7');
    const dialog = within(await screen.findByRole('dialog', { name: 'Q-2026-0007' }));
    expect(await dialog.findByText('2 × O needed, 1 available on Jun 1, 2027')).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Booking #5' }).getAttribute('href')).toBe('/bookings?id=12');
    expect(dialog.getByRole('link', { name: 'Q-2026-0002' }).getAttribute('href')).toBe('/quotes?id=9');
    expect(dialog.getByRole('link', { name: 'jane@home.example' })).toBeTruthy();
    expect(dialog.getByText('Sunday delivery')).toBeTruthy();
    expect(dialog.getByText('Does it fit through a door?')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Version 1, Nov 20, 2026' })).toBeTruthy();
    expect((dialog.getByLabelText('Link for Your Customer') as HTMLInputElement).value).toMatch(
      /\/q\/token$/,
    );
  });

  it('show agreed times, and the address of a place without a name', async () => {
    listed();
    const rest = { venueName: null, venueAddress: 'Garden Lane 12, Austin', pickupDate: '2027-06-03' };
    answer('get', '/api/quotes/7', quote({ ...rest, deliveryDate: '2027-06-01T14:30:00-04:00' }));
    open('/quotes?id=7');
    const details = within(await screen.findByRole('dialog', { name: 'Quote #7' }));
    expect(await details.findByText('Delivery at 2:30 PM')).toBeTruthy();
    expect(details.getByText('Garden Lane 12, Austin')).toBeTruthy();
    expect(details.queryByText('To be decided')).toBeNull();
  });

  it('send the quote and show its link', async () => {
    listed();
    answer('get', '/api/quotes/7', quote({ customerEmail: null }));
    const { user } = open('/quotes?id=7');
    await user.click(await screen.findByRole('button', { name: 'Send Quote' }));
    const asking = within(await screen.findByRole('dialog', { name: 'Send Quote #7' }));
    expect(asking.getByText(/This quote has no email address/)).toBeTruthy();
    await user.click(asking.getByLabelText('Hold the letters'));
    const phone = '(718) 555-0100';
    const sent = answer(
      'post',
      '/api/quotes/7/send',
      sentQuote({ customerEmail: null, customerPhone: phone }),
    );
    await user.click(asking.getByRole('button', { name: 'Create Link' }));
    const done = within(await screen.findByRole('dialog', { name: 'Q-2026-0007 is ready' }));
    expect((done.getByLabelText('Link for Your Customer') as HTMLInputElement).value).toMatch(/\/q\/token$/);
    const text = done.getByRole('link', { name: `Text It to ${phone}` }).getAttribute('href') ?? '';
    expect(text).toMatch(/^sms:7185550100\?body=Your%20quote%20Q-2026-0007%3A%20http.+%2Fq%2Ftoken$/);
    expect(sent.bodies).toEqual([{ email: false, holdLetters: true }]);
  });

  it('send the quote by email and show the outcome live', async () => {
    listed();
    answer('get', '/api/quotes/7', quote());
    answer('get', '/api/email-status', { state: 'off', problem: null, waiting: 0, contact: [] });
    const before = email({ id: 4, state: 'sent' });
    answer('get', '/api/messages', { items: [before], nextCursor: null });
    const { user } = open('/quotes?id=7');
    await user.click(await screen.findByRole('button', { name: 'Send Quote' }));
    const asking = within(await screen.findByRole('dialog', { name: 'Send Quote #7' }));
    expect(await asking.findByText('Email isn’t set up yet.')).toBeTruthy();
    answer('post', '/api/quotes/7/send', sentQuote());
    await user.click(asking.getByRole('button', { name: 'Send Quote' }));
    const done = within(await screen.findByRole('dialog', { name: 'Q-2026-0007 is ready' }));
    expect(done.getByText(/^Sending the email to/)).toBeTruthy();

    answer('get', '/api/messages', { items: [email({ id: 5, state: 'unsent' }), before], nextCursor: null });
    const notice = await done.findByText(/^No email was sent because no mail server is set up/);
    expect(notice.textContent).toContain('Copy the link and send it yourself.');
  });

  it('show until when the email of a sent quote waits', async () => {
    listed();
    answer('get', '/api/quotes/7', quote());
    answer('get', '/api/messages', { items: [], nextCursor: null });
    const { user } = open('/quotes?id=7');
    await user.click(await screen.findByRole('button', { name: 'Send Quote' }));
    const asking = within(await screen.findByRole('dialog', { name: 'Send Quote #7' }));
    answer('post', '/api/quotes/7/send', { ...sentQuote(), email: WAITING });
    await user.click(asking.getByRole('button', { name: 'Send Quote' }));
    const done = within(await screen.findByRole('dialog', { name: 'Q-2026-0007 is ready' }));
    expect(done.getByText(WAITS).textContent).toContain('Copy the link and send it yourself.');
  });

  it('show field by field why it could not be sent', async () => {
    listed();
    answer('get', '/api/quotes/7', quote({ pickupDate: null }));
    const { user } = open('/quotes?id=7');
    await user.click(await screen.findByRole('button', { name: 'Send Quote' }));
    const fields = { pickupDate: 'Enter a pickup date before you send the quote' };
    refuse('post', '/api/quotes/7/send', fields);
    const asking = within(await screen.findByRole('dialog', { name: 'Send Quote #7' }));
    await user.click(asking.getByRole('button', { name: 'Send Quote' }));
    expect(await asking.findByText(fields.pickupDate)).toBeTruthy();
  });

  it('store why a declined quote was lost with one tap', async () => {
    listed();
    const declined = sentQuote({ status: 'declined' });
    answer('get', '/api/quotes/7', declined);
    const { user } = open('/quotes?id=7');
    const silent = await screen.findByRole('button', { name: 'No Reply' });
    const sent = answer('put', '/api/quotes/7/lost-reason', { ...declined, lostReason: 'silent' });
    answer('get', '/api/quotes/7', { ...declined, lostReason: 'silent' });
    await user.click(silent);
    await waitFor(() => expect(silent.getAttribute('aria-pressed')).toBe('true'));
    expect(sent.bodies).toEqual([{ lostReason: 'silent' }]);
  });

  it('send their contract to the customer, and link to its files', async () => {
    listed();
    answer('get', '/api/quotes/7', sentQuote());
    const contract = { state: 'draft', signed: false, signers: [], differences: [] };
    answer('get', '/api/quotes/7/contract', contract);
    const { user } = open('/quotes?id=7');
    await user.click(await screen.findByRole('button', { name: 'Send Contract' }));
    const sending = within(await screen.findByRole('dialog', { name: 'Send Contract' }));
    expect(sending.getByLabelText('Email')).toHaveProperty('value', 'jane@example.com');
    const signed = { ...contract, state: 'signed', binding: { version: 1, total: 1000 }, signers: [signer] };
    const sent = answer('post', '/api/quotes/7/contract', signed, 201);
    answer('get', '/api/quotes/7/contract', signed);
    await user.click(sending.getByRole('button', { name: 'Send Contract' }));
    expect(await screen.findByText('Contract sent')).toBeTruthy();
    expect(sent.bodies).toMatchObject([{ signers: [{ email: 'jane@example.com', role: 'customer' }] }]);
    const file = await screen.findByRole('link', { name: 'Certificate PDF' });
    expect(file.getAttribute('href')).toBe('/api/quotes/7/certificate.pdf');
    expect(screen.queryByRole('button', { name: 'Send Again' })).toBeNull();
  });

  it('overbook only with a reason', async () => {
    listed();
    answer('get', '/api/quotes/7', sentQuote());
    const { user, address } = open('/quotes?id=7');
    fail('post', '/api/quotes/7/book', 409, 'Only 1 O is available on June 1, 2027.', {
      code: 'not_enough_letters',
      shortages: [{ letter: 'O', needed: 2, day: '2027-06-01', free: 1 }],
      alternatives: [],
    });
    await user.click(await screen.findByRole('button', { name: 'Book Now' }));
    const question = within(await screen.findByRole('dialog', { name: 'Not enough letters' }));
    await user.click(question.getByRole('button', { name: 'Overbook' }));
    const booked = answer('post', '/api/quotes/7/book', booking({ id: 3 }), 201);
    answer('get', '/api/bookings', { items: [], nextCursor: null });
    answer('get', '/api/bookings/3', details({ id: 3 }));
    await enterInto(user, question.getByLabelText('Where will the missing letters come from?'), 'Borrowed');
    await user.click(question.getByRole('button', { name: 'Overbook' }));
    await waitFor(() => expect(address()).toBe('/bookings?id=3'));
    expect(booked.bodies).toEqual([{ overbookReason: 'Borrowed' }]);
  });

  it('show the proof of acceptance', async () => {
    listed();
    const yes = {
      at: '2026-11-21T09:00:00-05:00',
      kind: 'accepted' as const,
      who: 'Jane Q. Miller',
      version: 1,
      text: 'I accept quote Q-2026-0007 of Bright Nights for $150.00.',
      email: 'jane@example.com',
      address: '203.0.113.7',
      agent: 'Browser 7',
    };
    answer('get', '/api/quotes/7', sentQuote({ status: 'accepted', bookingId: 3, history: [yes] }));
    open('/quotes?id=7');
    expect(await screen.findByText('Version 1 accepted by Jane Q. Miller')).toBeTruthy();
    expect(screen.getByText(yes.text)).toBeTruthy();
    expect(screen.getByText('From 203.0.113.7, Browser 7')).toBeTruthy();
  });

  it('list every version, including one superseded by the acceptance of an earlier one', async () => {
    listed();
    const at = '2026-11-20T11:00:00-05:00';
    const event = { ...noProof, at, who: 'ada', text: null };
    const history = [
      { ...event, kind: 'sent' as const, version: 1 },
      { ...event, kind: 'edited' as const, version: 2 },
      { ...event, kind: 'accepted' as const, version: 1 },
    ];
    answer('get', '/api/quotes/7', sentQuote({ status: 'accepted', bookingId: 3, history }));
    const { user } = open('/quotes?id=7');
    const { breakdown, ...rest } = sentQuote();
    const version = { ...rest, breakdown, version: 1, sentAt: at, terms: null, company: null };
    answer('get', '/api/quotes/7/versions/1', version);
    answer('get', '/api/quotes/7/versions/2', { ...version, version: 2, sentAt: null });
    await user.click(await screen.findByRole('button', { name: 'Version 1, Nov 20, 2026' }));
    const first = within(await screen.findByRole('dialog', { name: 'Version 1' }));
    const pdf = await first.findByRole('link', { name: 'Save as PDF' });
    expect(pdf.getAttribute('href')).toBe('/api/quotes/7/pdf?version=1');
    await user.click(first.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Version 2, never sent' }));
    const second = within(await screen.findByRole('dialog', { name: 'Version 2' }));
    expect(await second.findByText('Never sent')).toBeTruthy();
    expect(second.queryByRole('link', { name: 'Save as PDF' })).toBeNull();
  });

  it('report that a quote does not exist', async () => {
    listed();
    fail('get', '/api/quotes/7', 404, 'This quote does not exist.');
    open('/quotes?id=7');
    expect(await screen.findByText('This quote does not exist.')).toBeTruthy();
  });
});

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Conversation, ConversationEntry } from '@/api/conversations';
import { faults, open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { answer, crew, fail, signIn } from '@/testing/server';
import { enterInto } from '@/testing/typing';

const entry = sample<ConversationEntry>({
  id: 1,
  kind: 'text',
  direction: 'in',
  at: '2026-11-20T10:00:00-05:00',
  text: 'The back door please',
  state: null,
  heldUntil: null,
  reason: null,
  author: null,
  bookingId: null,
  quoteId: null,
  pictures: 0,
});

const conversation = sample<Conversation>({
  customerId: 5,
  customerName: 'Jane Miller',
  phone: '+19145550100',
  email: 'jane@example.com',
  canText: true,
  noTextReason: null,
  textHeldUntil: null,
  replyBy: 'text',
  unread: 0,
  entries: [],
  nextCursor: null,
});

const jane = {
  id: 5,
  kind: 'person',
  name: 'Jane Miller',
  emails: ['jane@example.com'],
  phones: [],
  address: null,
  notes: null,
  tags: [],
  language: null,
  taxExemption: null,
  referredBy: null,
  textConsent: null,
  erasedAt: null,
  bookings: 0,
  quotes: 0,
  lastEvent: null,
  nextEvent: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};
const PATH = '/api/conversations/5';

function openPage(
  change: Partial<Conversation> = {},
  { visible = true, user = undefined as typeof crew | undefined } = {},
) {
  signIn(user);
  answer('get', '/api/customers/5', jane);
  answer('get', '/api/customers/duplicates', []);
  answer('get', '/api/bookings', { items: [], nextCursor: null } as never);
  answer('get', '/api/conversations/overview', { visible, canText: true, unread: 0 });
  answer('get', PATH, conversation(change) as never);
  answer('post', `${PATH}/preview`, {
    segments: 1,
    encoding: 'GSM-7',
    smsSegments: 1,
    cost: 0.01,
    tooLong: false,
  });
  return open('/customers/5');
}

const composer = async () =>
  (await screen.findByRole('button', { name: /^(Send|Add|Log) / })).closest('form') as HTMLElement;

beforeEach(() => sessionStorage.clear());

describe('a conversation', () => {
  it('shows texts, emails, questions, notes and calls with their states', async () => {
    openPage({
      entries: [
        entry({ id: 1, pictures: 2 }),
        entry({ id: 2, direction: 'out', text: 'On our way', state: 'delivered', author: 'ada' }),
        entry({ id: 3, direction: 'out', text: 'See you', state: 'failed', reason: 'No consent.' }),
        entry({
          id: 4,
          direction: 'out',
          text: 'Hello',
          state: 'held',
          heldUntil: '2026-11-21T08:00:00-05:00',
        }),
        entry({ id: 5, kind: 'email', direction: 'out', text: 'Line\n'.repeat(20), state: 'sent' }),
        entry({ id: 6, kind: 'question', text: 'How wide is it?', bookingId: 71 }),
        entry({ id: 7, kind: 'call', text: 'Left a voicemail', author: 'ada' }),
      ],
    });
    const list = within(await screen.findByRole('region', { name: 'Messages' }));
    expect(list.getByText('2 pictures, not shown here')).toBeTruthy();
    expect(list.getByText('Text · ada · 10:00 AM')).toBeTruthy();
    expect(list.getByText('· Delivered')).toBeTruthy();
    expect(list.getByText('Not sent: No consent.')).toBeTruthy();
    expect(list.getByText('Held until Nov 21, 2026 8:00 AM')).toBeTruthy();
    expect(list.getByRole('link', { name: 'See Booking' }).getAttribute('href')).toBe('/bookings?id=71');
    expect(list.getByRole('button', { name: 'Show All' }).getAttribute('aria-expanded')).toBe('false');
    expect(await faults()).toEqual([]);
  });

  it('is marked as read when it is shown', async () => {
    openPage({ unread: 1, entries: [entry({})] });
    const read = answer('post', `${PATH}/read`, null, 204);
    await waitFor(() => expect(read.bodies).toHaveLength(1));
  });

  it('loads earlier entries', async () => {
    const { user } = openPage({ entries: [entry({ id: 9, text: 'Latest' })], nextCursor: 'before' });
    const button = await screen.findByRole('button', { name: 'Show Earlier' });
    answer('get', PATH, conversation({ entries: [entry({ id: 2, text: 'First' })] }) as never);
    await user.click(button);
    expect(await screen.findByText('First')).toBeTruthy();
    const texts = screen.getAllByText(/^(First|Latest)$/).map(({ textContent }) => textContent);
    expect(texts).toEqual(['First', 'Latest']);
  });

  it('is hidden from users who may not read it', async () => {
    openPage({}, { visible: false });
    expect(await screen.findByText('No bookings yet.')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Conversation' })).toBeNull();
  });

  it('has no composer for staff', async () => {
    openPage({ entries: [entry({})] }, { user: crew });
    expect(await screen.findByText('The back door please')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Send / })).toBeNull();
  });

  it('offers to load again after an error', async () => {
    const { user } = openPage();
    fail('get', PATH, 503, 'Busy.');
    const again = await screen.findByRole('button', { name: /Try Again/i });
    answer('get', PATH, conversation({ entries: [entry({})] }) as never);
    await user.click(again);
    expect(await screen.findByText('The back door please')).toBeTruthy();
  });
});

describe('the number of a customer', () => {
  it('links to the conversation if texts are set up', async () => {
    const phones = [{ number: '914 555 0100', e164: '+19145550100' }];
    openPage();
    answer('get', '/api/customers/5', { ...jane, phones });
    const link = await screen.findByRole('link', { name: 'Text 914 555 0100' });
    await waitFor(() => expect(link.getAttribute('href')).toBe('/customers/5#conversation'));
  });
});

describe('the composer', () => {
  it('answers by what the customer used last, with segments and cost', async () => {
    const { user } = openPage();
    const form = within(await composer());
    expect(form.getByRole('button', { name: 'Text' }).getAttribute('aria-pressed')).toBe('true');
    await enterInto(user, form.getByLabelText('Text to the customer'), 'Hello');
    expect(await form.findByText('1 segment, about $0.01')).toBeTruthy();
    const sent = answer(
      'post',
      PATH,
      entry({ direction: 'out', text: 'Hello', state: 'waiting' }) as never,
      201,
    );
    await user.click(form.getByRole('button', { name: 'Send Text' }));
    await waitFor(() => expect(form.getByLabelText('Text to the customer')).toHaveProperty('value', ''));
    expect(sent.bodies).toEqual([{ by: 'text', text: 'Hello' }]);
  });

  it('explains why texts can’t be sent, and offers the email', async () => {
    const { user } = openPage({
      canText: false,
      noTextReason: 'This customer replied STOP and gets no texts.',
    });
    const form = within(await composer());
    expect(form.getByRole('button', { name: 'Email' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(form.getByRole('button', { name: 'Text' }));
    expect(form.getByText(/replied STOP and gets no texts. Send an email instead./)).toBeTruthy();
    expect(form.getByRole('button', { name: 'Send Text' })).toHaveProperty('disabled', true);
  });

  it('announces the quiet hours before the text is sent', async () => {
    openPage({ textHeldUntil: '2026-11-21T08:00:00-05:00' });
    const form = within(await composer());
    expect(form.getByText('Quiet hours: the text will be sent on Nov 21, 2026 8:00 AM.')).toBeTruthy();
  });

  it('keeps the text after an error, after a refusal, and when the page is left', async () => {
    const { user } = openPage();
    const form = within(await composer());
    await enterInto(user, form.getByLabelText('Text to the customer'), 'Hello');
    fail('post', PATH, 503, 'Busy.');
    await user.click(form.getByRole('button', { name: 'Send Text' }));
    expect(await form.findByText('Busy.')).toBeTruthy();
    const refused = entry({ state: 'failed', reason: 'Your monthly limit for texts is used up.' });
    answer('post', PATH, refused as never, 201);
    await user.click(form.getByRole('button', { name: 'Send Text' }));
    expect(await form.findByText('Not sent: Your monthly limit for texts is used up.')).toBeTruthy();
    expect(form.getByLabelText('Text to the customer')).toHaveProperty('value', 'Hello');
    cleanup();
    openPage();
    expect(within(await composer()).getByLabelText('Text to the customer')).toHaveProperty('value', 'Hello');
  });

  it('inserts a canned answer, and is not sent while a field has no value', async () => {
    const { user } = openPage();
    const fields = [{ name: 'number', meaning: 'The number of the booking', sample: '#53' }];
    answer('get', '/api/canned-answers', { items: [{ id: 3, title: 'Balance', text: '{number}' }], fields });
    const filled = answer('post', `${PATH}/canned-answers/3`, { text: 'Jane, about {number}' });
    const form = within(await composer());
    await user.click(form.getByRole('button', { name: 'Canned Answers' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Balance' }));
    await waitFor(() =>
      expect(form.getByLabelText('Text to the customer')).toHaveProperty('value', 'Jane, about {number}'),
    );
    expect(filled.bodies).toHaveLength(1);
    await user.click(form.getByRole('button', { name: 'Send Text' }));
    expect(form.getByText('Replace {number}: there is no value for it')).toBeTruthy();
  });

  it('refuses an empty note and a text that is too long', async () => {
    const { user } = openPage();
    const form = within(await composer());
    await enterInto(user, form.getByLabelText('Text to the customer'), 'a'.repeat(1601));
    expect(form.getByText('Use at most 1,600 characters (1 too many)')).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Note' }));
    await user.clear(form.getByLabelText(/^Note/));
    await user.click(form.getByRole('button', { name: 'Add Note' }));
    expect(form.getByText('Write something first')).toBeTruthy();
  });
});

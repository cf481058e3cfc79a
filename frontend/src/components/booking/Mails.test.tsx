import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Mail } from '@/api/messages';
import { booking, details } from '@/testing/bookings';
import { open } from '@/testing/render';
import { answer, signIn } from '@/testing/server';

const mail: Mail = {
  id: 9,
  kind: 'reminder',
  name: 'Reminder',
  audience: 'customer',
  to: 'jane@example.com',
  subject: 'Your sign comes on Tuesday',
  state: 'sent',
  attempts: 1,
  problem: null,
  bounced: false,
  bookingId: 5,
  quoteId: null,
  createdAt: '2026-11-20T10:00:00-05:00',
  sentAt: '2026-11-20T10:00:00-05:00',
};

it.each([
  [
    { state: 'waiting', until: '2026-11-22T00:00:00-05:00' },
    'The email will be sent on Nov 22, 2026 12:00 AM.',
  ],
  [{ state: 'waiting', until: null }, 'The email is on hold.'],
  [{ state: 'sent', until: null }, 'Sending email'],
] as const)('an email of a booking that is sent again (%o): %s', async (email, sentence) => {
  signIn();
  answer('get', '/api/bookings/:id', details({ ...booking({ id: 5 }), history: [] }));
  answer('get', '/api/messages', { items: [mail], nextCursor: null });
  answer('get', '/api/messages/:id', { ...mail, html: '<p>Soon</p>', text: 'Soon', files: [] } as never);
  const { user } = open('/bookings?id=5');
  await user.click(await screen.findByRole('button', { name: 'Reminder' }));
  answer('post', '/api/messages/:id/send-again', { ...mail, state: 'waiting', email } as never, 202);
  const dialog = within(await screen.findByRole('dialog', { name: mail.subject }));
  await user.click(await dialog.findByRole('button', { name: 'Send Again' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
});

import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MessageKind, MessageSettings } from '@/api/messages';
import { open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { answer, fail, refuse, server, signIn } from '@/testing/server';
import { retype } from '@/testing/typing';

const usual = {
  subject: 'Booked: {message}',
  heading: 'Your sign is booked',
  greeting: 'Hi {customer},',
  body: 'Good news.\n\n{price}',
  signOff: 'Bye',
};
const confirmed: MessageKind = {
  kind: 'confirmed',
  name: 'Booking confirmed',
  when: 'When you confirm a booking',
  audience: 'customer',
  editable: true,
  changed: false,
  channel: 'email',
  switchable: false,
  textable: true,
  textVersion: { text: 'Glow: Your booking is confirmed. Details: (link)', segments: 1 },
  enabled: true,
  texts: usual,
  usual,
  fields: [{ name: 'message', meaning: 'The message of the sign', sample: 'LOVE' }],
  blocks: [
    { name: 'price', meaning: 'The price line by line' },
    { name: 'button', meaning: 'The button' },
  ],
};
const sheet: MessageKind = {
  ...confirmed,
  kind: 'run-sheet',
  name: 'Morning run sheet',
  audience: 'business',
  editable: false,
  textable: false,
  textVersion: null,
};
const paid: MessageKind = { ...sheet, kind: 'payment-arrived', name: 'Payment received', switchable: true };

const settings = sample<MessageSettings>({
  reminderDays: 3,
  paymentReminderDays: null,
  runSheetHour: 7,
  mailServer: true,
  messages: [confirmed, sheet, paid],
});

const at = (path: string) => `http://localhost:3000${path}`;

const save = () => screen.getByRole('button', { name: 'Save Changes' });

beforeEach(() => {
  signIn();
  answer('get', '/api/message-settings', settings());
  answer('get', '/api/calendar-feed', { url: null, createdAt: null });
  // The preview echoes the request; an unknown field is rejected by name.
  server.use(
    http.post(at('/api/message-settings/:kind/preview'), async ({ request, params }) => {
      const texts = (await request.json()) as { subject?: string };
      if (texts.subject?.includes('{nobody}')) {
        const sentence = 'Subject has unknown fields: {nobody}';
        return HttpResponse.json({ message: sentence, fields: { subject: sentence } }, { status: 422 });
      }
      const subject = texts.subject ?? `${String(params.kind)} as it is`;
      return HttpResponse.json({ subject, fromName: 'Glow', text: '', html: '<html><head></head></html>' });
    }),
  );
});

describe('the messages tab', () => {
  it('schedules reminders and the run sheet, and warns if no mail server is set up', async () => {
    answer('get', '/api/message-settings', settings({ mailServer: false, reminderDays: 5 }));
    answer('get', '/api/email-status', {
      state: 'off',
      problem: null,
      waiting: 0,
      contact: ['help@desk.example'],
    });
    const { user } = open('/settings?tab=messages');
    expect(await screen.findByText('Email isn’t set up yet.')).toBeTruthy();
    expect(screen.getByText(/Ask your administrator.*help@desk.example/)).toBeTruthy();
    const days = screen.getByLabelText('Reminder to Customers');
    expect((days as HTMLSelectElement).value).toBe('5');
    await user.selectOptions(days, 'Never');
    await user.selectOptions(screen.getByLabelText('Payment Reminders'), '3 days before');
    fail('patch', '/api/message-settings', 503, 'The database is away.');
    await user.click(save());
    expect(await screen.findByText(/“Scheduled Emails” wasn't saved. The database is away./)).toBeTruthy();
    const times = { reminderDays: 0, paymentReminderDays: 3 };
    const saved = answer('patch', '/api/message-settings', settings(times));
    await user.click(save());
    expect(await screen.findByText('Messages saved')).toBeTruthy();
    expect(saved.bodies).toEqual([times]);
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('asks for address confirmation while customer emails are on hold', async () => {
    answer('get', '/api/message-settings', settings());
    const status = {
      state: 'unconfirmed',
      problem: null,
      waiting: 2,
      contact: [],
      unconfirmed: 'ada@brightnights.example',
      dailyLimit: 20,
      sentToday: 0,
    };
    answer('get', '/api/email-status', status);
    const sent = answer('post', '/api/email/confirmation', { email: 'ada@brightnights.example' }, 202);
    const { user } = open('/settings?tab=messages');
    expect(await screen.findByText('Confirm your email address.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Resend Link' }));
    expect(await screen.findByText('Link sent')).toBeTruthy();
    expect(sent.bodies).toEqual([null]);
  });

  it.each([
    ['held', 'Your business is under review.'],
    ['refused', 'Your business wasn’t approved.'],
  ])('shows that the business is %s', async (state, sentence) => {
    answer('get', '/api/message-settings', settings());
    const rest = { problem: null, waiting: 0, unconfirmed: null, dailyLimit: 20, sentToday: 0 };
    answer('get', '/api/email-status', { state, contact: ['help@desk.example'], ...rest });
    open('/settings?tab=messages');
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByText(/Questions: help@desk\.example\./)).toBeTruthy();
  });

  it('previews an email while typing, reports an unknown field, saves and resets', async () => {
    const { user } = open('/settings?tab=messages');
    const subject = await screen.findByLabelText('Subject');
    expect((await screen.findAllByTitle('Preview: Booking confirmed')).length).toBe(1);
    await retype(user, subject, 'For {nobody}');
    expect(await screen.findByText('Subject has unknown fields: {nobody}')).toBeTruthy();
    await retype(user, subject, 'Yes: {message}');
    await waitFor(() => expect(screen.getByText('Yes: {message}')).toBeTruthy());
    const own = { ...usual, subject: 'Yes: {message}' };
    const saved = answer(
      'patch',
      '/api/message-settings/confirmed',
      settings({ messages: [{ ...confirmed, changed: true, texts: own }, sheet, paid] }),
    );
    await user.click(save());
    expect(await screen.findByText('Edited')).toBeTruthy();
    const reset = answer('patch', '/api/message-settings/confirmed', settings());
    await user.click(screen.getByRole('button', { name: 'Reset to Default' }));
    await user.click(save());
    await waitFor(() => expect(screen.queryByText('Edited')).toBeNull());
    expect((subject as HTMLInputElement).value).toBe(usual.subject);
    expect(saved.bodies).toEqual([own]);
    expect(reset.bodies).toEqual([
      { subject: null, heading: null, greeting: null, body: null, signOff: null },
    ]);

    await user.selectOptions(screen.getByLabelText('Email'), 'Morning run sheet');
    expect(await screen.findByText('run-sheet as it is')).toBeTruthy();
    expect(screen.queryByLabelText('Subject')).toBeNull();
  });

  it('inserts fields at the cursor and blocks on their own lines, and turns emails off', async () => {
    const { user } = open('/settings?tab=messages');
    const subject = (await screen.findByLabelText('Subject')) as HTMLInputElement;
    await user.click(subject);
    await user.click(screen.getByRole('button', { name: /Insert \{message\}/ }));
    expect(subject.value).toBe('Booked: {message}{message}');
    await user.click(screen.getByRole('button', { name: /Insert \{button\}/ }));
    const body = screen.getByLabelText('Body') as HTMLTextAreaElement;
    expect(body.value).toBe('Good news.\n\n{price}\n\n{button}');

    await user.selectOptions(screen.getByLabelText('Email'), 'Payment received');
    const off = answer(
      'patch',
      '/api/message-settings/payment-arrived',
      settings({ messages: [confirmed, sheet, { ...paid, enabled: false }] }),
    );
    await user.click(await screen.findByRole('switch', { name: 'Send this email' }));
    expect(screen.getByRole('option', { name: 'Payment received (unsaved)' })).toBeTruthy();
    answer('patch', '/api/message-settings/confirmed', settings());
    await user.click(save());
    expect(await screen.findByText('Messages saved')).toBeTruthy();
    expect(screen.getByRole('option', { name: 'Payment received (off)' })).toBeTruthy();
    expect(off.bodies).toEqual([{ enabled: false }]);
  });

  it('saves all parts at once, and keeps and opens the one that fails', async () => {
    const { user, address } = open('/settings?tab=messages');
    await user.selectOptions(await screen.findByLabelText('Daily Run Sheet Email'), 'Never');
    await retype(user, screen.getByLabelText('Subject'), 'Yes!');
    await user.selectOptions(screen.getByLabelText('Email'), 'Payment received');
    const times = answer('patch', '/api/message-settings', settings({ runSheetHour: null }));
    refuse('patch', '/api/message-settings/confirmed', { subject: 'Too cheerful' });
    await user.click(save());
    expect(await screen.findByText('Too cheerful')).toBeTruthy();
    expect(screen.getByText('Update failed')).toBeTruthy();
    expect(times.bodies).toEqual([{ runSheetHour: null }]);
    expect(screen.getByText(/“Booking confirmed” wasn't saved/)).toBeTruthy();
    expect(screen.getByLabelText('Subject')).toHaveProperty('value', 'Yes!');
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    await user.click(await screen.findByRole('button', { name: 'Keep Editing' }));
    expect(address()).toBe('/settings?tab=messages');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByLabelText('Subject')).toHaveProperty('value', usual.subject);
  });

  it('creates, copies, renews and removes the calendar address', async () => {
    const { user } = open('/settings?tab=messages');
    const first = {
      url: 'https://desk.example/api/public/calendars/one.ics',
      createdAt: '2026-11-20T10:00:00-05:00',
    };
    answer('post', '/api/calendar-feed', first);
    await user.click(await screen.findByRole('button', { name: 'Create Address' }));
    const field = await screen.findByLabelText('Secret Address');
    expect((field as HTMLInputElement).value).toBe(first.url);
    expect(screen.getByRole('link', { name: 'Open in Calendar' }).getAttribute('href')).toBe(
      'webcal://desk.example/api/public/calendars/one.ics',
    );
    await user.click(screen.getByRole('button', { name: 'Copy Address' }));
    expect(await navigator.clipboard.readText()).toBe(first.url);

    const second = { ...first, url: first.url.replace('one', 'two') };
    answer('post', '/api/calendar-feed', second);
    await user.click(screen.getByRole('button', { name: 'Renew Address' }));
    const renew = within(await screen.findByRole('alertdialog', { name: 'Renew the address?' }));
    await user.click(renew.getByRole('button', { name: 'Renew Address' }));
    await waitFor(() => expect((field as HTMLInputElement).value).toBe(second.url));

    fail('delete', '/api/calendar-feed', 503, 'The database is away.');
    await user.click(screen.getByRole('button', { name: 'Turn Off Calendar' }));
    const end = within(await screen.findByRole('alertdialog', { name: 'Turn off the calendar?' }));
    await user.click(end.getByRole('button', { name: 'Turn Off Calendar' }));
    expect(await end.findByText('The database is away.')).toBeTruthy();
    answer('delete', '/api/calendar-feed', null, 204);
    await user.click(end.getByRole('button', { name: 'Turn Off Calendar' }));
    expect(await screen.findByRole('button', { name: 'Create Address' })).toBeTruthy();
  });

  it('chooses how a message goes, with its text version, and saves that with the rest', async () => {
    const { user } = open('/settings?tab=messages');
    const by = await screen.findByRole('combobox', { name: 'Send By' });
    expect(by).toHaveProperty('value', 'email');
    expect(screen.queryByText(/1 segment/)).toBeNull();
    await user.selectOptions(by, 'Email and text');
    expect(screen.getByText('Glow: Your booking is confirmed. Details: (link)')).toBeTruthy();
    expect(screen.getByText('The text, with sample data: 1 segment')).toBeTruthy();
    await retype(user, screen.getByLabelText('Subject'), 'New');
    const sent = answer('patch', '/api/message-settings/confirmed', settings());
    await user.click(save());
    await waitFor(() => expect(sent.bodies).toEqual([{ ...usual, subject: 'New', channel: 'both' }]));
  });

  it('offers texts only for messages that have a text version', async () => {
    const { user } = open('/settings?tab=messages');
    await screen.findByRole('combobox', { name: 'Send By' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Email' }), 'Payment received');
    expect(screen.queryByRole('combobox', { name: 'Send By' })).toBeNull();
  });
});

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TextSettings } from '@/api/texts';
import { open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { answer, crew, fail, signIn } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

const settings = sample<TextSettings>({
  setUp: true,
  available: true,
  monthlyCap: 20,
  number: null,
  messagingServiceSid: null,
  staffSee: false,
  shared: true,
  sender: '+15185550100',
  currency: 'USD',
  segmentsThisMonth: 412,
  spentThisMonth: 4.12,
  consentWording: 'Text me.',
  answers: { stop: 'Glow: You are unsubscribed.', start: 'Glow: You are subscribed.', help: 'Glow: Hi.' },
});

const save = () => screen.getByRole('button', { name: 'Save Changes' });

beforeEach(() => signIn());

describe('the settings for texts', () => {
  it('show the usage of the month and the automatic replies', async () => {
    answer('get', '/api/sms-settings', settings());
    open('/settings?tab=texts');
    expect(await screen.findByText('412')).toBeTruthy();
    expect(screen.getByText('$4.12')).toBeTruthy();
    expect(screen.getByText('of $20.00 spent')).toBeTruthy();
    expect(screen.getByText('Glow: You are unsubscribed.')).toBeTruthy();
    expect(screen.getByText(/text from the site’s number, \+15185550100/)).toBeTruthy();
  });

  it('are saved together, with a number in any notation', async () => {
    answer('get', '/api/sms-settings', settings());
    const { user } = open('/settings?tab=texts');
    await enterInto(user, await screen.findByLabelText('Your Number'), '+1 (518) 555-0199');
    await user.clear(screen.getByLabelText('Monthly Limit'));
    await user.click(screen.getByRole('switch', { name: 'Staff can read conversations' }));
    const sent = answer('patch', '/api/sms-settings', settings({ number: '+15185550199', monthlyCap: null }));
    await user.click(save());
    expect(await screen.findByText('Texts saved')).toBeTruthy();
    expect(sent.bodies).toEqual([
      { number: '+15185550199', messagingServiceSid: null, monthlyCap: null, staffSee: true },
    ]);
    expect(screen.getByLabelText('Your Number')).toHaveProperty('value', '+15185550199');
  });

  it('take a messaging service in the same field, and clear it', async () => {
    answer('get', '/api/sms-settings', settings({ messagingServiceSid: 'MG0123abc', shared: false }));
    const { user } = open('/settings?tab=texts');
    const field = await screen.findByLabelText('Your Number');
    expect(field).toHaveProperty('value', 'MG0123abc');
    await user.clear(field);
    const sent = answer('patch', '/api/sms-settings', settings());
    await user.click(save());
    await waitFor(() => expect(sent.bodies[0]).toMatchObject({ number: null, messagingServiceSid: null }));
  });

  it('reject a malformed number, and show at the field that another business uses it', async () => {
    answer('get', '/api/sms-settings', settings());
    const { user } = open('/settings?tab=texts');
    const field = await screen.findByLabelText('Your Number');
    await enterInto(user, field, '555');
    await user.click(save());
    expect(await screen.findByText(/Enter a number such as/)).toBeTruthy();
    await retype(user, field, 'MG0123abc');
    const message = 'Another business on this site uses this sender.';
    fail('patch', '/api/sms-settings', 409, message, {
      code: 'number_taken',
      fields: { messagingServiceSid: message },
    });
    await user.click(save());
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('name what is missing if no texts can be sent', async () => {
    answer('get', '/api/sms-settings', settings({ setUp: false, available: false, sender: null }));
    open('/settings?tab=texts');
    expect(await screen.findByText('Texts aren’t set up on this installation')).toBeTruthy();
    expect(screen.getByText(/Admin > Settings > Texts/)).toBeTruthy();
  });

  it('ask for a number if the installation has none', async () => {
    answer('get', '/api/sms-settings', settings({ available: false, sender: null }));
    open('/settings?tab=texts');
    expect(await screen.findByText('You have no number to text from')).toBeTruthy();
  });

  it('are not shown to staff', async () => {
    signIn(crew);
    open('/settings?tab=texts');
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Texts' })).toBeNull();
  });
});

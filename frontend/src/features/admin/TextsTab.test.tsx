import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { TextUsage } from '@/api/texts';
import { answerSettings, settings } from '@/testing/admin';
import { open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { answer, fail, refuse } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

const usage = sample<TextUsage>({
  operatorId: 7,
  name: 'Bright Nights',
  email: 'ada@x.com',
  texts: 310,
  segments: 412,
  cost: 4.12,
  monthlyCap: 20,
  number: '+15185550199',
  messagingServiceSid: null,
});

describe('the settings of texts', () => {
  it('keep the stored token, and show that a business uses the number', async () => {
    answerSettings();
    const { user } = open('/admin/settings?tab=texts');
    const number = await screen.findByLabelText('Number (Optional)');
    await retype(user, number, '+15185550199');
    const message = 'Bright Nights texts from this sender.';
    const sent = fail('patch', '/api/admin/settings/texts', 409, message, {
      code: 'number_taken',
      fields: { smsFrom: message },
    });
    await user.click(screen.getByRole('button', { name: 'Save Text Settings' }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(sent.bodies).toEqual([{ smsAccount: 'ACstandin', smsFrom: '+15185550199' }]);
    expect(number.getAttribute('aria-invalid')).toBe('true');
  });

  it('require an account and a token', async () => {
    answerSettings({ ...settings, texts: { smsAccount: null, smsToken: null, smsFrom: null } });
    const { user } = open('/admin/settings?tab=texts');
    await user.click(await screen.findByRole('button', { name: 'Save Text Settings' }));
    expect(await screen.findByText('Account SID is required')).toBeTruthy();
    expect(screen.getByText('Auth token is required')).toBeTruthy();
  });

  it('send a test text, and show the result', async () => {
    answerSettings();
    const { user } = open('/admin/settings?tab=texts');
    const to = await screen.findByLabelText('Send Test Text To');
    const sentence = 'Enter a number such as +15185550100';
    refuse('post', '/api/admin/settings/texts/test', { to: sentence });
    await user.click(screen.getByRole('button', { name: 'Send Test' }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    await enterInto(user, to, '+15185550123');
    const sent = answer('post', '/api/admin/settings/texts/test', {
      ok: true,
      code: 'sent',
      sentence: 'The text provider accepted the text.',
    });
    await user.click(screen.getByRole('button', { name: 'Send Test' }));
    expect(await screen.findByText('The text provider accepted the text.')).toBeTruthy();
    expect(sent.bodies).toEqual([{ to: '+15185550123' }]);
  });

  it('list the usage of each business, and free a number', async () => {
    answerSettings();
    const shared = usage({
      operatorId: 8,
      name: 'Glow',
      number: null,
      monthlyCap: null,
      texts: 2,
      segments: 2,
      cost: 0.02,
    });
    answer('get', '/api/admin/text-usage', [usage(), shared]);
    const { user } = open('/admin/settings?tab=texts');
    const table = within(await screen.findByRole('table'));
    const cells = table.getAllByRole('row').map((row) => row.textContent);
    expect(cells[1]).toContain('Bright Nightsada@x.com310412$4.12$20.00+15185550199');
    expect(cells[2]).toContain('22$0.02NoneShared');
    expect(table.getAllByRole('button')).toHaveLength(1);
    await user.click(table.getByRole('button', { name: 'Release the number of Bright Nights' }));
    const released = answer('delete', '/api/admin/text-senders/7', null, 204);
    answer('get', '/api/admin/text-usage', [usage({ number: null })]);
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Release Number' }),
    );
    await waitFor(() => expect(released.bodies).toHaveLength(1));
    expect(await screen.findByText('Number released')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('+15185550199', { selector: 'td' })).toBeNull());
  });
});

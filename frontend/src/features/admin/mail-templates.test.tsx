import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { answerSettings } from '@/testing/admin';
import { open } from '@/testing/render';
import { answer, server } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

const texts = {
  subject: 'Booked: {message}',
  heading: 'Your sign is booked',
  greeting: 'Hi {customer},',
  body: 'Good news.',
  signOff: '{company}',
};
const template = {
  kind: 'confirmed',
  name: 'Booking Confirmation',
  when: 'When a booking is confirmed, with or without approval',
  changed: false,
  texts,
  usual: texts,
  fields: [{ name: 'message', meaning: 'The message of the sign', sample: 'MARRY ME' }],
  blocks: [{ name: 'price', meaning: 'The price line by line' }],
};

describe('email administration', () => {
  it("pauses a business's email after a confirmation and resumes it", async () => {
    answerSettings();
    const row = {
      operatorId: 7,
      name: 'Loud Letters',
      email: 'loud@example.com',
      confirmed: false,
      today: 20,
      written: 150,
      sent: 20,
      bounced: 9,
      complaints: 3,
      stoppedAt: null,
    };
    answer('get', '/api/admin/email-volumes', [row]);
    const { user } = open('/admin/settings?tab=email');
    expect(await screen.findByText(/150 emails, 20 sent, 9 bounced,\s+3 complaints, 20 today/)).toBeTruthy();
    expect(screen.getByText('Unconfirmed')).toBeTruthy();
    const set = answer('patch', '/api/admin/email-volumes/7', null, 204);
    await user.click(screen.getByRole('button', { name: 'Pause email from Loud Letters' }));
    answer('get', '/api/admin/email-volumes', [{ ...row, stoppedAt: '2027-03-03T15:00:00Z' }]);
    await user.click(await screen.findByRole('button', { name: 'Pause Email' }));
    await user.click(await screen.findByRole('button', { name: 'Resume email from Loud Letters' }));
    await waitFor(() => expect(set.bodies).toEqual([{ stopped: true }, { stopped: false }]));
  });

  it('edits a template, reports unknown placeholders and sends a test', async () => {
    answerSettings();
    answer('get', '/api/admin/mail-templates', [template]);
    server.use(
      http.post('http://localhost:3000/api/admin/mail-templates/confirmed/preview', async ({ request }) => {
        const { subject } = (await request.json()) as typeof texts;
        const sentence = 'Subject has unknown fields: {nobody}';
        return subject.includes('{nobody}')
          ? HttpResponse.json(
              { message: sentence, code: 'invalid', fields: { subject: sentence } },
              { status: 422 },
            )
          : HttpResponse.json({
              subject: `Seen ${subject}`,
              fromName: 'A',
              text: '',
              html: '<head></head>',
            });
      }),
    );
    const { user } = open('/admin/settings?tab=email');
    await user.click(await screen.findByRole('button', { name: 'Edit Booking Confirmation' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Booking Confirmation' }));
    expect(await dialog.findByText('Seen Booked: {message}')).toBeTruthy();
    expect(dialog.getByText('{message}')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Reset to Default' })).toHaveProperty('disabled', true);

    await user.type(dialog.getByLabelText('Subject'), ' {{nobody}');
    expect(await dialog.findByText('Subject has unknown fields: {nobody}')).toBeTruthy();
    await retype(user, dialog.getByLabelText('Subject'), 'Yes');
    expect(await dialog.findByText('Seen Yes')).toBeTruthy();

    const refusal = 'The address was refused: no such user (550)';
    const tried = answer('post', '/api/admin/mail-templates/confirmed/test', {
      ok: false,
      code: 'not_sent',
      sentence: refusal,
    });
    await user.type(dialog.getByLabelText('Send Test Email To'), '{Enter}');
    expect(await dialog.findByText(refusal)).toBeTruthy();
    expect(tried.bodies).toEqual([{ ...texts, subject: 'Yes', to: 'root@site.example' }]);

    const saved = answer('patch', '/api/admin/mail-templates/confirmed', { ...template, changed: true });
    await user.click(dialog.getByRole('button', { name: 'Save Template' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved.bodies).toEqual([{ ...texts, subject: 'Yes' }]);
  });

  it('resets a template and tests the mail server with unsaved settings', async () => {
    answerSettings();
    answer('get', '/api/admin/mail-templates', [
      { ...template, changed: true, texts: { ...texts, subject: 'Mine' } },
    ]);
    answer('post', '/api/admin/mail-templates/confirmed/preview', {
      subject: 'Mine',
      fromName: 'A',
      text: '',
      html: '<head></head>',
    });
    const { user } = open('/admin/settings?tab=email');
    const tried = answer('post', '/api/admin/settings/email/check', {
      ok: true,
      code: 'works',
      sentence: 'The mail server responds and accepts the login.',
    });
    await user.clear(await screen.findByLabelText('SMTP Host'));
    await user.click(screen.getByRole('button', { name: 'Check Connection' }));
    expect(await screen.findByText('SMTP host is required')).toBeTruthy();
    await enterInto(user, screen.getByLabelText('SMTP Host'), 'post.example');
    await user.click(screen.getByRole('button', { name: 'Check Connection' }));
    expect(await screen.findByText('The mail server responds and accepts the login.')).toBeTruthy();
    expect(tried.bodies).toHaveLength(1);
    expect(tried.bodies[0]).toMatchObject({ smtpHost: 'post.example' });
    expect(tried.bodies[0]).not.toHaveProperty('smtpPassword');

    expect(await screen.findByText('Customized')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Edit Booking Confirmation' }));
    const saved = answer('patch', '/api/admin/mail-templates/confirmed', template);
    await user.click(await screen.findByRole('button', { name: 'Reset to Default' }));
    await waitFor(() =>
      expect(saved.bodies).toEqual([
        { subject: null, heading: null, greeting: null, body: null, signOff: null },
      ]),
    );
  });
});

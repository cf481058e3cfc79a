import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Announcement } from '@/api/announcements';
import { answerSettings } from '@/testing/admin';
import { open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { answer } from '@/testing/server';

const past = sample<Announcement>({
  id: 3,
  text: 'Reports were slow.',
  from: '2026-01-01T00:00:00Z',
  to: '2026-01-02T00:00:00Z',
  audience: 'owners',
  createdAt: '2026-01-01T00:00:00Z',
  emailedAt: null,
  emailedTo: null,
});

describe('announcements', () => {
  it('are created with times in UTC', async () => {
    answerSettings();
    answer('get', '/api/admin/announcements', []);
    const { user } = open('/admin/settings?tab=announcements');
    await user.type(await screen.findByRole('textbox', { name: /^Text/ }), 'New servers tonight.');
    fireEvent.change(screen.getByLabelText(/^Start/), { target: { value: '2027-06-01T22:00' } });
    fireEvent.change(screen.getByLabelText(/^End/), { target: { value: '2027-06-01T21:00' } });
    await user.click(screen.getByRole('button', { name: 'Announce' }));
    expect(await screen.findByText('The end must be after the start')).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/^End/), { target: { value: '2027-06-02T04:00' } });
    const sent = answer('post', '/api/admin/announcements', past());
    await user.click(screen.getByRole('button', { name: 'Announce' }));
    expect(await screen.findByText('Announcement created')).toBeTruthy();
    expect(sent.bodies).toEqual([
      {
        text: 'New servers tonight.',
        from: new Date('2027-06-01T22:00').toISOString(),
        to: new Date('2027-06-02T04:00').toISOString(),
        audience: 'owners',
      },
    ]);
  });

  it('are listed with their state, and deleted after confirmation', async () => {
    answerSettings();
    answer('get', '/api/admin/announcements', [past()]);
    const { user } = open('/admin/settings?tab=announcements');
    expect(await screen.findByText('Reports were slow.')).toBeTruthy();
    expect(screen.getByText('Past')).toBeTruthy();
    const sent = answer('delete', '/api/admin/announcements/3', null, 204);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click((await screen.findAllByRole('button', { name: 'Delete' })).at(-1) as HTMLElement);
    expect(await screen.findByText('Announcement deleted')).toBeTruthy();
    expect(sent.bodies).toHaveLength(1);
  });

  it('are emailed to owners after confirmation', async () => {
    const upcoming = past({ id: 4, to: '2099-01-01T00:00:00Z' });
    const emails = { recipients: 12, emailedAt: null, waiting: 0, sent: 0, failed: 0 };
    answerSettings();
    answer('get', '/api/admin/announcements', [upcoming, past()]);
    answer('get', '/api/admin/announcements/4/email', emails);
    const { user } = open('/admin/settings?tab=announcements');
    await user.click(await screen.findByRole('button', { name: 'Email to Owners' }));
    expect(await screen.findByText(/^12 owners of active businesses will get it once\./)).toBeTruthy();

    const sent = answer('post', '/api/admin/announcements/4/email', { ...emails, waiting: 12 }, 202);
    const emailedAt = '2026-06-01T10:00:00Z';
    answer('get', '/api/admin/announcements', [{ ...upcoming, emailedAt, emailedTo: 12 }]);
    answer('get', '/api/admin/announcements/4/email', {
      ...emails,
      emailedAt,
      waiting: 3,
      sent: 8,
      failed: 1,
    });
    await user.click(screen.getByRole('button', { name: 'Send Emails' }));
    expect(await screen.findByText('Emailing 12 owners')).toBeTruthy();
    expect(sent.bodies).toHaveLength(1);
    expect(await screen.findByText(/^Emailed to 12 owners on .* \(3 waiting, 1 failed\)$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Email to Owners' })).toBeNull();
  });

  it('show the reason if they cannot be emailed', async () => {
    answerSettings();
    answer('get', '/api/admin/announcements', [past({ id: 4, to: '2099-01-01T00:00:00Z' })]);
    const noServer = { message: 'No mail server is configured.', code: 'no_mail_server' };
    answer('get', '/api/admin/announcements/4/email', {
      recipients: 1,
      emailedAt: null,
      waiting: 0,
      sent: 0,
      failed: 0,
    });
    answer('post', '/api/admin/announcements/4/email', noServer, 409);
    const { user } = open('/admin/settings?tab=announcements');
    await user.click(await screen.findByRole('button', { name: 'Email to Owners' }));
    await user.click(await screen.findByRole('button', { name: 'Send Emails' }));
    expect(await screen.findByText('No mail server is configured.')).toBeTruthy();
  });
});

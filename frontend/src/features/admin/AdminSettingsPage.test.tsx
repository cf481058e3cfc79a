import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerSettings, settings } from '@/testing/admin';
import { open } from '@/testing/render';
import { answer } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

describe('system settings', () => {
  async function openSettings(path = '/admin/settings') {
    answerSettings();
    const opened = open(path);
    await screen.findByRole('heading', { name: 'System Settings' });
    expect(screen.getByText('Manage application settings and configurations')).toBeTruthy();
    await screen.findByRole('tab', { name: 'General' });
    return opened;
  }

  it('saves changed values and omits those set by the environment', async () => {
    const { user } = await openSettings();
    expect((screen.getByLabelText('Site URL') as HTMLInputElement).readOnly).toBe(true);
    await user.clear(screen.getByLabelText('Site Name'));
    await user.click(screen.getByRole('button', { name: 'Save General Settings' }));
    expect(await screen.findByText('Site name is required')).toBeTruthy();
    await enterInto(user, screen.getByLabelText('Site Name'), 'Big Letters');
    const sent = answer('patch', '/api/admin/settings/general', settings);
    await user.click(screen.getByRole('button', { name: 'Save General Settings' }));
    expect(await screen.findByText('General settings saved.')).toBeTruthy();
    const { siteUrl, ...others } = settings.general;
    expect(sent.bodies).toEqual([{ ...others, siteName: 'Big Letters' }]);
  });

  it('keeps a stored secret if its field is left empty', async () => {
    const { user } = await openSettings('/admin/settings?tab=email');
    expect(await screen.findByText('Stored. Leave empty to keep it.')).toBeTruthy();
    const sent = answer('patch', '/api/admin/settings/email', settings);
    await user.click(screen.getByRole('button', { name: 'Save Email Settings' }));
    await waitFor(() => expect(sent.bodies).toHaveLength(1));
    expect(sent.bodies[0]).not.toHaveProperty('smtpPassword');
  });

  it('reports all missing mail server settings at once', async () => {
    answerSettings({
      ...settings,
      email: { ...settings.email, smtpHost: null, smtpUser: null, smtpPassword: null },
    });
    const { user } = open('/admin/settings?tab=email');
    await retype(user, await screen.findByLabelText('SMTP Port'), '0');
    await user.click(screen.getByRole('button', { name: 'Save Email Settings' }));
    for (const sentence of [
      'SMTP host is required',
      'SMTP username is required',
      'SMTP password is required',
      'SMTP port must be a positive integer',
    ]) {
      expect(await screen.findByText(sentence)).toBeTruthy();
    }
  });

  it('validates numbers before sending', async () => {
    const { user } = await openSettings('/admin/settings?tab=site');
    const price = await screen.findByLabelText('Default Letter Price (per day)');
    await retype(user, price, '-1');
    await user.click(screen.getByRole('button', { name: 'Save Site Settings' }));
    expect(await screen.findByText('Must be a positive number')).toBeTruthy();
  });
});

import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { open } from '@/testing/render';
import { ada, answer, refuse, signIn } from '@/testing/server';
import { workLocation } from '@/testing/settings';

const COLOGNE = {
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  dateFormat: 'DD.MM.YYYY',
  timeFormat: '24h',
  measures: 'metric',
};

async function openDialog(location = workLocation({ confirmed: true })) {
  signIn();
  answer('get', '/api/location', location);
  const { user } = open('/settings?tab=business');
  await user.click(await screen.findByRole('button', { name: 'Change Country' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Where You Work' })) };
}

describe('the country of a business', () => {
  it('sets currency, units, formats and time zone, which are saved together', async () => {
    const { user, dialog } = await openDialog();
    await user.selectOptions(dialog.getByLabelText('Country'), 'Germany');
    expect(dialog.getByLabelText('Currency')).toHaveProperty('value', 'EUR');
    expect(dialog.getByLabelText('Time Zone')).toHaveProperty('value', 'Europe / Berlin');
    expect(dialog.getByText('For example 31 Dec 2027. Weeks start on Monday.')).toBeTruthy();
    const sent = answer('put', '/api/location', workLocation({ confirmed: true, country: 'DE' }));
    answer('get', '/api/user', { ...ada, currency: 'EUR' });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(sent.bodies).toEqual([COLOGNE]);
  });

  it('keeps a setting that was changed by hand after choosing the country', async () => {
    const { user, dialog } = await openDialog();
    await user.selectOptions(dialog.getByLabelText('Country'), 'Germany');
    await user.selectOptions(dialog.getByLabelText('Time Format'), '12h');
    const sent = answer('put', '/api/location', workLocation());
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(sent.bodies).toEqual([{ ...COLOGNE, timeFormat: '12h' }]);
  });

  it('leaves the currency alone once amounts exist', async () => {
    const { user, dialog } = await openDialog(workLocation({ confirmed: true, currencyFixedBy: 'quotes' }));
    await user.selectOptions(dialog.getByLabelText('Country'), 'Germany');
    expect(dialog.getByLabelText('Currency')).toHaveProperty('value', 'USD');
    expect(dialog.getByText("You have quotes in USD, and amounts can't be converted.")).toBeTruthy();
    const sent = answer('put', '/api/location', workLocation());
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(sent.bodies).toEqual([{ ...COLOGNE, currency: 'USD' }]);
  });

  it('shows a rejected setting at its field and keeps the choices', async () => {
    const { user, dialog } = await openDialog();
    await user.selectOptions(dialog.getByLabelText('Country'), 'Germany');
    refuse('put', '/api/location', { timeZone: 'Time zone is not known' });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Time zone is not known')).toBeTruthy();
    expect(dialog.getByLabelText('Currency')).toHaveProperty('value', 'EUR');
  });
});

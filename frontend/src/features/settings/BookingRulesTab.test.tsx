import { screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { open } from '@/testing/render';
import { answer, signIn } from '@/testing/server';
import { bookingRules } from '@/testing/settings';

const rules = bookingRules();

function openRules(rest: Partial<typeof rules> = {}) {
  signIn();
  answer('get', '/api/booking-rules', { ...rules, ...rest });
  return open('/settings?tab=rules');
}

const save = () => screen.getByRole('button', { name: 'Save Changes' });

describe('booking rules', () => {
  it('find a time zone by typing, with the keyboard alone', async () => {
    const { user } = openRules();
    const zone = await screen.findByRole('combobox', { name: 'Time Zone' });
    expect(zone).toHaveProperty('value', 'America / New York');
    await user.click(zone);
    await user.type(zone, 'los ang');
    const option = screen.getByRole('option', { name: /^America \/ Los Angeles/ });
    expect(zone.getAttribute('aria-activedescendant')).toBe(option.id);
    await user.keyboard('{Enter}');
    expect(zone).toHaveProperty('value', 'America / Los Angeles');
    expect(screen.queryByRole('option', { name: /^America/ })).toBeNull();
    const sent = answer('patch', '/api/booking-rules', { ...rules, timeZone: 'America/Los_Angeles' });
    await user.click(save());
    expect(await screen.findByText('Booking rules saved')).toBeTruthy();
    expect(sent.bodies).toEqual([{ timeZone: 'America/Los_Angeles' }]);
  });

  it('keep the time zone when the list is closed, and say when nothing is found', async () => {
    const { user } = openRules();
    const zone = await screen.findByRole('combobox', { name: 'Time Zone' });
    await user.click(zone);
    await user.type(zone, 'atlantis');
    expect(screen.getByText(/No time zone has “atlantis”/)).toBeTruthy();
    await user.keyboard('{Enter}{Escape}');
    expect(zone).toHaveProperty('value', 'America / New York');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('option', { name: /^America \/ New York/ }).getAttribute('aria-selected')).toBe(
      'true',
    );
    await user.click(screen.getByRole('option', { name: 'Europe / London' }));
    expect(zone).toHaveProperty('value', 'Europe / London');
  });

  it.each([
    ['On the same day', { sameDayTurnaround: true, turnaroundDays: 0 }],
    ['After extra days', { sameDayTurnaround: false, turnaroundDays: 3 }],
  ])('send both halves of a turnaround %s', async (label, expected) => {
    const { user } = openRules();
    await user.click(await screen.findByRole('radio', { name: label }));
    const extra = screen.queryByLabelText('Extra Days');
    if (extra !== null) {
      await user.clear(extra);
      await user.type(extra, '3');
    }
    const sent = answer('patch', '/api/booking-rules', { ...rules, ...expected });
    await user.click(save());
    await screen.findByText('Booking rules saved');
    expect(sent.bodies).toEqual([expected]);
  });

  it('show what is set', async () => {
    openRules({ turnaroundDays: 2, holdDays: 3, maxRentalDays: 14, approvalRequired: false });
    expect(await screen.findByRole('radio', { name: 'After extra days' })).toHaveProperty('checked', true);
    expect(screen.getByLabelText('Extra Days')).toHaveProperty('value', '2');
    expect(screen.getByLabelText('Hold')).toHaveProperty('value', '3');
    expect(screen.getByLabelText('Longest Rental')).toHaveProperty('value', '14');
    expect(screen.getByRole('switch', { name: 'Approve each request' }).getAttribute('aria-checked')).toBe(
      'false',
    );
  });

  it('refuse days that make no sense, and forget extra days that are not wanted', async () => {
    const { user } = openRules();
    await user.click(await screen.findByRole('radio', { name: 'After extra days' }));
    await user.clear(screen.getByLabelText('Extra Days'));
    await user.clear(screen.getByLabelText('Hold'));
    await user.type(screen.getByLabelText('Hold'), '91');
    await user.click(save());
    expect(await screen.findByText('Enter a whole number from 1 to 14')).toBeTruthy();
    expect(screen.getByText('Enter a whole number from 1 to 90')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'On the next day' }));
    await user.clear(screen.getByLabelText('Hold'));
    await user.type(screen.getByLabelText('Hold'), '2');
    await user.click(screen.getByRole('switch', { name: 'Approve each request' }));
    const sent = answer('patch', '/api/booking-rules', { ...rules, holdDays: 2, approvalRequired: false });
    await user.click(save());
    await screen.findByText('Booking rules saved');
    expect(sent.bodies).toEqual([{ holdDays: 2, approvalRequired: false }]);
  });

  it("put the server's sentence at its field, and ask before it is left", async () => {
    const { user, address } = openRules();
    const longest = await screen.findByLabelText('Longest Rental');
    await user.clear(longest);
    await user.type(longest, '10');
    answer(
      'patch',
      '/api/booking-rules',
      { message: 'No', code: 'invalid', fields: { maxRentalDays: 'Too short for you.' } },
      422,
    );
    await user.click(save());
    expect(await screen.findByText('Too short for you.')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Pricing' }));
    await user.click(await screen.findByRole('button', { name: 'Keep Editing' }));
    await waitFor(() => expect(address()).toBe('/settings?tab=rules'));
    expect(longest).toHaveProperty('value', '10');
  });

  it('tell an account without a business so', async () => {
    signIn();
    answer(
      'get',
      '/api/booking-rules',
      { message: 'This account does not run a business.', code: 'no_business' },
      403,
    );
    open('/settings?tab=rules');
    expect(await screen.findByText('This account does not run a business.')).toBeTruthy();
  });

  it('can be read without seeing them', async () => {
    const { user } = openRules({ turnaroundDays: 2 });
    await user.click(await screen.findByRole('combobox', { name: 'Time Zone' }));
    await user.keyboard('euro lon');
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false } },
      resultTypes: ['violations'],
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});

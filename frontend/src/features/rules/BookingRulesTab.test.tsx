import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { faults, open } from '@/testing/render';
import { answer, fail, refuse, signIn } from '@/testing/server';
import { bookingRules } from '@/testing/settings';
import { enterInto, retype } from '@/testing/typing';

const rules = bookingRules();

function openRules(rest: Partial<typeof rules> = {}) {
  signIn();
  answer('get', '/api/booking-rules', { ...rules, ...rest });
  return open('/settings?tab=rules');
}

const save = () => screen.getByRole('button', { name: 'Save Changes' });

describe('booking rules', () => {
  it.each([
    ['On the same day', { sameDayTurnaround: true, turnaroundDays: 0 }],
    ['After extra days', { sameDayTurnaround: false, turnaroundDays: 3 }],
  ])('send both parts of a turnaround %s', async (label, expected) => {
    const { user } = openRules();
    await user.click(await screen.findByRole('radio', { name: label }));
    const extra = screen.queryByLabelText('Extra Days');
    if (extra !== null) {
      await retype(user, extra, '3');
    }
    const sent = answer('patch', '/api/booking-rules', { ...rules, ...expected });
    await user.click(save());
    await screen.findByText('Booking rules saved');
    expect(sent.bodies).toEqual([expected]);
  });

  it('show the current values', async () => {
    openRules({ turnaroundDays: 2, holdDays: 3, maxRentalDays: 14, approvalRequired: false });
    expect(await screen.findByRole('radio', { name: 'After extra days' })).toHaveProperty('checked', true);
    expect(screen.getByLabelText('Extra Days')).toHaveProperty('value', '2');
    expect(screen.getByLabelText('Hold')).toHaveProperty('value', '3');
    expect(screen.getByLabelText('Longest Rental')).toHaveProperty('value', '14');
    expect(screen.getByRole('switch', { name: 'Approve each request' }).getAttribute('aria-checked')).toBe(
      'false',
    );
  });

  it('saves after how many days to follow up on quotes, and the address of an external review page', async () => {
    const { user } = openRules();
    await retype(user, await screen.findByLabelText('Follow Up on Open Quotes After'), '31');
    await enterInto(
      user,
      screen.getByLabelText('Review Page Elsewhere (Optional)'),
      'http://reviews.example',
    );
    await user.click(save());
    expect(await screen.findByText('Enter a whole number from 1 to 30, or leave this empty')).toBeTruthy();
    expect(screen.getByText('Enter a web address that begins with https://')).toBeTruthy();
    await retype(user, screen.getByLabelText('Follow Up on Open Quotes After'), '4');
    const page = screen.getByLabelText('Review Page Elsewhere (Optional)');
    await retype(user, page, 'https://reviews.example');
    const sent = answer('patch', '/api/booking-rules', { ...rules });
    await user.click(save());
    await screen.findByText('Booking rules saved');
    expect(sent.bodies).toEqual([{ quoteFollowUpDays: 4, reviewUrl: 'https://reviews.example' }]);
  });

  it('validate days and drop unused extra days', async () => {
    const { user } = openRules();
    await user.click(await screen.findByRole('radio', { name: 'After extra days' }));
    await user.clear(screen.getByLabelText('Extra Days'));
    await retype(user, screen.getByLabelText('Hold'), '91');
    await user.click(save());
    expect(await screen.findByText('Enter a whole number from 1 to 14')).toBeTruthy();
    expect(screen.getByText('Enter a whole number from 1 to 90')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'On the next day' }));
    await retype(user, screen.getByLabelText('Hold'), '2');
    await user.click(screen.getByRole('switch', { name: 'Approve each request' }));
    const sent = answer('patch', '/api/booking-rules', { ...rules, holdDays: 2, approvalRequired: false });
    await user.click(save());
    await screen.findByText('Booking rules saved');
    expect(sent.bodies).toEqual([{ holdDays: 2, approvalRequired: false }]);
  });

  it('show server errors at their fields and warn before leaving', async () => {
    const { user, address } = openRules();
    const longest = await screen.findByLabelText('Longest Rental');
    await retype(user, longest, '10');
    refuse('patch', '/api/booking-rules', { maxRentalDays: 'Too short for you.' });
    await user.click(save());
    expect(await screen.findByText('Too short for you.')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Pricing' }));
    await user.click(await screen.findByRole('button', { name: 'Keep Editing' }));
    await waitFor(() => expect(address()).toBe('/settings?tab=rules'));
    expect(longest).toHaveProperty('value', '10');
  });

  it('save delivery times and locations', async () => {
    const { user } = openRules({ maxPickupsPerDay: 3, closedWeekdays: [6] });
    await user.click(await screen.findByRole('checkbox', { name: 'Monday' }));
    await enterInto(user, screen.getByLabelText('Max. Deliveries'), '4');
    await user.clear(screen.getByLabelText('Max. Pickups'));
    await retype(user, screen.getByLabelText('Minimum Notice'), '48');
    await user.click(screen.getByRole('switch', { name: 'Any address' }));
    await user.click(screen.getByRole('checkbox', { name: 'Phone' }));
    await retype(user, screen.getByLabelText('Event Types'), 'wedding\n\n quinceañera ');
    await user.click(screen.getByRole('button', { name: 'Add Closed Days' }));
    const row = within(screen.getByRole('group', { name: 'Closed days 1' }));
    await enterInto(user, row.getByLabelText('First Day'), '12/24/2027');
    await enterInto(user, row.getByLabelText('Last Day'), '12/23/2027');
    await user.click(save());
    expect(await row.findByText('The last day must be on or after the first')).toBeTruthy();
    await retype(user, row.getByLabelText('Last Day'), '12/26/2027');
    await enterInto(user, row.getByLabelText('Reason'), 'Christmas');
    await user.click(row.getByRole('checkbox', { name: 'Every year' }));
    const change = {
      minimumNoticeHours: 48,
      closedWeekdays: [0, 6],
      closedDays: [{ from: '2027-12-24', to: '2027-12-26', yearly: true, reason: 'Christmas' }],
      maxDeliveriesPerDay: 4,
      maxPickupsPerDay: null,
      anyAddress: false,
      eventTypes: ['wedding', 'quinceañera'],
      requiredFields: ['customerPhone'] as const,
    };
    const sent = answer('patch', '/api/booking-rules', { ...rules, ...change });
    await user.click(save());
    await screen.findByText('Booking rules saved');
    expect(sent.bodies).toEqual([change]);
  });

  it('save install windows and pickup hours', async () => {
    const { user } = openRules();
    const type = async (label: string, text: string) => {
      await retype(user, screen.getByLabelText(label), text);
    };
    await user.click(await screen.findByRole('button', { name: 'Add Install Window' }));
    await type('Name of install window 2', 'After dark');
    await type('Start of install window 2', '10');
    await type('End of install window 2', '8 pm');
    expect((await screen.findByText('Enter 10:00 AM or 10:00 PM')).id).toBe(
      screen.getByLabelText('Start of install window 2').getAttribute('aria-describedby'),
    );
    await type('Start of install window 2', '10pm');
    await type('Latest Pickup', 'late');
    expect(await screen.findByText('The end must be after the start')).toBeTruthy();
    await type('End of install window 2', '23:00');
    await user.click(save());
    expect((await screen.findByText('Enter a time such as 2:30 PM')).id).toBe(
      screen.getByLabelText('Latest Pickup').getAttribute('aria-describedby'),
    );
    expect(screen.getByLabelText('End of install window 2')).toHaveProperty('value', '11:00 PM');
    await type('Latest Pickup', '11:30 p');
    const change = {
      installWindows: [
        { label: 'Morning', from: '08:00', to: '12:00' },
        { label: 'After dark', from: '22:00', to: '23:00' },
      ],
      latestPickup: '23:30',
    };
    const saved = [...rules.installWindows, { code: 'w2', ...change.installWindows[1] }];
    const sent = answer('patch', '/api/booking-rules', { ...rules, ...change, installWindows: saved });
    await user.click(save());
    await screen.findByText('Booking rules saved');
    expect(sent.bodies).toEqual([change]);

    await user.click(screen.getByRole('button', { name: 'Remove install window 1' }));
    await user.click(screen.getByRole('button', { name: 'Remove install window 1' }));
    await waitFor(() => expect(screen.queryByLabelText('Name of install window 1')).toBeNull());
    const none = answer('patch', '/api/booking-rules', { ...rules, installWindows: [] });
    await user.click(save());
    await waitFor(() => expect(none.bodies).toEqual([{ installWindows: [] }]));
  });

  it('show errors of closed days in their row', async () => {
    const { user } = openRules({
      closedDays: [{ from: '2027-12-24', to: '2027-12-24', yearly: false, reason: null }],
    });
    const row = within(await screen.findByRole('group', { name: 'Closed days 1' }));
    expect(row.getByLabelText('Last Day')).toHaveProperty('value', '');
    await user.click(row.getByRole('checkbox', { name: 'Every year' }));
    refuse('patch', '/api/booking-rules', { 'closedDays[0].to': 'Must be less than a year' });
    await user.click(save());
    expect(await row.findByText('Must be less than a year')).toBeTruthy();
  });

  it('save request holds and reject a share above 100 percent', async () => {
    const { user } = openRules();
    expect(await screen.findByRole('radio', { name: 'Right away' })).toHaveProperty('checked', true);
    await retype(user, screen.getByLabelText('Limit for Unconfirmed Requests'), '101');
    await user.click(save());
    expect(await screen.findByText('Enter a whole number from 0 to 100')).toBeTruthy();
    await retype(user, screen.getByLabelText('Limit for Unconfirmed Requests'), '25');
    await retype(user, screen.getByLabelText('Limit per Internet Connection'), '4');
    await user.click(screen.getByRole('radio', { name: 'Never' }));
    await user.click(screen.getByRole('radio', { name: 'Change it right away' }));
    const changed = {
      strangersSharePercent: 25,
      strangersLetterDays: 4,
      requestsHold: 'nothing',
      customerChanges: 'at_once',
    } as const;
    const sent = answer('patch', '/api/booking-rules', { ...rules, ...changed });
    await user.click(save());
    await screen.findByText('Booking rules saved');
    expect(sent.bodies).toEqual([changed]);
  });

  it('show a notice to accounts without a business', async () => {
    signIn();
    fail('get', '/api/booking-rules', 403, 'This account has no business.', { code: 'no_business' });
    open('/settings?tab=rules');
    expect(await screen.findByText('This account has no business.')).toBeTruthy();
  });

  it('are accessible to screen readers', async () => {
    openRules({ turnaroundDays: 2 });
    const zone = await screen.findByRole('link', { name: 'time zone' });
    expect(zone.getAttribute('href')).toBe('/settings?tab=business');
    expect(await faults()).toEqual([]);
  });
});

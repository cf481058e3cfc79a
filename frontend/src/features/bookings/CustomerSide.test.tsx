import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CustomerSide } from '@/api/customer-side';
import { editPreview, openDetails } from '@/testing/booking-dialog';
import { details, estimate, offerAnswered } from '@/testing/bookings';
import { answer, changeRequest, customerSide, fail } from '@/testing/server';
import { enterInto } from '@/testing/typing';

const path = '/api/bookings/7';

function openSide(side: Partial<CustomerSide>, rest: Parameters<typeof details>[0] = {}) {
  answer('get', `${path}/customer`, customerSide(side));
  return openDetails(details({ status: 'confirmed', ...rest }));
}

describe("the customer's side of a booking", () => {
  it('has a link that can be created, copied and replaced', async () => {
    const { user, dialog } = await openSide({});
    const made = answer(
      'post',
      `${path}/customer-link`,
      customerSide({ link: 'https://desk.example/b/one' }),
    );
    await user.click(await dialog.findByRole('button', { name: 'Create Link' }));
    expect(await dialog.findByDisplayValue('https://desk.example/b/one')).toBeTruthy();
    expect(made.bodies).toEqual([{ renew: false }]);
    await user.click(dialog.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('https://desk.example/b/one');

    fail('post', `${path}/customer-link`, 503, 'The database is away.');
    await user.click(dialog.getByRole('button', { name: 'New Link' }));
    const asked = within(await screen.findByRole('alertdialog', { name: 'Create a new link?' }));
    await user.click(asked.getByRole('button', { name: 'Create New Link' }));
    expect(await asked.findByText('The database is away.')).toBeTruthy();
    const renewed = answer(
      'post',
      `${path}/customer-link`,
      customerSide({ link: 'https://desk.example/b/two' }),
    );
    await user.click(asked.getByRole('button', { name: 'Create New Link' }));
    expect(await dialog.findByDisplayValue('https://desk.example/b/two')).toBeTruthy();
    expect(renewed.bodies).toEqual([{ renew: true }]);
  });

  it('shows crew notes but hides the link from users who may not see money', async () => {
    fail('get', '/api/messages', 403, 'Not for you.');
    const { dialog } = await openSide({
      crewNotes: {
        power: 'Left of the stage',
        access: null,
        contactName: 'Grace',
        contactPhone: '555 0199',
        notes: 'Two dogs.\nBoth friendly.',
        updatedAt: '2026-11-20T10:00:00-05:00',
      },
    });
    const crew = within(await dialog.findByRole('region', { name: 'For the Crew' }));
    for (const text of ['Left of the stage', 'Grace, 555 0199']) expect(crew.getByText(text)).toBeTruthy();
    expect(crew.getByText(/Both friendly/)).toBeTruthy();
    expect(crew.queryByText('Access')).toBeNull();
    expect(dialog.queryByRole('button', { name: 'Create Link' })).toBeNull();
  });

  it('accepts a requested change at the displayed difference', async () => {
    const change = {
      changes: {},
      available: true,
      difference: 50,
      total: 250,
      reschedulingFee: 0,
      problem: null,
    };
    const { user, dialog } = await openSide({ changeRequests: [changeRequest({ change })] });
    expect(await dialog.findByText('Everything is available. Price: +$50.00.')).toBeTruthy();
    fail('post', `${path}/change-requests/3/accept`, 409, 'Too few letters.');
    await user.click(dialog.getByRole('button', { name: 'Accept' }));
    expect(await dialog.findByText('Too few letters.')).toBeTruthy();
    const accepted = answer('post', `${path}/change-requests/3/accept`, customerSide({}));
    await user.click(dialog.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Accept' })).toBeNull());
    expect(accepted.bodies).toHaveLength(1);
  });

  it('shows change requests with edit, done and decline', async () => {
    const { user, dialog } = await openSide({
      changeRequests: [changeRequest(), changeRequest({ id: 4, text: 'In pink, please.' })],
    });
    offerAnswered();
    answer('post', '/api/estimate', estimate());
    const [noon, pink] = await dialog.findAllByRole('region', { name: 'Change requested' });
    if (noon === undefined || pink === undefined) throw new Error('two are asked for');
    await user.click(within(noon).getByRole('button', { name: 'Edit Booking' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Booking #3' }));
    const notes = await form.findByLabelText('Team Notes (Optional)');
    await enterInto(user, notes, 'At noon');
    expect(form.getByText('Could you come at noon?')).toBeTruthy();
    expect(form.getByText('When').closest('details')).toHaveProperty('open', true);
    answer('post', `${path}/edit-preview`, editPreview());
    answer('patch', path, details({ status: 'confirmed', operatorNotes: 'At noon', revision: 2 }));
    const left = { changeRequests: [changeRequest({ id: 4, text: 'In pink, please.' })] };
    const told = answer('post', `${path}/change-requests/3/answer`, customerSide(left));
    await user.click(form.getByRole('button', { name: 'Save Changes' }));

    await waitFor(() => expect(told.bodies).toEqual([{ outcome: 'made' }]));
    expect(screen.queryByRole('dialog', { name: 'Mark the Change as Done' })).toBeNull();

    const one = within(dialog.getByRole('region', { name: 'Change requested' }));
    await user.click(one.getByRole('button', { name: 'Decline' }));
    const no = within(await screen.findByRole('dialog', { name: 'Decline the Change Request' }));
    const declined = changeRequest({
      id: 4,
      text: 'In pink, please.',
      doneAt: '2026-11-21T10:00:00-05:00',
      doneBy: 'ada',
      outcome: 'declined',
    });
    const answered = answer(
      'post',
      `${path}/change-requests/4/answer`,
      customerSide({ changeRequests: [declined] }),
    );
    await user.click(no.getByRole('button', { name: 'Decline Change' }));
    expect(await dialog.findByText('Declined by ada, Nov 21, 2026 10:00 AM')).toBeTruthy();
    expect(answered.bodies).toEqual([{ outcome: 'declined' }]);
  });

  it('shows the customer’s answer to a change', async () => {
    const { dialog } = await openSide({
      agreement: {
        number: 1,
        before: {},
        askedAt: '2026-11-20T10:00:00-05:00',
        answeredAt: '2026-11-20T11:00:00-05:00',
        agreed: false,
        text: 'Too dear',
      },
    });
    const answered = within(await dialog.findByRole('region', { name: 'The customer declined the change' }));
    expect(answered.getByText('Too dear')).toBeTruthy();
  });

  it('shows the customer’s cancellation', async () => {
    const { dialog } = await openSide(
      { cancellation: { at: '2026-11-20T10:00:00-05:00', fee: 50, reason: 'Rain' } },
      { status: 'canceled' },
    );
    const canceled = within(await dialog.findByRole('region', { name: 'Canceled by the customer' }));
    expect(canceled.getByText('Rain')).toBeTruthy();
    expect(canceled.getByText('They accepted a cancellation fee of $50.00.')).toBeTruthy();
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { editPreview, letterGone, openDetails, openEdit } from '@/testing/booking-dialog';
import { details, estimate, offerAnswered } from '@/testing/bookings';
import { ada, answer, fail, refuse } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

describe('editing a booking', () => {
  it('saves and shows the changes', async () => {
    const { user, dialog, form, asked } = await openEdit();
    const message = await form.findByLabelText('Message');
    await retype(user, message, 'BABY');
    await waitFor(() => expect(asked.bodies.at(-1)).toMatchObject({ bookingId: 7, message: 'BABY' }));
    const sent = answer('patch', '/api/bookings/7', details({ message: 'BABY' }));
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Booking updated')).toBeTruthy();
    expect(sent.bodies).toEqual([{ message: 'BABY', expectedRevision: 1 }]);
    expect(await dialog.findByText('"BABY" (4ft)')).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Edit Booking #3' })).toBeNull();
  });

  it('updates the price when damage waiver or tip change', async () => {
    const booking = details();
    const { user, form, asked } = await openEdit(
      { ...booking, breakdown: { ...booking.breakdown, damageWaiver: 15, tip: 5 } },
      { tips: { suggestions: [10], taxable: false } },
    );
    const waiver = await form.findByRole('switch', { name: 'Damage Waiver' });
    expect(waiver.getAttribute('aria-checked')).toBe('true');
    const tip = form.getByLabelText('Tip');
    expect((tip as HTMLInputElement).value).toBe('5.00');
    await user.click(waiver);
    await retype(user, tip, '7.555');
    const sent = answer('patch', '/api/bookings/7', details());
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await form.findByText('Use at most two decimals')).toBeTruthy();
    expect(sent.bodies).toEqual([]);
    await retype(user, tip, '7.50');
    await waitFor(() => expect(asked.bodies.at(-1)).toMatchObject({ damageWaiver: false, tip: 7.5 }));
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(sent.bodies).toEqual([{ damageWaiver: false, tip: 7.5, expectedRevision: 1 }]),
    );
  });

  it('uses the time zone of the business', async () => {
    const timed = details({ deliveryDate: '2027-06-01T14:30:00-04:00', deliveryTimeGiven: true });
    const { user, form } = await openEdit(timed, {}, { ...ada, timeFormat: '24h' });
    const delivery = await form.findByLabelText('Delivery Time');
    expect(delivery).toHaveProperty('value', '14:30');
    await retype(user, delivery, '930');
    await enterInto(user, form.getByLabelText('Pickup Time'), '25');
    const sent = answer('patch', '/api/bookings/7', details());
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(form.getByText('Enter a time such as 14:30')).toBeTruthy();
    expect(document.activeElement).toBe(form.getByLabelText('Pickup Time'));
    expect(sent.bodies).toEqual([]);
    await user.clear(form.getByLabelText('Pickup Time'));
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(sent.bodies).toEqual([{ deliveryDate: '2027-06-01T09:30', expectedRevision: 1 }]),
    );
  });

  it('asks for a postal code where addresses have no ZIP code', async () => {
    const { user, form } = await openEdit(details(), {}, { ...ada, hasStates: false });
    await user.selectOptions(await form.findByLabelText('Venue'), 'Another location');
    expect(form.getByLabelText('Postal Code')).toBeTruthy();
    expect(form.getByLabelText('Region')).toBeTruthy();
  });

  it('notifies the customer only if chosen, after a preview', async () => {
    const { user, form } = await openEdit();
    expect(form.queryByText('Notify the customer?')).toBeNull();
    await enterInto(user, await form.findByLabelText('Message'), 'S');
    const shown = answer('post', '/api/bookings/7/edit-preview', {
      to: 'jane@example.com',
      subject: 'Changed: LOVES',
      fromName: 'Bright Nights',
      text: 'Message was: LOVE',
      html: '<html><head></head><body>Message was: LOVE</body></html>',
      changed: [
        { field: 'message', label: 'Message', from: 'LOVE', to: 'LOVES', fromText: 'LOVE', toText: 'LOVES' },
        { field: 'totalPrice', label: 'Total', from: 150, to: 175, fromText: '$150.00', toText: '$175.00' },
      ],
      totalBefore: 150,
      totalAfter: 175,
      mailServer: true,
    });
    await user.click(form.getByRole('button', { name: 'Preview Email' }));
    expect(await form.findByTitle('Preview: Changed: LOVES')).toBeTruthy();
    const changes = within(await form.findByRole('region', { name: 'What changes' }));
    expect(changes.getByText('Message:').parentElement?.textContent).toBe('Message: LOVE → LOVES');
    expect(changes.getByText('Total:').parentElement?.textContent).toBe('Total: $150.00 → $175.00');
    expect(new Set(shown.bodies.map((body) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify({ message: 'LOVES' })]),
    );
    await user.click(form.getByLabelText('Email Jane Miller about the changes'));
    await user.click(form.getByLabelText('Ask them to agree to the change'));
    // The email changed, so the old preview is hidden.
    expect(form.queryByTitle('Preview: Changed: LOVES')).toBeNull();
    const sent = answer('patch', '/api/bookings/7', details({ message: 'LOVES' }));
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(sent.bodies).toEqual([
        { message: 'LOVES', notify: true, askAgreement: true, expectedRevision: 1 },
      ]),
    );
  });

  it('shows server errors at their fields and keeps all input', async () => {
    const { user, form } = await openEdit();
    await enterInto(user, form.getByLabelText('Team Notes (Optional)'), 'VIP');
    const fields = { customerEmail: 'Please enter a valid email address' };
    refuse('patch', '/api/bookings/7', fields);
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await form.findByText(fields.customerEmail)).toBeTruthy();
    expect(form.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Email')));
    expect((form.getByLabelText('Team Notes (Optional)') as HTMLTextAreaElement).value).toBe('VIP');
  });

  it('requires a reason if letters are short', async () => {
    const { user, form } = await openEdit();
    answer(
      'post',
      '/api/estimate',
      estimate({
        available: false,
        shortages: letterGone.shortages,
        alternatives: [
          {
            kind: 'size',
            size: '2ft',
            sizeLabel: '2ft',
            deliveryDate: '2027-06-01',
            pickupDate: '2027-06-02',
            total: 110,
          },
        ],
      }),
    );
    await enterInto(user, await form.findByLabelText('Message'), 'E');
    const reason = await form.findByLabelText('Where will the missing letters come from?');
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(form.getByText('Enter a reason, for example: borrowed from a colleague')).toBeTruthy();
    await enterInto(user, reason, 'Borrowed');
    const sent = answer(
      'patch',
      '/api/bookings/7',
      details({ message: 'LOVEE', overbookReason: 'Borrowed' }),
    );
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(sent.bodies).toMatchObject([{ message: 'LOVEE', overbookReason: 'Borrowed' }]),
    );
  });

  it('warns before overwriting a concurrent change', async () => {
    const { user, form } = await openEdit();
    await enterInto(user, form.getByLabelText('Team Notes (Optional)'), 'Ramp');
    fail('patch', '/api/bookings/7', 409, 'This booking has changed since you opened it.', {
      code: 'changed_meanwhile',
      revision: 4,
    });
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await form.findByText(/^Save again to apply your changes on top of theirs/)).toBeTruthy();
    expect(form.getByRole('button', { name: 'Reload Booking' })).toBeTruthy();
    expect(form.getByLabelText('Team Notes (Optional)')).toHaveProperty('value', 'Ramp');
    const sent = answer('patch', '/api/bookings/7', details({ operatorNotes: 'Ramp', revision: 5 }));
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(sent.bodies).toEqual([{ operatorNotes: 'Ramp', expectedRevision: 4 }]));
  });

  it('reloads a booking that was changed meanwhile', async () => {
    const { user, form } = await openEdit();
    await enterInto(user, form.getByLabelText('Team Notes (Optional)'), 'Ramp');
    const message = 'This booking has changed since you opened it.';
    fail('patch', '/api/bookings/7', 409, message, { code: 'changed_meanwhile', revision: 4 });
    answer('get', '/api/bookings/7', details({ operatorNotes: 'Theirs', revision: 4 }));
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    const again = await screen.findByRole('button', { name: 'Reload Booking' });
    await waitFor(() => expect(again).toHaveProperty('disabled', false));
    await user.click(again);
    await waitFor(() =>
      expect(screen.getByLabelText('Team Notes (Optional)')).toHaveProperty('value', 'Theirs'),
    );
  });

  it('locks the rental of a completed booking', async () => {
    const { form } = await openEdit(details({ status: 'completed' }));
    expect(
      form.getByText("You can't change the letters, dates, venue, or price of a completed booking."),
    ).toBeTruthy();
    expect(form.queryByLabelText('Message')).toBeNull();
  });

  it('asks before discarding changes', async () => {
    const { user, form } = await openEdit();
    await enterInto(user, form.getByLabelText('Notes (Optional)'), '!');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep Editing' }));
    expect((form.getByLabelText('Notes (Optional)') as HTMLTextAreaElement).value).toContain('!');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Booking #3' })).toBeNull());
  });

  it('folds its sections to their values, keeps what is typed, and opens the section with an error', async () => {
    const { user, form } = await openEdit(
      details({ deliveryTimeGiven: true, deliveryDate: '2027-06-01T15:30:00-04:00' }),
    );
    const summary = await form.findByText('When');
    const section = summary.closest('details');
    expect(section?.open).toBe(false);
    expect(summary.parentElement?.textContent).toBe('WhenTue, Jun 1, 2027, 3:30 PM, pickup Wed, Jun 2, 2027');
    await user.click(summary);
    const time = form.getByLabelText('Delivery Time');
    await waitFor(() => expect(document.activeElement).toBe(time));
    await user.clear(time);
    await user.type(time, '4:30');
    await user.click(summary);
    await waitFor(() => expect(section?.open).toBe(false));
    expect(summary.parentElement?.textContent).toContain('Tue, Jun 1, 2027, 4:30 PM');
    expect(time).toHaveProperty('value', '4:30 PM');

    await enterInto(user, form.getByLabelText('Pickup Time'), '25');
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(section?.open).toBe(true));
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Pickup Time')));
  });

  it('opens at the delivery time from the details, so that another time takes two taps', async () => {
    const timed = details({ deliveryDate: '2027-06-01T15:30:00-04:00', deliveryTimeGiven: true });
    const { user, dialog } = await openDetails(timed);
    offerAnswered({});
    answer('post', '/api/estimate', estimate());
    answer('post', '/api/bookings/7/edit-preview', editPreview());
    await user.click(dialog.getByRole('button', { name: /^Change Delivery/ }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Booking #3' }));
    const time = await form.findByLabelText('Delivery Time');
    await waitFor(() => expect(document.activeElement).toBe(time));
    await user.keyboard('4:30');
    const sent = answer('patch', '/api/bookings/7', details());
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(sent.bodies).toEqual([{ deliveryDate: '2027-06-01T16:30', expectedRevision: 1 }]),
    );
  });
});

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { letterGone, openEdit } from '@/testing/booking-dialog';
import { details, estimate } from '@/testing/bookings';
import { ada, answer, fail, refuse } from '@/testing/server';
import { retype } from '@/testing/typing';

describe('editing a booking', () => {
  it('sends what was changed and shows it', async () => {
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

  it('changes damage waiver and tip, which are in the price at once', async () => {
    const found = details();
    const { user, form, asked } = await openEdit(
      { ...found, breakdown: { ...found.breakdown, damageWaiver: 15, tip: 5 } },
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

  it('shows and reads times by the clock of the business', async () => {
    const timed = details({ deliveryDate: '2027-06-01T14:30:00-04:00', deliveryTimeGiven: true });
    const { user, form } = await openEdit(timed, {}, { ...ada, timeFormat: '24h' });
    const delivery = await form.findByLabelText('Delivery Time');
    expect(delivery).toHaveProperty('value', '14:30');
    await retype(user, delivery, '930');
    await user.type(form.getByLabelText('Pickup Time'), '25');
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
    await user.selectOptions(await form.findByLabelText('Venue'), 'Another place');
    expect(form.getByLabelText('Postal Code')).toBeTruthy();
    expect(form.getByLabelText('Region')).toBeTruthy();
  });

  it('notifies the customer only when that is chosen, after a preview', async () => {
    const { user, form } = await openEdit();
    expect(form.queryByText('Notify the customer?')).toBeNull();
    await user.type(await form.findByLabelText('Message'), 'S');
    const shown = answer('post', '/api/bookings/7/edit-preview', {
      to: 'jane@example.com',
      subject: 'Changed: LOVES',
      fromName: 'Bright Nights',
      text: 'Message was: LOVE',
      html: '<html><head></head><body>Message was: LOVE</body></html>',
      totalBefore: 150,
      totalAfter: 175,
      mailServer: true,
    });
    await user.click(form.getByRole('button', { name: 'Preview Email' }));
    expect(await form.findByTitle('Preview: Changed: LOVES')).toBeTruthy();
    expect(shown.bodies).toEqual([{ message: 'LOVES' }]);
    await user.click(form.getByLabelText('Email Jane Miller what has changed'));
    await user.click(form.getByLabelText('Ask them to agree to the change'));
    // The email is another one now, so the preview is not shown for it.
    expect(form.queryByTitle('Preview: Changed: LOVES')).toBeNull();
    const sent = answer('patch', '/api/bookings/7', details({ message: 'LOVES' }));
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(sent.bodies).toEqual([
        { message: 'LOVES', notify: true, askAgreement: true, expectedRevision: 1 },
      ]),
    );
  });

  it("puts the server's sentences at their fields, and loses nothing", async () => {
    const { user, form } = await openEdit();
    await user.type(form.getByLabelText('Your Notes (Optional)'), 'VIP');
    const fields = { customerEmail: 'Please enter a valid email address' };
    refuse('patch', '/api/bookings/7', fields);
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await form.findByText(fields.customerEmail)).toBeTruthy();
    expect(form.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Email')));
    expect((form.getByLabelText('Your Notes (Optional)') as HTMLTextAreaElement).value).toBe('VIP');
  });

  it('needs a reason for letters that are short', async () => {
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
    await user.type(await form.findByLabelText('Message'), 'E');
    const reason = await form.findByLabelText('Where do the missing letters come from?');
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(form.getByText('State a reason, for example: borrowed from a colleague')).toBeTruthy();
    await user.type(reason, 'Borrowed');
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

  it('does not overwrite unseen what somebody else changed meanwhile', async () => {
    const { user, form } = await openEdit();
    await user.type(form.getByLabelText('Your Notes (Optional)'), 'Ramp');
    fail('patch', '/api/bookings/7', 409, 'This booking has been changed since you opened it.', {
      code: 'changed_meanwhile',
      revision: 4,
    });
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await form.findByText(/^Save again to put your changes on top of theirs/)).toBeTruthy();
    expect(form.getByRole('button', { name: 'Load It Again' })).toBeTruthy();
    expect(form.getByLabelText('Your Notes (Optional)')).toHaveProperty('value', 'Ramp');
    const sent = answer('patch', '/api/bookings/7', details({ operatorNotes: 'Ramp', revision: 5 }));
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(sent.bodies).toEqual([{ operatorNotes: 'Ramp', expectedRevision: 4 }]));
  });

  it('loads the booking again that somebody else has changed', async () => {
    const { user, form } = await openEdit();
    await user.type(form.getByLabelText('Your Notes (Optional)'), 'Ramp');
    const message = 'This booking has been changed since you opened it.';
    fail('patch', '/api/bookings/7', 409, message, { code: 'changed_meanwhile', revision: 4 });
    answer('get', '/api/bookings/7', details({ operatorNotes: 'Theirs', revision: 4 }));
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    const again = await screen.findByRole('button', { name: 'Load It Again' });
    await waitFor(() => expect(again).toHaveProperty('disabled', false));
    await user.click(again);
    await waitFor(() =>
      expect(screen.getByLabelText('Your Notes (Optional)')).toHaveProperty('value', 'Theirs'),
    );
  });

  it('leaves the rental of a completed booking alone', async () => {
    const { form } = await openEdit(details({ status: 'completed' }));
    expect(form.getByText('A completed booking keeps its letters, dates, venue and price.')).toBeTruthy();
    expect(form.queryByLabelText('Message')).toBeNull();
  });

  it('asks before changes are thrown away', async () => {
    const { user, form } = await openEdit();
    await user.type(form.getByLabelText('Notes (Optional)'), '!');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep Editing' }));
    expect((form.getByLabelText('Notes (Optional)') as HTMLTextAreaElement).value).toContain('!');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Booking #3' })).toBeNull());
  });
});

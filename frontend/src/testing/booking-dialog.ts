/** A booking's dialogs, opened by URL. */
import { screen, within } from '@testing-library/react';
import type { components } from '@/api/schema';
import type { BookingDetails } from '@/api/types';
import { booking, details, estimate, offerAnswered } from './bookings';
import { open } from './render';
import { sample } from './sample';
import { ada, answer, signIn, venue } from './server';

/** Open a booking's details and wait until they are complete. */
export async function openDetails(response: BookingDetails, who = ada) {
  signIn(who);
  answer('get', '/api/bookings', { items: [booking(response)], nextCursor: null });
  answer('get', '/api/venues', [venue()]);
  answer('get', `/api/bookings/${response.id}`, response);
  const page = open(`/bookings?id=${response.id}`);
  const element = await screen.findByRole('dialog', { name: `Booking #${response.number}` });
  const dialog = within(element);
  await dialog.findByText('History');
  return { ...page, dialog };
}

/** The preview of an edit that changes nothing. */
export const editPreview = sample<components['schemas']['EditPreviewOut']>({
  changed: [],
  to: null,
  subject: null,
  fromName: null,
  text: null,
  html: null,
  totalBefore: 150,
  totalAfter: 150,
  mailServer: true,
});

/** Open a booking's edit form from its details. */
export async function openEdit(
  found = details(),
  terms: Parameters<typeof offerAnswered>[0] = {},
  who = ada,
) {
  const page = await openDetails(found, who);
  offerAnswered(terms);
  const estimates = answer('post', '/api/estimate', estimate());
  answer('post', `/api/bookings/${found.id}/edit-preview`, editPreview());
  await page.user.click(page.dialog.getByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog', { name: `Edit Booking #${found.number}` }));
  await form.findByLabelText('Customer Name');
  return { ...page, form, asked: estimates };
}

/** Response to a change for which letters are missing. */
export const letterGone = {
  message: 'No E is available on June 1, 2027.',
  code: 'not_enough_letters',
  shortages: [{ letter: 'E', needed: 1, day: '2027-06-01', free: 0 }],
};

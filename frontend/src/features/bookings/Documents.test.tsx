import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { InvoiceState } from '@/api/documents';
import { booking, details } from '@/testing/bookings';
import { open } from '@/testing/render';
import { answer, fail, NO_INVOICE, signIn } from '@/testing/server';

const WAITING = { state: 'waiting', until: '2026-11-22T00:00:00-05:00' } as const;
const WAITS = /^The email will be sent on Nov 22, 2026 12:00 AM\./;
const INVOICE = '/api/bookings/:id/invoice';
const issued: InvoiceState = {
  ...NO_INVOICE,
  number: 'INV-2027-0001',
  kind: 'invoice',
  issuedAt: '2027-05-01T12:00:00-04:00',
};

function openBooking(status: 'pending' | 'confirmed' | 'canceled', invoice: InvoiceState = NO_INVOICE) {
  signIn();
  const shown = booking({ id: 5, status });
  answer('get', '/api/bookings/:id', details({ ...shown, history: [] }));
  answer('get', INVOICE, { ...invoice });
  return open('/bookings?id=5');
}

const documents = async () => within(await screen.findByRole('region', { name: 'Documents' }));

it('a confirmed booking has a confirmation, and an invoice after creating one', async () => {
  const { user } = openBooking('confirmed');
  const region = await documents();
  expect((await region.findByRole('link', { name: 'Confirmation PDF' })).getAttribute('href')).toBe(
    '/api/bookings/5/confirmation.pdf',
  );
  expect(region.queryByRole('link', { name: 'Invoice PDF' })).toBeNull();
  const sent = answer('post', INVOICE, issued, 201);
  await user.click(region.getByRole('button', { name: 'Create Invoice' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(sent.bodies).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Create Invoice' }));
  expect((await region.findByRole('link', { name: 'Invoice PDF' })).getAttribute('href')).toBe(
    '/api/bookings/5/invoice.pdf',
  );
  expect(region.getByText('Invoice INV-2027-0001, issued May 1, 2027')).toBeTruthy();
});

it('an invoice with complete details can be downloaded as an e-invoice', async () => {
  openBooking('confirmed', { ...issued, electronic: true });
  const region = await documents();
  const link = await region.findByRole('link', { name: 'E-Invoice (XML)' });
  expect(link.getAttribute('href')).toBe('/api/bookings/5/invoice.xml?format=cii');
  expect(region.getByRole('link', { name: 'E-Invoice (UBL)' }).getAttribute('href')).toBe(
    '/api/bookings/5/invoice.xml?format=ubl',
  );
});

it('an error stays in its dialog', async () => {
  const { user } = openBooking('confirmed');
  fail('post', INVOICE, 409, 'This booking is still a request.', { code: 'not_confirmed' });
  await user.click(await (await documents()).findByRole('button', { name: 'Create Invoice' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Create Invoice' }));
  expect(await dialog.findByText('This booking is still a request.')).toBeTruthy();
});

it('an invoice email on hold names the day it will be sent', async () => {
  const { user } = openBooking('confirmed', issued);
  await user.click(await (await documents()).findByRole('button', { name: 'Email Invoice' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Email the Invoice' }));
  answer('post', `${INVOICE}/send`, { ...issued, email: WAITING }, 202);
  await user.click(dialog.getByRole('button', { name: 'Send Invoice' }));
  const outcome = await dialog.findByText(WAITS);
  expect(outcome.textContent).toContain('Download the invoice and send it yourself.');
});

it('a pending request has no documents', async () => {
  openBooking('pending');
  const region = await documents();
  expect(await region.findByText(/once you confirm this booking/)).toBeTruthy();
  expect(region.queryByRole('link')).toBeNull();
});

it('a canceled booking keeps its invoice', async () => {
  openBooking('canceled', issued);
  const region = await documents();
  expect(await region.findByRole('link', { name: 'Invoice PDF' })).toBeTruthy();
  expect(region.queryByRole('link', { name: 'Confirmation PDF' })).toBeNull();
  expect(region.queryByRole('button', { name: 'Create Invoice' })).toBeNull();
});

it("hides documents from users who can't see money", async () => {
  openBooking('confirmed');
  fail('get', INVOICE, 403, 'No');
  await screen.findByRole('region', { name: 'Payment' });
  expect(screen.queryByRole('region', { name: 'Documents' })).toBeNull();
});

it('an outdated invoice can be replaced and stays readable', async () => {
  const { user } = openBooking('confirmed', { ...issued, outdated: true });
  const region = await documents();
  expect(await region.findByText('The booking has changed since this invoice')).toBeTruthy();
  await user.click(region.getByRole('button', { name: 'Replace' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Replace the invoice?' }));
  fail('post', `${INVOICE}/replace`, 409, 'Nothing to replace.', { code: 'invoice_right' });
  await user.click(dialog.getByRole('button', { name: 'Replace' }));
  expect(await dialog.findByText('Nothing to replace.')).toBeTruthy();
  const sent = answer(
    'post',
    `${INVOICE}/replace`,
    { ...issued, number: 'INV-2027-0002', replaced: [issued], email: WAITING },
    201,
  );
  await user.click(dialog.getByRole('button', { name: 'Replace' }));
  expect(await region.findByText(/Invoice INV-2027-0002, issued/)).toBeTruthy();
  expect(sent.bodies).toEqual([{ send: true }]);
  expect(await screen.findByText(WAITS)).toBeTruthy();
  expect(region.getByRole('link', { name: 'Invoice INV-2027-0001' }).getAttribute('href')).toBe(
    '/api/bookings/5/invoices/INV-2027-0001.pdf',
  );
});

import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PricedDetails } from '@/api/types';
import { details } from '@/testing/bookings';
import { open } from '@/testing/render';
import { answer, signIn } from '@/testing/server';
import { enterInto } from '@/testing/typing';

function openTaxed(change: Partial<PricedDetails>, price: Partial<PricedDetails['breakdown']>) {
  signIn();
  const response = details({ id: 5, status: 'confirmed', history: [], ...change });
  if (!('breakdown' in response)) throw new Error('A priced booking was expected');
  const booking = { ...response, breakdown: { ...response.breakdown, ...price } };
  answer('get', '/api/bookings/:id', booking);
  return { ...open('/bookings?id=5'), booking };
}

const section = async () => within(await screen.findByRole('region', { name: 'Payment' }));

it('shows that tax is undetermined, and calculates it on request', async () => {
  const { user, booking } = openTaxed({ taxPercent: 0 }, { taxToConfirm: true });
  const region = await section();
  expect(await region.findByText('Sales tax not determined')).toBeTruthy();
  expect(region.getByText('Added once we check your address')).toBeTruthy();
  const still = answer('patch', '/api/bookings/:id', booking);
  await user.click(region.getByRole('button', { name: 'Calculate Tax' }));
  expect(await region.findByText('None of your places includes this address yet.')).toBeTruthy();
  expect(still.bodies).toEqual([{}]);
});

it('exempts a booking with a certificate, and shows the certificate', async () => {
  const { user, booking } = openTaxed({ taxPercent: 8.875, taxPlace: 'New York, NY' }, { tax: 17.75 });
  const region = await section();
  expect(await region.findByText('8.875%, New York, NY')).toBeTruthy();
  await user.click(region.getByRole('button', { name: 'Exempt' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sales Tax Exemption' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Enter the certificate number')).toBeTruthy();
  await enterInto(user, dialog.getByLabelText('Certificate Number'), 'EX-7');
  await enterInto(user, dialog.getByLabelText('Valid Through (Optional)'), '06/30/2027');
  const sent = answer('patch', '/api/bookings/:id', booking);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Sales tax removed')).toBeTruthy();
  expect(sent.bodies).toEqual([{ taxExempt: { certificate: 'EX-7', expiresOn: '2027-06-30' } }]);
});

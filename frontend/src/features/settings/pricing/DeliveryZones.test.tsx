import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { DeliveryZones } from '@/api/price-list';
import { faults, open } from '@/testing/render';
import { answer, refuse, signIn } from '@/testing/server';
import { priceList } from '@/testing/settings';
import { enterInto, retype } from '@/testing/typing';

const downtown = {
  name: 'Downtown',
  zipCodes: ['78701-78705'],
  fee: 20,
  minimumOrder: null,
  freeAbove: null,
  quoteOnly: false,
};

function openZones(zones: DeliveryZones) {
  signIn();
  answer('get', '/api/delivery-zones', zones);
  return open('/settings?tab=zones');
}

describe('delivery zones', () => {
  it('are listed in order, and edited in a dialog', async () => {
    const { user } = openZones({ zones: [downtown], other: { fee: 60 } });
    expect(await screen.findByText('78701-78705')).toBeTruthy();
    expect(screen.getByText('$60.00')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Edit Zones' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delivery Zones' }));
    await user.click(dialog.getByRole('button', { name: 'Add Zone' }));
    const zone = within(dialog.getByRole('group', { name: 'Zone 2' }));
    await user.click(dialog.getByRole('button', { name: 'Save Zones' }));
    expect(await zone.findByText('Enter a name')).toBeTruthy();
    expect(zone.getByText('Enter at least one code')).toBeTruthy();
    await enterInto(user, zone.getByLabelText('Name'), 'Austin');
    await enterInto(user, zone.getByLabelText('ZIP Codes'), '787, 78610 - 78620');
    await enterInto(user, zone.getByLabelText('Fee'), '45.5');
    await enterInto(user, zone.getByLabelText('Free Delivery Threshold'), '600');
    await user.click(zone.getByRole('button', { name: 'Move zone 2 up' }));
    await user.click(dialog.getByRole('checkbox', { name: /^By quote: you confirm/ }));
    const austin = {
      name: 'Austin',
      zipCodes: ['787', '78610-78620'],
      fee: 45.5,
      minimumOrder: null,
      freeAbove: 600,
      quoteOnly: false,
    };
    const sent = answer('put', '/api/delivery-zones', { zones: [austin, downtown], other: null });
    await user.click(dialog.getByRole('button', { name: 'Save Zones' }));
    expect(await screen.findByText('Delivery zones saved')).toBeTruthy();
    expect(sent.bodies).toEqual([{ zones: [austin, downtown], other: null }]);
    expect(await screen.findByText('787, 78610-78620')).toBeTruthy();
    expect(screen.getByText('Free delivery on orders of $600.00 or more')).toBeTruthy();
  });

  it('show server errors at their fields, and keep the input', async () => {
    const { user } = openZones({ zones: [downtown], other: null });
    await user.click(await screen.findByRole('button', { name: 'Edit Zones' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delivery Zones' }));
    const codes = dialog.getByLabelText('ZIP Codes');
    await retype(user, codes, '78799-78701');
    refuse('put', '/api/delivery-zones', { 'zones[0].zipCodes[0]': 'This range ends before it begins' });
    await user.click(dialog.getByRole('button', { name: 'Save Zones' }));
    expect(await dialog.findByText('This range ends before it begins')).toBeTruthy();
    expect(codes).toHaveProperty('value', '78799-78701');
  });

  it('have a fee for all places beside them', async () => {
    const { user } = openZones({ zones: [], other: null });
    await retype(user, await screen.findByLabelText('Fee'), '-3');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText("Prices can't be negative")).toBeTruthy();
    await retype(user, screen.getByLabelText('Fee'), '35');
    const sent = answer('patch', '/api/price-list', priceList({ deliveryFee: 35 }));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Prices saved')).toBeTruthy();
    expect(sent.bodies).toEqual([{ deliveryFee: 35 }]);
  });

  it('are accessible to screen readers', async () => {
    openZones({ zones: [downtown], other: null });
    await screen.findByText('78701-78705');
    expect(await faults()).toEqual([]);
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { open } from '@/testing/render';
import { ada, answer, dashboard, refuse, signIn } from '@/testing/server';
import { priceList } from '@/testing/settings';
import { retype } from '@/testing/typing';

const example = {
  message: 'LOVE',
  size: '4ft',
  day: '2026-12-05',
  addOns: ['LED Lighting'],
  difficulty: 'Moderate',
  breakdown: {
    basePrice: 100,
    surcharge: 25,
    deposit: 50,
    addons: 25,
    colorCost: 0,
    total: 150,
    letterCount: 4,
    pricePerLetter: 25,
    days: 1,
  },
};

async function openDialog(prices = priceList(), who = ada) {
  signIn(who);
  answer('get', '/api/dashboard', dashboard());
  answer('get', '/api/price-list/charges', { prices, usual: priceList(), others: ['damageWaiver'] });
  const priced = answer('post', '/api/price-list/example', example);
  const { user } = open('/dashboard');
  await user.click(await screen.findByRole('button', { name: 'Review Charges' }));
  return { user, priced, dialog: within(await screen.findByRole('dialog')) };
}

describe('what a customer is charged', () => {
  it('shows every charge with its amount, and an example priced by the server', async () => {
    const { dialog } = await openDialog();
    const amounts = {
      '4ft Letter': '25',
      'Premium Color: amount': '20',
      'LED Lighting: amount': '25',
      'Moderate Venue: amount': '25',
      'Deposit at an Unverified Venue: amount': '50',
    };
    for (const [label, amount] of Object.entries(amounts)) {
      expect(dialog.getByLabelText(label)).toHaveProperty('value', amount);
    }
    expect(dialog.getByLabelText('Delivery Fee').getAttribute('aria-checked')).toBe('false');
    expect(await dialog.findByText('$150.00')).toBeTruthy();
    expect(dialog.getByText(/LOVE in 4ft with LED Lighting on Sat, Dec 5, 2026, one day/)).toBeTruthy();
    expect(dialog.getByText('Set in Settings: the damage waiver.')).toBeTruthy();
  });

  it('names the tax of the country', async () => {
    const { dialog } = await openDialog(priceList(), { ...ada, country: 'DE' });
    expect(dialog.getByLabelText('VAT')).toBeTruthy();
    expect(dialog.queryByText('Sales Tax')).toBeNull();
  });

  it('turns everything but letters off with one button, and saves all of it at once', async () => {
    const { user, priced, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Charge Only for Letters' }));
    await user.click(dialog.getByLabelText('LED Lighting'));
    await retype(user, dialog.getByLabelText('LED Lighting: amount'), '12.50');
    await waitFor(() => expect(priced.bodies.at(-1)).toMatchObject({ addOns: [{ price: 12.5 }] }));
    const sent = answer('patch', '/api/price-list', priceList());
    await user.click(dialog.getByRole('button', { name: 'Save Prices' }));
    expect(await screen.findByText('Prices saved')).toBeTruthy();
    expect(sent.bodies).toMatchObject([
      {
        sizes: [
          { code: '2ft', price: 15 },
          { code: '4ft', price: 25 },
        ],
        colors: [{ code: 'standard' }],
        addOns: [{ code: 'lighting', price: 12.5 }],
        difficulties: [{ price: 0 }, { price: 0 }, { price: 0 }, { price: 0 }],
        unverifiedVenueDeposit: 0,
        deliveryFee: 0,
        depositPercent: 0,
      },
    ]);
    expect(priced.bodies.at(-1)).toEqual(sent.bodies[0]);
  });

  it('offers a charge that is off with its usual amount', async () => {
    const [standard] = priceList().colors;
    const { user, dialog } = await openDialog(priceList({ colors: standard ? [standard] : [] }));
    expect(dialog.queryByLabelText('Premium Color: amount')).toBeNull();
    await user.click(dialog.getByLabelText('Premium Color'));
    expect(dialog.getByLabelText('Premium Color: amount')).toHaveProperty('value', '20');
  });

  it('asks for the amount of a charge that has none, and shows rejections', async () => {
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByLabelText('Sales Tax'));
    await user.click(dialog.getByRole('button', { name: 'Save Prices' }));
    expect(await dialog.findByText('Enter a percentage from 0 to 100')).toBeTruthy();
    await retype(user, dialog.getByLabelText('Sales Tax: percentage'), '19');
    refuse('patch', '/api/price-list', { sizes: 'The price list needs at least one size' });
    await user.click(dialog.getByRole('button', { name: 'Save Prices' }));
    expect(await dialog.findByText(/The price list needs at least one size/)).toBeTruthy();
    expect(dialog.getByLabelText('Sales Tax: percentage')).toHaveProperty('value', '19');
  });
});

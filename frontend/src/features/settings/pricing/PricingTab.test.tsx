import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { conflictingBooking } from '@/testing/conflicts';
import { faults, loadAgain, open } from '@/testing/render';
import { ada, answer, fail, refuse, signIn, venue } from '@/testing/server';
import { bookingRules, priceList } from '@/testing/settings';
import { enterInto, retype } from '@/testing/typing';

function breakdown(total: number, deposit = 0) {
  return {
    basePrice: 450,
    surcharge: 25,
    deposit,
    addons: 0,
    colorCost: 0,
    total,
    letterCount: 9,
    pricePerLetter: 25,
    days: 2,
  };
}

function openPricing({
  user: person = ada,
  total = 475,
  maxRentalDays = 90,
  venues = [venue({ difficulty: 'moderate' })],
} = {}) {
  signIn(person);
  answer('get', '/api/booking-rules', bookingRules({ maxRentalDays }));
  answer('get', '/api/venues', venues);
  const estimates = answer('post', '/api/estimate', { breakdown: breakdown(total), letters: [] });
  return { ...open('/settings?tab=pricing'), estimates };
}

async function typeInto(user: ReturnType<typeof openPricing>['user'], label: string, text: string) {
  const field = await screen.findByLabelText(label);
  await retype(user, field, text);
  return field;
}

describe('pricing', () => {
  it('shows the price list, and an example priced by the server', async () => {
    const { estimates } = openPricing();
    expect(await screen.findByLabelText('Price of size 2')).toHaveProperty('value', '25');
    expect(screen.getByLabelText('Very Difficult')).toHaveProperty('value', '100');
    expect(screen.getByLabelText('Name of color 2')).toHaveProperty('value', 'Premium');
    expect(screen.getByLabelText('Price of add-on 1')).toHaveProperty('value', '25');
    expect(screen.getByRole('radio', { name: 'Per day' })).toHaveProperty('checked', true);
    expect(await screen.findByText('$475.00')).toBeTruthy();
    expect(screen.getByText('HAPPY 30TH in 4ft for 2 days at The Foundry, a moderate venue.')).toBeTruthy();
    const request = estimates.bodies[0] as Record<string, string>;
    expect(request).toMatchObject({ message: 'HAPPY 30TH', size: '4ft', venueId: 1 });
    expect(Date.parse(request.pickupDate ?? '') - Date.parse(request.deliveryDate ?? '')).toBe(
      2 * 86_400_000,
    );
  });

  it("suggests the installation's surcharge while none is set", async () => {
    const { user } = openPricing();
    await user.click(await screen.findByRole('button', { name: 'Use 15%' }));
    expect(screen.getByLabelText('Surcharge Percentage')).toHaveProperty('value', '15');
    expect(screen.queryByRole('button', { name: 'Use 15%' })).toBeNull();
  });

  it('requests a valid example, even without a moderate venue', async () => {
    const { estimates } = openPricing({ maxRentalDays: 1, venues: [venue({ difficulty: 'easy' })] });
    expect(await screen.findByText('HAPPY 30TH in 4ft for 1 day without a venue.')).toBeTruthy();
    await waitFor(() => expect(estimates.bodies).toHaveLength(1));
    expect(estimates.bodies[0]).not.toHaveProperty('venueId');
  });

  it('sends only changes, and reprices the example', async () => {
    const { user } = openPricing();
    await screen.findByText('$475.00');
    await typeInto(user, 'Price of size 2', '27.5');
    await user.click(screen.getByRole('radio', { name: 'Per event' }));
    await typeInto(user, 'Surcharge Percentage', '8.25');
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    expect(screen.getByText(/Save your changes to update this example/)).toBeTruthy();
    const sizes = [
      { code: '2ft', label: '2ft', price: 15, heightInches: 24 },
      { code: '4ft', label: '4ft', price: 27.5, heightInches: 48 },
    ];
    const sent = answer(
      'patch',
      '/api/price-list',
      priceList({
        sizes,
        charge: 'event',
        venueSurchargePercent: 8.25,
      }),
    );
    answer('post', '/api/estimate', { breakdown: breakdown(294.98), letters: [] });
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Prices saved')).toBeTruthy();
    expect(sent.bodies).toEqual([{ sizes, charge: 'event', venueSurchargePercent: 8.25 }]);
    expect(await screen.findByText('$294.98')).toBeTruthy();
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('adds, renames and removes customer options', async () => {
    const { user } = openPricing();
    await user.click(await screen.findByRole('button', { name: 'Add Color' }));
    await enterInto(user, screen.getByLabelText('Name of color 4'), 'Rose Gold');
    await typeInto(user, 'Price of color 4', '40');
    fireEvent.change(screen.getByLabelText('Swatch of color 4, none chosen'), {
      target: { value: '#b76e79' },
    });
    await user.click(screen.getByRole('button', { name: 'Remove add-on 2' }));
    await user.click(screen.getByRole('checkbox', { name: 'add-on 1 is a floor stand' }));
    expect(screen.queryByRole('button', { name: 'Remove color 1' })).toBeNull();
    const sent = answer('patch', '/api/price-list', priceList());
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await screen.findByText('Prices saved');
    expect(sent.bodies).toEqual([
      {
        colors: [
          ...priceList().colors,
          { code: 'rose-gold', label: 'Rose Gold', price: 40, swatch: '#b76e79' },
        ],
        addOns: [{ code: 'lighting', label: 'LED Lighting', price: 25, isStand: true }],
      },
    ]);
  });

  it('adds a size and a finish, with codes derived from their names', async () => {
    const { user } = openPricing();
    await user.click(await screen.findByRole('button', { name: 'Add Size' }));
    await enterInto(user, screen.getByLabelText('Name of size 3'), '3 ft');
    await typeInto(user, 'Price of size 3', '20');
    expect(screen.getByLabelText('Height of size 3 in inches')).toHaveProperty('value', '36');
    await user.click(screen.getByRole('button', { name: 'Add Finish' }));
    await enterInto(user, screen.getByLabelText('Name of finish 2'), 'Red Neon');
    await typeInto(user, 'Minimum Order', '150');
    const sent = answer('patch', '/api/price-list', priceList());
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await screen.findByText('Prices saved');
    expect(sent.bodies).toEqual([
      {
        sizes: [...priceList().sizes, { code: '3ft', label: '3 ft', price: 20, heightInches: 36 }],
        finishes: [...priceList().finishes, { code: 'red-neon', label: 'Red Neon' }],
        minimumOrder: 150,
      },
    ]);
  });

  it("accepts heights in the business's units", async () => {
    const { user } = openPricing({ user: { ...ada, measures: 'metric' } });
    await user.click(await screen.findByRole('button', { name: 'Add Size' }));
    expect(screen.getByLabelText('Height of size 2 in centimeters')).toHaveProperty('value', '121.92');
    await enterInto(user, screen.getByLabelText('Name of size 3'), '90 cm');
    await typeInto(user, 'Price of size 3', '20');
    expect(screen.getByLabelText('Height of size 3 in centimeters')).toHaveProperty('value', '90');
    const sent = answer('patch', '/api/price-list', priceList());
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await screen.findByText('Prices saved');
    expect(sent.bodies).toEqual([
      { sizes: [...priceList().sizes, { code: '90cm', label: '90 cm', price: 20, heightInches: 35.4331 }] },
    ]);
  });

  it('lists the bookings that prevent removing a size', async () => {
    const { user } = openPricing();
    await user.click(await screen.findByRole('button', { name: 'Remove size 1' }));
    const sentence = 'Upcoming bookings need 2ft. Change them first.';
    fail('patch', '/api/price-list', 409, sentence, {
      code: 'size_in_use',
      fields: { sizes: sentence },
      bookings: [conflictingBooking],
    });
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    const link = await screen.findByRole('link', { name: 'Booking #3: Jonah Weiss, Dec 5, 2026' });
    const list = within(screen.getByRole('group', { name: 'Sizes' }));
    expect(list.getByRole('alert').contains(link)).toBe(true);
    expect(list.getByText(sentence)).toBeTruthy();
  });

  it('validates fields before sending', async () => {
    const { user } = openPricing();
    await typeInto(user, 'Minimum Order', '-3');
    await typeInto(user, 'Surcharge Percentage', '101');
    await typeInto(user, 'Price of size 1', '1.005');
    await user.clear(screen.getByLabelText('Name of color 2'));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText("Prices can't be negative")).toBeTruthy();
    expect(screen.getByText('A percentage must be between 0 and 100')).toBeTruthy();
    expect(screen.getByText('Use at most two decimals')).toBeTruthy();
    expect(screen.getByText('Enter a name')).toBeTruthy();
    expect(screen.getByLabelText('Name of color 2').getAttribute('aria-invalid')).toBe('true');
  });

  it('shows server errors at their fields and keeps the input', async () => {
    const { user } = openPricing();
    const surcharge = await typeInto(user, 'Surcharge Percentage', '30');
    await typeInto(user, 'Name of color 2', 'Gold');
    refuse('patch', '/api/price-list', {
      venueSurchargePercent: 'This rate is too high.',
      colors: '“premium” stands there twice.',
    });
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('This rate is too high.')).toBeTruthy();
    expect(screen.getByText('“premium” stands there twice.')).toBeTruthy();
    expect(screen.getByText('Update failed')).toBeTruthy();
    expect(surcharge).toHaveProperty('value', '30');
    // A corrected list can be sent again.
    const sent = answer('patch', '/api/price-list', priceList({ venueSurchargePercent: 10 }));
    await typeInto(user, 'Surcharge Percentage', '10');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Prices saved')).toBeTruthy();
    expect(sent.bodies).toHaveLength(1);
  });

  it('warns before leaving unsaved prices, but not after saving', async () => {
    const { user, address } = openPricing();
    await typeInto(user, 'Price of size 2', '30');
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    await user.click(await screen.findByRole('button', { name: 'Keep Editing' }));
    expect(address()).toBe('/settings?tab=pricing');
    // The focus goes back to the tab, which must not count as choosing it again.
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Profile' })).toBe(document.activeElement));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByLabelText('Price of size 2')).toHaveProperty('value', '30');
    await user.click(screen.getByRole('link', { name: 'Venues' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(address()).toBe('/venues'));
  });

  it('does not warn after the changes were undone', async () => {
    const { user, address } = openPricing();
    await typeInto(user, 'Price of size 2', '30');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByLabelText('Price of size 2')).toHaveProperty('value', '25');
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    await waitFor(() => expect(address()).toBe('/settings?tab=profile'));
  });

  it('shows why prices or the example could not be loaded', async () => {
    signIn();
    fail('post', '/api/estimate', 429, 'Too many.', { code: 'too_many' });
    await loadAgain(
      '/settings?tab=pricing',
      '/api/price-list',
      priceList(),
      'Your prices could not be loaded',
    );
    expect(await screen.findByText('The example could not be loaded')).toBeTruthy();
    expect(screen.getByText('Too many.')).toBeTruthy();
  });

  it('is accessible to screen readers', async () => {
    openPricing();
    await screen.findByText('$475.00');
    expect(await faults()).toEqual([]);
  });
});

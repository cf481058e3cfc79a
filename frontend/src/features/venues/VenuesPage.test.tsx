import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { conflictingBooking } from '@/testing/conflicts';
import { open } from '@/testing/render';
import { ada, answer, fail, refuse, signIn, venue } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

async function openWith(...venues: ReturnType<typeof venue>[]) {
  signIn();
  answer('get', '/api/venues', venues);
  const page = open('/venues');
  await screen.findByRole('heading', { name: 'Venues - Manage your venue locations and delivery details' });
  return page;
}

describe('the venues screen', () => {
  it('shows how to start while there are no venues', async () => {
    await openWith();
    expect(await screen.findByText('No venues found')).toBeTruthy();
    expect(screen.getByText('Add your first venue to get started')).toBeTruthy();
  });

  it('opens the dialog for a new venue from a link, once', async () => {
    signIn();
    answer('get', '/api/venues', []);
    const { user, address } = open('/venues?new');
    expect(await screen.findByRole('dialog', { name: 'Add Venue' })).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/venues');
  });

  it('shows all known details and omits missing ones', async () => {
    await openWith(
      venue({ isQuickBook: true, isVerified: true, contactPhone: '+1 718 555', notes: '<b>Wind</b>' }),
      venue({ id: 2, name: 'Barn', difficulty: 'very_difficult', surchargeAmount: 0 }),
    );
    expect(await screen.findAllByText('42-38 9th St, Long Island City, NY 11101')).toHaveLength(2);
    expect(screen.getByText('$75.50')).toBeTruthy();
    expect(screen.getByText('Verified')).toBeTruthy();
    expect(screen.getByText('Quick Book')).toBeTruthy();
    expect(screen.getByText('Very Difficult')).toBeTruthy();
    expect(screen.getByText('<b>Wind</b>')).toBeTruthy();
    expect(screen.getByRole('link', { name: '+1 718 555' }).getAttribute('href')).toBe('tel:+1718555');
    expect(screen.getAllByText('Phone')).toHaveLength(1);
  });

  it('creates a venue: dollars become cents, empty text becomes null', async () => {
    const { user } = await openWith();
    await user.click((await screen.findAllByRole('button', { name: 'Add Venue' }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog'));
    for (const title of [
      'Basic Information',
      'Contact Information',
      'Venue Details',
      'Additional Information',
    ]) {
      expect(dialog.getByRole('heading', { name: title })).toBeTruthy();
    }
    const fields = {
      'Venue Name': ' The Foundry ',
      Address: '42-38 9th St',
      City: 'Long Island City',
      State: 'NY',
      'ZIP Code': '11101',
      'Surcharge Amount ($)': '19.99',
      'Wall Width (in)': '240',
      'Circuits (A)': '15, 20',
    };
    for (const [label, text] of Object.entries(fields)) {
      await retype(user, dialog.getByLabelText(label), text);
    }
    const sent = answer('post', '/api/venues', venue(), 201);
    answer('get', '/api/venues', [venue()]);
    await user.click(dialog.getByRole('button', { name: 'Create Venue' }));
    expect(await screen.findByText('Venue created')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'The Foundry' })).toBeTruthy();
    expect(sent.bodies).toMatchObject([
      {
        name: 'The Foundry',
        address: '42-38 9th St',
        city: 'Long Island City',
        state: 'NY',
        zipCode: '11101',
        contactName: null,
        contactEmail: null,
        contactPhone: null,
        difficulty: 'easy',
        surchargeAmount: 1999,
        isVerified: true,
        isQuickBook: false,
        loadInInstructions: null,
        parkingInstructions: null,
        notes: null,
        certificate: null,
        site: {
          wallWidthInches: 240,
          ceilingInches: null,
          doorWidthInches: null,
          volts: null,
          circuits: [15, 20],
          outletFeet: null,
          outdoors: false,
          windLimitMph: null,
        },
      },
    ]);
  });

  it('saves the certificate of insurance that a venue requires', async () => {
    const { user } = await openWith(venue());
    await user.click(await screen.findByRole('button', { name: 'Edit The Foundry' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByLabelText('Certificate Holder')).toBeNull();
    await user.click(dialog.getByRole('switch', { name: 'Required' }));
    await retype(user, await dialog.findByLabelText('Each Occurrence, at Least'), '1000000');
    await retype(user, dialog.getByLabelText('Certificate Holder'), 'The Foundry LLC');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText('Enter both limits, or leave both empty')).toBeTruthy();
    await retype(user, dialog.getByLabelText('Aggregate, at Least'), '2000000');
    const sent = answer('patch', '/api/venues/1', venue());
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Venue updated')).toBeTruthy();
    expect(sent.bodies).toMatchObject([
      {
        certificate: {
          required: true,
          limits: { eachOccurrence: 1_000_000, aggregate: 2_000_000 },
          holder: 'The Foundry LLC',
          additionalInsured: null,
        },
      },
    ]);
  });

  it('uses the business’s units for the site and stores inches and feet', async () => {
    signIn({ ...ada, measures: 'metric', currency: 'EUR', hasStates: false, usualVolts: 230 });
    const original = venue();
    const site = {
      wallWidthInches: 240,
      ceilingInches: null,
      doorWidthInches: null,
      volts: null,
      circuits: null,
    };
    answer('get', '/api/venues', [
      { ...original, site: { ...site, outletFeet: 50, outdoors: false, windLimitMph: 25 } },
    ]);
    const { user } = open('/venues');
    await user.click(await screen.findByRole('button', { name: 'Edit The Foundry' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Default: 230.')).toBeTruthy();
    expect(dialog.getByLabelText('Wall Width (cm)')).toHaveProperty('value', '609.6');
    expect(dialog.getByLabelText('Distance to Outlets (m)')).toHaveProperty('value', '15.24');
    expect(dialog.getByLabelText('Max. Wind (km/h)')).toHaveProperty('value', '40.23');
    expect(dialog.getByLabelText('Surcharge Amount (€)')).toBeTruthy();
    const save = dialog.getByRole('button', { name: 'Save Changes' });
    await user.clear(dialog.getByLabelText('Postal Code'));
    await user.click(save);
    expect(await dialog.findByText('Postal code is required')).toBeTruthy();
    await enterInto(user, dialog.getByLabelText('Postal Code'), '1000');
    await enterInto(user, dialog.getByLabelText('Ceiling (cm)'), '254');
    const sent = answer('patch', '/api/venues/:id', original);
    await user.click(save);
    expect(await screen.findByText('Venue updated')).toBeTruthy();
    expect(sent.bodies).toMatchObject([
      { site: { wallWidthInches: 240, ceilingInches: 100, doorWidthInches: null, outletFeet: 50 } },
    ]);
  });

  it('shows form and server errors and keeps the input', async () => {
    const { user } = await openWith(venue());
    await user.click(await screen.findByRole('button', { name: 'Edit The Foundry' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Surcharge Amount ($)')).toHaveProperty('value', '75.5');
    await retype(user, dialog.getByLabelText('Surcharge Amount ($)'), '-1');
    await enterInto(user, dialog.getByLabelText('Contact Email'), 'nobody');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText("Amount can't be negative")).toBeTruthy();
    expect(dialog.getByText('Please enter a valid email')).toBeTruthy();

    await retype(user, dialog.getByLabelText('Surcharge Amount ($)'), '5');
    await enterInto(user, dialog.getByLabelText('Contact Email'), '@x.com');
    refuse('patch', '/api/venues/1', { zipCode: 'No such ZIP' });
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Failed to update venue')).toBeTruthy();
    expect(dialog.getByText('No such ZIP')).toBeTruthy();
    expect(dialog.getByLabelText('Contact Email')).toHaveProperty('value', 'nobody@x.com');
  });

  it('asks before deleting and lists conflicting bookings', async () => {
    const { user } = await openWith(venue());
    const ask = vi.spyOn(window, 'confirm').mockReturnValue(false);
    await user.click(await screen.findByRole('button', { name: 'Delete The Foundry' }));
    expect(ask).toHaveBeenCalledWith('Are you sure you want to delete this venue?');

    ask.mockReturnValue(true);
    fail('delete', '/api/venues/1', 409, 'Upcoming bookings need The Foundry.', {
      bookings: [conflictingBooking],
    });
    await user.click(screen.getByRole('button', { name: 'Delete The Foundry' }));
    expect(await screen.findByText('Failed to delete venue')).toBeTruthy();
    expect(screen.getByText('Booking #3: Jonah Weiss, Dec 5, 2026')).toBeTruthy();

    answer('delete', '/api/venues/1', null, 204);
    answer('get', '/api/venues', []);
    await user.click(screen.getByRole('button', { name: 'Delete The Foundry' }));
    expect(await screen.findByText('Venue deleted')).toBeTruthy();
    await waitFor(() => expect(screen.getByText('No venues found')).toBeTruthy());
  });

  it('hides search for a few venues', async () => {
    await openWith(venue(), venue({ id: 2, name: 'Barn' }));
    expect(await screen.findByRole('heading', { name: 'Barn' })).toBeTruthy();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('searches and sorts many venues', async () => {
    const halls = Array.from({ length: 60 }, (_, index) =>
      venue({ id: index + 1, name: `Hall ${index + 1}`, city: index === 40 ? 'Albany' : 'Troy' }),
    );
    const { user } = await openWith(...halls);
    const names = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(await screen.findByText('60 venues')).toBeTruthy();
    expect(names()).toHaveLength(48);
    await user.click(screen.getByRole('button', { name: 'Show 12 More' }));
    expect(names()).toHaveLength(60);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit Hall 49');
    await user.selectOptions(screen.getByLabelText('Sort venues'), 'City');
    expect(names()[0]).toBe('Hall 41');
    await enterInto(user, screen.getByLabelText('Search venues'), 'albany 42-38');
    await waitFor(() => expect(names()).toEqual(['Hall 41']));
    expect(screen.getByText('1 of 60 venues')).toBeTruthy();
    await enterInto(user, screen.getByLabelText('Search venues'), 'x');
    expect(await screen.findByText('No venues match your search')).toBeTruthy();
    expect(screen.queryByText('No venues found')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear Search' }));
    await waitFor(() => expect(names()).toHaveLength(48));
  });

  it('shows a load error', async () => {
    signIn();
    fail('get', '/api/venues', 503, 'The database is away.');
    open('/venues');
    expect(await screen.findByText('Error loading venues: The database is away.')).toBeTruthy();
  });
});

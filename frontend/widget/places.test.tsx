/** The place of the sign: a listed venue or an address. */
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerForm, confirmation, offering, open, sent, submit, venues } from '@/testing/public-form';
import { server } from '@/testing/server';
import { enter } from '@/testing/typing';

beforeEach(answerForm);

describe('the location', () => {
  it('finds a venue by typing, and always offers another location', async () => {
    const many = Array.from({ length: 13 }, (_, at) => ({
      ...venues[0],
      id: at + 8,
      name: `Hall ${at + 1}`,
    }));
    server.use(http.get('*/api/venues', () => HttpResponse.json([...venues, ...many])));
    const { user } = await open();
    await enter(user, 'Message', 'LOVE');
    // A native list until the search has loaded.
    const field = await waitFor(() => {
      const combobox = screen.getByRole('combobox', { name: 'Venue' });
      expect(combobox.tagName).toBe('INPUT');
      return combobox;
    });
    await user.click(field);
    await user.paste('nowhere');
    const choices = within(screen.getByRole('listbox', { name: 'Venue' })).getAllByRole('option');
    expect(choices.map(({ textContent }) => textContent)).toEqual(['Another location']);
    await user.clear(field);
    await user.paste('ballroom');
    await user.keyboard('{Enter}');
    expect(field).toHaveProperty('value', 'Grand Ballroom · Springfield, IL');
    await waitFor(() => expect(sent.at(-1)?.body.venueId).toBe(7));
    await user.click(field);
    await user.keyboard('{ArrowUp}{Escape}');
    expect(field).toHaveProperty('value', 'Grand Ballroom · Springfield, IL');
    await user.click(field);
    await user.paste('another');
    await user.keyboard('{Enter}');
    expect(await screen.findByLabelText('Street Address')).toBeTruthy();
  });

  it('asks for no state, and names the postal code, as the country does', async () => {
    server.use(http.get('*/api/venues', () => HttpResponse.json([])));
    offering({ hasStates: false, addressNames: { state: 'State', zipCode: 'Postal Code' } });
    await open();
    expect(await screen.findByLabelText('Postal Code')).toBeTruthy();
    expect(screen.queryByLabelText('ZIP Code')).toBeNull();
    expect(screen.queryByLabelText('State')).toBeNull();
  });

  it('has address fields if the operator has no venues', async () => {
    server.use(http.get('*/api/venues', () => HttpResponse.json([])));
    const { user } = await open();
    expect(screen.queryByLabelText('Venue')).toBeNull();
    await enter(user, 'Message', 'LOVE');
    await enter(user, 'Delivery Date', '06/01/2027');
    await enter(user, 'Pickup Date', '06/02/2027');
    await enter(user, 'Your Name', 'Ada Lovelace');
    await enter(user, 'Email', 'ada@example.com');
    expect(screen.getByText(/Still needed:/).textContent).toContain('Street Address, City');
    await enter(user, 'Location Name (Optional)', 'Back yard');
    await enter(user, 'Street Address', '12 Oak Street');
    await enter(user, 'City', 'Austin');
    await enter(user, 'State', 'TX');
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    await confirmation();
    const [booked] = sent.filter(({ body }) => body.customerName).slice(-1);
    expect(booked?.body).toMatchObject({
      venueName: 'Back yard',
      address: { street: '12 Oak Street', city: 'Austin', state: 'TX' },
    });
    expect(booked?.body).not.toHaveProperty('venueId');
  });
});

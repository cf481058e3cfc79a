import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { estimate } from '@/testing/bookings';
import { bookButton, fill, openBuilder } from '@/testing/quote-builder';
import { open } from '@/testing/render';
import { ada, answer, fail, signIn } from '@/testing/server';
import { enter, enterInto } from '@/testing/typing';

beforeEach(() => sessionStorage.clear());

describe('the quote builder', () => {
  it('updates price and availability while typing', async () => {
    const { user, asked } = await openBuilder();
    await enterInto(user, screen.getByLabelText('Message'), 'LOVE');
    const free = within(await screen.findByRole('list', { name: 'Available letters' }));
    expect(free.getAllByText('3 available')).toHaveLength(4);
    expect(screen.getAllByText('$150.00').length).toBeGreaterThan(0);
    expect(asked.bodies.at(-1)).toMatchObject({ message: 'LOVE', size: '4ft', colorOption: 'standard' });
    expect(asked.bodies.at(-1)).not.toHaveProperty('userId');

    // The sign shows all lines as they will be set up.
    expect(screen.getByText(/^4 letters in 4ft, about [\d.]+ ft wide$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add Letters' }));
    await user.click(screen.getAllByLabelText('Message')[1] as HTMLElement);
    await user.paste('2026');
    expect(screen.getByText(/^8 letters.* wide and [\d.]+ ft high$/)).toBeTruthy();
  });

  it('applies an alternative with one tap', async () => {
    const { user, asked } = await openBuilder();
    await fill(user);
    const alternative = {
      kind: 'dates' as const,
      size: '4ft',
      sizeLabel: '4ft',
      deliveryDate: '2027-06-03',
      pickupDate: '2027-06-04',
      total: 150,
    };
    answer(
      'post',
      '/api/estimate',
      estimate({
        available: false,
        shortages: [{ letter: 'E', needed: 2, day: '2027-06-01', free: 1 }],
        alternatives: [alternative],
      }),
    );
    await enterInto(user, screen.getByLabelText('Message'), 'E');
    await user.click(await screen.findByRole('button', { name: /^Thu, Jun 3, 2027 to Fri, Jun 4, 2027/ }));
    expect(screen.getByLabelText('Delivery Date')).toHaveProperty('value', '06/03/2027');
    expect(screen.getByLabelText('Pickup Date')).toHaveProperty('value', '06/04/2027');
    expect(asked.bodies.length).toBeGreaterThan(0);
  });

  it('records a request that was declined for lack of letters, and undoes it', async () => {
    const { user } = await openBuilder();
    await fill(user);
    const short = { letter: 'E', needed: 2, day: '2027-06-01', free: 1 };
    answer('post', '/api/estimate', estimate({ available: false, shortages: [short] }));
    const recorded = answer('post', '/api/missed-requests', { clientId: 'one', letters: 1 });
    const undone = answer('delete', '/api/missed-requests/:clientId', null, 204);
    await enterInto(user, screen.getByLabelText('Message'), 'E');
    await user.click(await screen.findByRole('button', { name: 'Couldn’t Do It' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'Couldn’t Do It' })).toBeTruthy();
    expect(recorded.bodies[0]).toMatchObject({
      message: 'LOVEE',
      deliveryDate: '2027-06-01',
      pickupDate: '2027-06-02',
    });
    expect(undone.bodies).toHaveLength(1);
  });

  it('has a postal code where addresses have no ZIP code', async () => {
    const { user } = await openBuilder({ who: { ...ada, hasStates: false } });
    await user.selectOptions(screen.getByLabelText('Venue'), 'Another location');
    expect(screen.getByLabelText('Postal Code')).toBeTruthy();
    expect(screen.getByLabelText('Region (Optional)')).toBeTruthy();
  });

  it('checks the sign against its venue, and clears the result when the sign changes', async () => {
    const { user } = await openBuilder();
    expect(screen.queryByRole('button', { name: 'Check the Site' })).toBeNull();
    await enter(user, 'Message', 'LOVE');
    await user.selectOptions(screen.getByLabelText('Venue'), '1');
    const sent = answer('post', '/api/site-check', {
      widthInches: 118,
      heightInches: 48,
      watts: 800,
      weightPounds: 160,
      circuits: [{ amps: 15, watts: 800, letters: ['L', 'O', 'V', 'E'] }],
      cords: [],
      fits: false,
      findings: [{ kind: 'width', over: 18 }],
      lines: [],
      withoutPower: [],
      standsMph: 13,
      estimated: [],
      site: { wallWidthInches: 100 },
    });
    await user.click(screen.getByRole('button', { name: 'Check the Site' }));
    expect(await screen.findByText('1 ft 6 in too wide for the wall')).toBeTruthy();
    const line = { kind: 'letters', text: 'LOVE', size: '4ft' };
    expect(sent.bodies).toEqual([{ gapInches: 4, venueId: 1, lines: [line] }]);
    await enter(user, 'Message', 'S');
    expect(screen.queryByText('1 ft 6 in too wide for the wall')).toBeNull();
    expect(screen.getByRole('button', { name: 'Check the Site' })).toBeTruthy();
  });

  it('lists fields required for booking, with links to them', async () => {
    const { user } = await openBuilder();
    expect(bookButton().disabled).toBe(true);
    await enterInto(user, screen.getByLabelText('Message'), 'LOVE');
    await user.click(bookButton().parentElement as HTMLElement);
    expect(await screen.findByText('Missing information')).toBeTruthy();
    expect(screen.getByText('Please fill out all required fields')).toBeTruthy();
    expect(screen.getByText("Enter the customer's name")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Venue'));
  });

  it('restores typed values after a reload', async () => {
    const { user } = await openBuilder();
    await enterInto(user, screen.getByLabelText('Message'), 'BABY');
    await enterInto(user, screen.getByLabelText('Discount'), '99');
    cleanup();
    await openBuilder();
    expect(screen.getByLabelText('Message')).toHaveProperty('value', 'BABY');
    expect(screen.getByLabelText('Discount')).toHaveProperty('value', '99');
  });

  it('shows that stock is not checked if there are no letters', async () => {
    const { user } = await openBuilder({ estimate: estimate({ stockChecked: false, free: {} }) });
    await enterInto(user, screen.getByLabelText('Message'), 'HI');
    expect(
      await screen.findByText(/Availability isn't checked because you haven't added any letters yet/),
    ).toBeTruthy();
  });

  it('reports that the form could not be loaded', async () => {
    signIn();
    fail('get', '/api/booking-form', 503, 'The service is not available right now.');
    open('/booking');
    expect(await screen.findByText('The form could not be loaded')).toBeTruthy();
  });
});

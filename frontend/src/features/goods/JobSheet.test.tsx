import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { details, option, usualOptions } from '@/testing/bookings';
import owner from '@/testing/recorded/owner.json';
import { open } from '@/testing/render';
import { answer, customerSide, server, signIn } from '@/testing/server';

const site = {
  ...owner['/api/bookings/1'].site,
  contactName: 'Ana',
  contactPhone: '+1 718 555 0111',
  contactEmail: null,
  loadIn: 'Ramp at the back',
  parking: 'Bay 2',
  notes: 'Ask for the key',
  space: 'Wall 12 ft wide',
  power: 'Outlets 50 ft from the sign',
};

const crewNotes = {
  power: 'Left of the stage',
  access: null,
  contactName: 'Grace',
  contactPhone: '555 0199',
  notes: null,
  updatedAt: '2026-11-20T10:00:00-05:00',
};

async function openDetails(rest: Parameters<typeof details>[0] = {}) {
  signIn();
  answer('get', '/api/bookings', { items: [], nextCursor: null });
  answer('get', '/api/venues', []);
  answer('get', '/api/bookings/7', details({ site, ...rest }));
  answer('get', '/api/bookings/7/customer', customerSide({ crewNotes }));
  const page = open('/bookings?id=7');
  await screen.findByText('Left of the stage');
  return page;
}

/** The sheet is rendered outside the dialog, which hides everything else from assistive technology. */
function printed(): HTMLElement {
  fireEvent(window, new Event('beforeprint'));
  const sheet = document.querySelector<HTMLElement>('body > .job-sheet');
  if (sheet === null) throw new Error('There is nothing to print.');
  return sheet;
}

describe('the job sheet', () => {
  it('shows where to go, what to bring and the balance due', async () => {
    await openDetails({
      message: 'BABY LOVE',
      letters: [...'BABYLOVE'],
      letterCount: 8,
      options: [
        ...usualOptions,
        option('addOn', 'lighting', { label: 'LED Lighting' }),
        option('addOn', 'fog', { label: 'Fog machine', offered: false }),
      ],
      operatorNotes: 'Call Ana first',
      balanceDue: 100,
      pickupTimeGiven: true,
    });
    const sheet = printed();
    for (const text of [
      'Job Sheet #3',
      'Bright Nights',
      'Jun 1, 2027',
      'Jun 2, 2027 10:00 AM',
      'Jane Miller',
      '+1 718 555 0100',
      '42-38 9th St, Long Island City, NY 11101',
      'Ana, +1 718 555 0111',
      'Ramp at the back',
      'Bay 2',
      'Ask for the key',
      'Wall 12 ft wide',
      'Outlets 50 ft from the sign',
      'LED Lighting',
      'Fog machine',
      '$150.00',
      'Call before you arrive.',
      'Team notes',
      'Call Ana first',
      'On site: Grace, 555 0199',
      'Power: Left of the stage',
    ]) {
      expect(sheet.textContent).toContain(text);
    }
    const items = [...sheet.querySelectorAll('li')].map((item) => item.textContent);
    expect(items).toEqual([
      '2 × B',
      '1 × A',
      '1 × Y',
      '1 × L',
      '1 × O',
      '1 × V',
      '1 × E',
      'LED Lighting',
      'Fog machine',
    ]);
  });

  it('prints once loaded, and names missing notes if the browser prints early', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    let arrive = () => {};
    const gate = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    signIn();
    answer('get', '/api/bookings', { items: [], nextCursor: null });
    answer('get', '/api/bookings/7', details({ site }));
    server.use(
      http.get('http://localhost:3000/api/bookings/7/customer', async () => {
        await gate;
        return HttpResponse.json(customerSide({ crewNotes }));
      }),
    );
    const { user } = open('/bookings?id=7');
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).not.toHaveBeenCalled();
    // The booking's own response contains the site details.
    for (const text of ['Ana, +1 718 555 0111', 'Ramp at the back', 'Bay 2', 'Please print again']) {
      expect(printed().textContent).toContain(text);
    }
    arrive();
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(printed().textContent).toContain('Left of the stage');
    expect(printed().textContent).not.toContain('Please print again');
    print.mockRestore();
  });

  it('measures letters by height, whatever the size is called', async () => {
    const sign = { text: 'LOVE', size: '36in', heightInches: 36, color: null, finish: '' };
    await openDetails({ message: 'LOVE', size: '36in', sign: [sign] });
    // Three feet high, not thirty-six.
    expect(printed().textContent).toMatch(/4 letters in 36in, .*about (8|9|10|11) ft wide/);
  });

  it('prints from the details and unmounts when they close', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = await openDetails();
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    printed();
    await user.keyboard('{Escape}');
    expect(document.querySelector('.job-sheet')).toBeNull();
  });
});

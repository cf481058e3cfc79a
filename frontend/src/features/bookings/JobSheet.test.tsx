import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { details } from '@/testing/bookings';
import { customerSide } from '@/testing/customer-side';
import { open } from '@/testing/render';
import { answer, signIn, venue } from '@/testing/server';

async function openDetails(rest: Parameters<typeof details>[0] = {}) {
  signIn();
  answer('get', '/api/bookings', { items: [], nextCursor: null });
  answer('get', '/api/venues', [
    venue({
      contactName: 'Ana',
      contactPhone: '+1 718 555 0111',
      loadInInstructions: 'Ramp at the back',
      parkingInstructions: 'Bay 2',
    }),
  ]);
  answer('get', '/api/bookings/7', details(rest));
  const crewNotes = {
    power: 'Left of the stage',
    access: null,
    contactName: 'Grace',
    contactPhone: '555 0199',
    notes: null,
    updatedAt: '2026-11-20T10:00:00-05:00',
  };
  answer('get', '/api/bookings/7/customer', customerSide({ crewNotes }));
  const page = open('/bookings?id=7');
  await screen.findByText('Left of the stage');
  return page;
}

/** The sheet stands outside of the dialog, which hides everything beside it from assistive technology. */
function printed(): HTMLElement {
  fireEvent(window, new Event('beforeprint'));
  const sheet = document.querySelector<HTMLElement>('body > .job-sheet');
  if (sheet === null) throw new Error('There is nothing to print.');
  return sheet;
}

describe('the job sheet', () => {
  it('says where to go, what to bring and what is owed', async () => {
    await openDetails({
      message: 'BABY LOVE',
      letters: [...'BABYLOVE'],
      letterCount: 8,
      addOns: { lighting: true, stand: false, backdrop: true },
      operatorNotes: 'Call Ana first',
      balanceDue: 100,
    });
    const sheet = printed();
    for (const text of [
      'Job Sheet #3',
      'Bright Nights',
      'Jun 1, 2027 8:00 AM',
      'Jun 2, 2027 10:00 AM',
      'Jane Miller',
      '+1 718 555 0100',
      '42-38 9th St, Long Island City, NY 11101',
      'Ana, +1 718 555 0111',
      'Ramp at the back',
      'Bay 2',
      'LED lighting',
      'Backdrop',
      '$150.00',
      'Call before you arrive.',
      'Call Ana first',
      'On site: Grace, 555 0199',
      'Power: Left of the stage',
    ]) {
      // The venue's own directions come with the list of venues.
      await waitFor(() => expect(sheet.textContent).toContain(text));
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
      'LED lighting',
      'Backdrop',
    ]);
  });

  it('is printed from the details, and is gone with them', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = await openDetails();
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    printed();
    await user.keyboard('{Escape}');
    expect(document.querySelector('.job-sheet')).toBeNull();
  });
});

import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Day, DayStop } from '@/api/day';
import { open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { ada, answer, signIn } from '@/testing/server';
import { afternoon } from '@/testing/stops';

const stop = sample<DayStop>({
  ...afternoon,
  place: null,
  address: null,
  contact: null,
  site: null,
  loadIn: null,
  parking: null,
  siteNotes: null,
  bring: [],
  notes: null,
  operatorNotes: null,
  crew: [],
  assignee: null,
  done: false,
});

const anytime = (id: number, message: string) =>
  stop({ time: null, window: null, booking: { ...afternoon.booking, id, message } });

const day = (rest: Partial<Day> = {}): Day => ({
  date: '2027-06-05',
  today: '2027-06-01',
  stops: [anytime(1, 'ONE'), stop(), anytime(2, 'TWO')],
  reordered: false,
  packing: [],
  items: [],
  giveBack: [],
  notBack: [],
  requests: 0,
  team: [{ id: 1, name: 'Ada' }],
  ...rest,
});

async function openDay(shown: Day) {
  signIn(ada);
  answer('get', '/api/day', shown);
  answer('get', '/api/day/cash', {
    date: '2027-06-05',
    expected: 0,
    recorded: 0,
    difference: 0,
    byPerson: [],
    payments: [],
    notPaid: [],
    handedOver: null,
  });
  const { user } = open('/day?date=2027-06-05');
  const list = await screen.findByRole('list', { name: /^Stops on/ });
  const signs = () =>
    within(list)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent?.slice(1, 5));
  return { user, signs };
}

const handle = (message: string) =>
  screen.getByRole('button', { name: `Move the delivery of “${message}” with the arrow keys` });

describe('the order of stops', () => {
  it('is changed with the arrow keys for stops without a time', async () => {
    const { user, signs } = await openDay(day());
    expect(signs()).toEqual(['ONE”', 'BABY', 'TWO”']);
    expect(screen.queryByRole('button', { name: /“BABY” with the arrow keys/ })).toBeNull();

    const sent = answer('put', '/api/day/order', { date: '2027-06-05', reordered: true, stops: [] });
    answer(
      'get',
      '/api/day',
      day({ stops: [stop(), anytime(1, 'ONE'), anytime(2, 'TWO')], reordered: true }),
    );
    handle('ONE').focus();
    await user.keyboard('{ArrowDown}');

    expect(await screen.findByText('“ONE” is now stop 2 of 3.')).toBeTruthy();
    expect(signs()).toEqual(['BABY', 'ONE”', 'TWO”']);
    expect(sent.bodies).toEqual([
      {
        stops: [
          { kind: 'delivery', bookingId: 7 },
          { kind: 'delivery', bookingId: 1 },
          { kind: 'delivery', bookingId: 2 },
        ],
      },
    ]);

    const reset = answer('delete', '/api/day/order', { date: '2027-06-05', reordered: false, stops: [] });
    answer('get', '/api/day', day());
    await user.click(await screen.findByRole('button', { name: 'Sort by Time' }));
    await screen.findByRole('list', { name: /^Stops on/ });
    expect(reset.bodies).toHaveLength(1);
  });

  it('does not change past either end, or when a stop is dropped in its old place', async () => {
    const { user, signs } = await openDay(day());
    handle('ONE').focus();
    await user.keyboard('{ArrowUp}');
    handle('TWO').focus();
    await user.keyboard('{ArrowDown}');
    fireEvent.pointerDown(handle('ONE'), { pointerId: 1 });
    fireEvent.pointerMove(handle('ONE'), { pointerId: 1, clientY: -1 });
    fireEvent.pointerUp(handle('ONE'), { pointerId: 1, clientY: -1 });
    expect(signs()).toEqual(['ONE”', 'BABY', 'TWO”']);
  });

  it('is restored if it cannot be saved', async () => {
    const { user, signs } = await openDay(day());
    answer(
      'put',
      '/api/day/order',
      { message: 'One of these stops is no longer on this day.', code: 'not_found' },
      404,
    );
    handle('TWO').focus();
    await user.keyboard('{ArrowUp}');
    expect(await screen.findByText('One of these stops is no longer on this day.')).toBeTruthy();
    expect(signs()).toEqual(['ONE”', 'BABY', 'TWO”']);
  });

  it('cannot be changed by staff', async () => {
    const { signs } = await openDay({ ...day(), team: undefined } as unknown as Day);
    expect(signs()).toEqual(['ONE”', 'BABY', 'TWO”']);
    expect(screen.queryByRole('button', { name: /with the arrow keys$/ })).toBeNull();
  });
});

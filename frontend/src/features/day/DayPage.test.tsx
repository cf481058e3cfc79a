import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Day, DayCash, DayStop, LoadList } from '@/api/day';
import { rental } from '@/testing/bookings';
import { money } from '@/testing/money';
import owner from '@/testing/recorded/owner.json';
import { faults, loadAgain, open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { ada, answer, crew, signIn } from '@/testing/server';
import { afternoon } from '@/testing/stops';

const site = {
  ...owner['/api/bookings/1'].site,
  loadIn: 'Ramp at the back',
  parking: 'Bay 2',
  notes: 'Ask for the key',
  space: 'Wall 12 ft wide',
  power: 'Outlets 50 ft from the sign',
};

const stop = sample<DayStop>({
  ...afternoon,
  place: 'The Foundry',
  address: '42-38 9th St, Long Island City, NY 11101',
  contact: { name: 'Ana', phone: '+1 718 555 0111', email: null },
  site,
  loadIn: site.loadIn,
  parking: site.parking,
  siteNotes: site.notes,
  bring: [
    {
      text: 'BABY',
      size: '4ft',
      finish: 'standard',
      color: null,
      addOns: [],
      pieces: [
        { letter: 'B', size: '4ft', finish: 'standard', slot: 'R2', count: 2 },
        { letter: 'A', size: '4ft', finish: 'standard', slot: null, count: 1 },
        { letter: 'Y', size: '4ft', finish: 'standard', slot: null, count: 1 },
      ],
    },
    { item: 'Heart', count: 2 },
  ],
  notes: 'Gate 7',
  operatorNotes: null,
  crew: ['Power: Left of the stage'],
  toCollect: 150,
  assignee: null,
  done: false,
});

function day(rest: Partial<Day> = {}): Day {
  return {
    date: '2027-06-05',
    today: '2027-06-05',
    stops: [],
    reordered: false,
    packing: [],
    items: [],
    giveBack: [],
    notBack: [],
    requests: 0,
    ...rest,
  };
}

const full = day({
  stops: [
    stop(),
    stop({ kind: 'pickup', done: true, toCollect: 0, window: null, time: null, contact: null }),
  ],
  packing: [{ letter: 'B', size: '4ft', finish: 'standard', slot: 'R2', count: 2, short: 1, borrowed: [] }],
  items: [{ itemId: 1, name: 'Heart', count: 2 }],
  requests: 1,
});

const cash: DayCash = {
  date: '2027-06-05',
  expected: 0,
  recorded: 0,
  difference: 0,
  byPerson: [],
  payments: [],
  notPaid: [],
  handedOver: null,
};

function openDay(today: Day = full, path = '/day', load: Partial<LoadList> = {}) {
  answer('get', '/api/day', today);
  answer('get', '/api/day/cash', cash);
  answer('get', '/api/load-list', {
    load: ['Y', 'B', 'A', 'B'].map((letter) => ({
      letter,
      size: '4ft',
      finish: 'standard',
      slot: null,
      bookingId: 7,
    })),
    items: [],
    weightPounds: 140.4,
    stops: [{ id: 7, number: 3, customerName: 'Jane Miller', message: 'BABY' }],
    cords: 1,
    stands: 4,
    sandbags: 8,
    ...load,
  });
  return open(path);
}

describe('the day', () => {
  it('shows how many pieces are missing from goods that came back', async () => {
    signIn();
    const back = stop({ kind: 'pickup', done: true });
    openDay(day({ stops: [{ ...back, booking: { ...back.booking, goods: 'back', missing: 2 } }] }));
    expect(await screen.findByText('Back, 2 missing')).toBeTruthy();
  });

  it('closes the day with the amount handed over', async () => {
    signIn();
    const half = {
      ...cash,
      expected: 300,
      recorded: 150,
      difference: -150,
      byPerson: [{ userId: 2, name: 'Luis', amount: 150 }],
      notPaid: [
        { bookingId: 8, number: 8, customerName: 'Ben', reason: 'Pays by transfer on Monday', by: 'Luis' },
      ],
    };
    const closed = {
      ...half,
      handedOver: {
        amount: 140,
        difference: -10,
        note: null,
        closedAt: '2027-06-05T20:00:00Z',
        closedBy: 'Ada',
      },
    };
    const sent = answer('put', '/api/day/cash', closed);
    const { user } = openDay(day());
    answer('get', '/api/day/cash', half);
    const card = (await screen.findByRole('heading', { name: 'Cash and Checks' })).closest('section');
    if (card === null) throw new Error('The card is a section.');
    expect(card.textContent).toContain('Recorded by Luis$150.00');
    expect(card.textContent).toContain('#8 Ben did not pay: Pays by transfer on Monday (Luis)');
    await user.click(within(card).getByRole('button', { name: 'Close the Day' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close the Day' });
    const amount = within(dialog).getByRole<HTMLInputElement>('textbox', { name: /Amount Handed Over/ });
    expect(amount.value).toBe('150.00');
    await user.clear(amount);
    await user.click(within(dialog).getByRole('button', { name: 'Close the Day' }));
    expect(within(dialog).getByText('Please enter the amount handed over, for example 120.50')).toBeTruthy();
    await user.type(amount, '140');
    await user.click(within(dialog).getByRole('button', { name: 'Close the Day' }));
    await screen.findByText('Missing');
    expect(card.textContent).toContain('Missing$10.00');
    expect(sent.bodies).toEqual([{ handedOver: 140, note: null }]);
  });

  it('shows time, address, contact, packing and amount to collect', async () => {
    signIn();
    answer('get', '/api/bookings/7/payments', money({ balanceDue: 150, depositDue: 45 }));
    const { user } = openDay();
    const stops = await screen.findAllByRole('list', { name: 'Stops on Saturday, June 5, 2027' });
    const [first, second] = within(stops[0] as HTMLElement).getAllByRole('heading', { level: 2 });
    expect(first?.textContent).toBe('“BABY” #3');
    expect(
      within(first as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/bookings?id=7');
    const card = first?.closest('section') as HTMLElement;
    for (const text of [
      '3:30 PM',
      'Jane Miller',
      'Ramp at the back',
      'Bay 2',
      'Ask for the key',
      'R2',
      '2 × Heart',
    ]) {
      expect(card.textContent).toContain(text);
    }
    expect(card.textContent).toContain('Power: Left of the stage\nGate 7');
    expect(
      within(card)
        .getByRole('link', { name: /42-38 9th St/ })
        .getAttribute('href'),
    ).toContain('maps');
    expect(within(card).getByRole('link', { name: '+1 718 555 0111' }).getAttribute('href')).toBe(
      'tel:+17185550111',
    );
    expect(card.textContent).toContain('Wall 12 ft wide');
    expect(screen.getByRole('link', { name: 'Route(opens a map)' }).getAttribute('href')).toContain(
      'destination=42-38%209th%20St',
    );
    const other = (second as HTMLElement).closest('section') as HTMLElement;
    expect(other.textContent).toContain('Any time');
    expect(within(other).getByText('Done')).toBeTruthy();
    expect(await faults()).toEqual([]);
    await user.click(within(card).getByRole('button', { name: 'Record Payment' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Record a Payment' }));
    // The stop's amount, although the deposit is due too.
    expect(dialog.getByLabelText<HTMLInputElement>('Amount (USD)').value).toBe('150.00');
    // Printing omits footers.
    expect(within(card).getByText('Collect').closest('footer')).toBeNull();
  });

  it('lists packing by size and loading in order', async () => {
    signIn();
    openDay();
    const packing = await screen.findByRole('region', { name: 'Letters in 4ft' });
    expect(
      within(packing)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['2 × B 1 shortR2']);
    const loaded = await screen.findByRole('list', { name: 'Load for #3' });
    expect(
      within(loaded)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['Y', 'B', 'A', 'B']);
    for (const text of ['140 lb of letters', '4 floor stands', '8 sandbags for outdoor stops']) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    expect(screen.getByRole('link', { name: '1 request for this day needs your reply' })).toBeTruthy();
  });

  it('distinguishes letters of two sizes and finishes', async () => {
    const finishes = { standard: 'Warm white', rgb: 'RGB' };
    signIn({
      ...ada,
      pieceNames: { sizes: { '4ft': '4 ft', '3ft': '3 ft' }, finishes, usualFinish: 'standard' },
    });
    const small = { size: '3ft', finish: 'rgb', slot: null };
    const line = {
      text: 'LOVE',
      ...small,
      color: null,
      addOns: [],
      pieces: [{ letter: 'L', ...small, count: 1 }],
    };
    openDay({ ...full, stops: [stop({ bring: [line] })] }, undefined, {
      load: [
        { letter: 'Y', size: '4ft', finish: 'standard', slot: null, bookingId: 7 },
        { letter: 'E', ...small, bookingId: 7 },
        { letter: 'V', ...small, bookingId: 7 },
      ],
    });
    expect(await screen.findByText('“LOVE”, 3 ft, RGB')).toBeTruthy();
    const loaded = await screen.findByRole('list', { name: 'Load for #3' });
    expect(
      within(loaded)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['4 ft Warm whiteY', '3 ft RGBE', 'V']);
  });

  it('links adjacent days, prints, and hides amounts from staff', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    signIn(crew);
    const { toCollect: _money, ...unpaid } = stop();
    const { user } = openDay(day({ date: '2027-06-04', stops: [unpaid] }), '/day?date=2027-06-04');
    expect(await screen.findByRole('heading', { level: 1, name: 'Fri, Jun 4, 2027' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Record Payment' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Today', current: 'page' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Print Run Sheet' }));
    expect(print).toHaveBeenCalledOnce();
    const next = screen.getByRole('link', { name: 'Next day, Sat, Jun 5, 2027' });
    expect(next.getAttribute('href')).toBe('/day?date=2027-06-05');
    print.mockRestore();
  });

  it('assigns a stop to a team member', async () => {
    signIn();
    const team = [
      { id: 1, name: 'Ada' },
      { id: 6, name: 'Grace' },
    ];
    const { user } = openDay(day({ stops: [stop()], team }));
    const sent = answer('put', '/api/bookings/7/crew', { kind: 'delivery', assignee: team[1] as never });
    await user.selectOptions((await screen.findAllByLabelText('Crew'))[0] as HTMLElement, 'Grace');
    expect(sent.bodies).toEqual([{ kind: 'delivery', userId: 6 }]);
  });

  it('shows an empty day and the next days with stops', async () => {
    signIn();
    answer('get', '/api/bookings/calendar', [
      rental({ message: 'LOVE', deliveryDate: '2027-06-11', pickupDate: '2027-06-12' }),
      rental({ id: 8, message: 'BABY', deliveryDate: '2027-06-08', pickupDate: '2027-06-11T18:00:00-04:00' }),
    ]);
    openDay(day({ date: '2027-06-09' }), '/day?date=2027-06-09');
    expect(await screen.findByText('No stops on this day')).toBeTruthy();
    const next = await screen.findByRole('link', { name: /Jun 11/ });
    expect(next.getAttribute('href')).toBe('/day?date=2027-06-11');
    expect(next.textContent).toContain('1 delivery, 1 pickup');
    expect(next.textContent).toContain('“LOVE”, “BABY”');
    expect(screen.getByRole('link', { name: /Jun 12/ }).textContent).toContain('1 pickup');
    expect(screen.queryByRole('link', { name: /Jun 8/ })?.textContent ?? '').not.toContain('BABY');
    expect(await faults()).toEqual([]);
  });

  it('shows the next days beside an empty day', async () => {
    signIn();
    openDay(day({ stops: [stop({ kind: 'pickup' })] }));
    expect(await screen.findByText('No deliveries or pickups.')).toBeTruthy();
    // Tomorrow has its own section and may have stops.
    expect(screen.getByText('The Following Seven Days')).toBeTruthy();
    expect(screen.queryByText('Load List')).toBeNull();
  });

  it('offers a retry after a load error', async () => {
    signIn();
    answer('get', '/api/day/cash', cash);
    await loadAgain('/day', '/api/day', day(), "We couldn't load this day");
    expect(await screen.findByText('No stops today')).toBeTruthy();
    expect(await screen.findByText('No stops tomorrow')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Packing and load list/ })).toBeNull();
  });

  it('links tomorrow’s packing and load list if there are stops', async () => {
    signIn();
    openDay();
    const link = await screen.findByRole('link', { name: /^Packing and load list/ });
    expect(link.getAttribute('href')).toBe('/day?date=2027-06-06');
  });
});

it('lists what to give back, and ticks it', async () => {
  signIn();
  const loan = {
    id: 5,
    bookingId: 7,
    number: 3,
    customerName: 'Jane Miller',
    canceled: true,
    lender: 'Neon Nights',
    pieces: [],
    text: '1 × O (4 ft)',
    firstDay: '2027-06-03',
    lastDay: '2027-06-04',
    covers: true,
    givenBack: false,
  };
  const { user } = openDay(day({ giveBack: [loan] }));
  expect(await screen.findByText(/canceled: no longer needed, due/)).toBeTruthy();
  const sent = answer('patch', '/api/bookings/7/borrowed/5', { ...loan, givenBack: true });
  await user.click(screen.getByRole('button', { name: 'Given back: 1 × O (4 ft) to Neon Nights' }));
  await waitFor(() => expect(sent.bodies).toEqual([{ givenBack: true }]));
});

it('lists the certificates of insurance that are due, on today’s page', async () => {
  const due = {
    bookingId: 7,
    number: 12,
    customerName: 'Ada Lovelace',
    venueId: 1,
    venueName: 'The Old Barn',
    deliveryDate: '2027-06-12',
    pickupDate: '2027-06-13',
    certificate: 'expires' as const,
  };
  signIn();
  answer('get', '/api/certificates/due', [due]);
  openDay(day());
  expect((await screen.findByRole('link', { name: '#12 Ada Lovelace' })).getAttribute('href')).toBe(
    '/bookings?id=7',
  );
  expect(screen.getByText('Expires before the event')).toBeTruthy();
});

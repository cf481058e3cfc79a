import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storage } from '@/testing/device-storage';
import owner from '@/testing/recorded/owner.json';
import { sample } from '@/testing/sample';
import { answer, fail, server } from '@/testing/server';
import { afternoon } from '@/testing/stops';
import { enterInto } from '@/testing/typing';
import type { Jobs, Stop } from './actions';
import { CrewPage } from './CrewPage';

const site = {
  ...owner['/api/bookings/1'].site,
  loadIn: 'Ramp at the back',
  parking: 'Bay 2',
  notes: 'Ask for the key',
  space: 'Wall 12 ft wide',
  power: 'Outlets 50 ft from the sign',
};

const stop = sample<Stop>({
  ...afternoon,
  booking: { ...afternoon.booking, message: 'EVE' },
  place: 'The Foundry',
  address: '9 Elm Street',
  contact: null,
  site,
  loadIn: site.loadIn,
  parking: site.parking,
  siteNotes: site.notes,
  bring: [],
  notes: null,
  operatorNotes: null,
  crew: [],
  assignee: null,
  done: false,
});

const piece = (letter: string, booked: number, out = 0) => ({
  letter,
  size: '4ft',
  finish: 'standard',
  itemId: null,
  name: letter,
  booked,
  packed: 0,
  out,
  back: 0,
  missing: 0,
});

const jobs = sample<Jobs>({
  person: 5,
  name: 'Luis',
  currency: 'EUR',
  dateFormat: 'DD/MM/YYYY',
  pieceNames: { sizes: { '4ft': '4ft' }, finishes: { standard: 'Standard' }, usualFinish: 'standard' },
  timeFormat: '12h',
  today: '2027-06-05',
  readAt: '2027-06-05T09:14:00Z',
  tags: [],
  repairs: [],
  contracts: [],
  stocktakes: [],
  stock: [],
  days: [
    { date: '2027-06-05', stops: [stop()] },
    { date: '2027-06-06', stops: [] },
    { date: '2027-06-07', stops: [stop({ kind: 'pickup' })] },
  ],
  pieces: { '7': [piece('E', 2), piece('V', 1)] },
});

const SENT = '/api/bookings/7/handovers';
const sent: unknown[] = [];

function taken(status = 201, body: object = {}) {
  server.use(
    http.post(`http://localhost:3000${SENT}`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(body, { status });
    }),
  );
}

function offline() {
  server.use(http.get('http://localhost:3000/api/crew', () => HttpResponse.error()));
}

beforeEach(() => {
  sent.length = 0;
  location.hash = '';
});

/** Open the delivery on an offline phone with stored jobs. */
function deliveryWithoutNetwork() {
  storage.jobs = jobs();
  offline();
  location.hash = '#delivery-7';
  render(<CrewPage />);
  return userEvent.setup();
}

/** Reconnect and wait until everything is sent. */
async function backOnline() {
  answer('get', '/api/crew', jobs());
  taken();
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('Up to date')).toBeTruthy();
}

describe('the crew page', () => {
  it('lists three days with place and sign, without amounts', async () => {
    answer('get', '/api/crew', jobs());
    render(<CrewPage />);
    const user = userEvent.setup();
    expect(await screen.findByRole('heading', { name: 'Today 1 stop' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: '7 Jun 2027 1 stop' })).toBeTruthy();
    await user.click(screen.getAllByRole('link', { name: /EVE/ })[0] as HTMLElement);
    expect(await screen.findByRole('heading', { level: 1, name: '“EVE”' })).toBeTruthy();
    expect(screen.getByText('Ramp at the back')).toBeTruthy();
    expect(screen.queryByText(/Collect/)).toBeNull();
  });

  it('shows the access notes of stops that the previous version stored, which have no site', async () => {
    const { site: _, ...former } = stop();
    storage.jobs = jobs({ days: [{ date: '2027-06-05', stops: [former as Stop] }] });
    offline();
    location.hash = '#delivery-7';
    render(<CrewPage />);
    for (const text of ['Ramp at the back', 'Bay 2', 'Ask for the key']) {
      expect(await screen.findByText(text)).toBeTruthy();
    }
  });

  it('shows that a job has no address', async () => {
    const days = [{ date: '2027-06-05', stops: [stop({ place: null, address: null })] }];
    answer('get', '/api/crew', jobs({ days }));
    location.hash = '#delivery-7';
    render(<CrewPage />);
    expect(await screen.findByText('No address')).toBeTruthy();
  });

  it('shows whether the contract is signed, and links to signing for users who may', async () => {
    const contract = { bookingId: 7, signed: false, signUrl: 'https://x.test/contract/next' };
    answer('get', '/api/crew', jobs({ contracts: [{ ...contract, bookingId: 8, signed: true }, contract] }));
    location.hash = '#delivery-7';
    render(<CrewPage />);
    expect((await screen.findByText('Contract')).nextSibling?.textContent).toContain('Not signed');
    expect(screen.getByRole('link', { name: 'Sign on This Device' }).getAttribute('href')).toBe(
      contract.signUrl,
    );
  });

  it('lists broken pieces of the job until everything is loaded', async () => {
    const repair = { ...piece('E', 0), id: 3, count: 1, reason: 'One bulb is dead', reportedBy: 'Ana' };
    const repairs = [
      repair,
      { ...repair, id: 2, reason: null, reportedBy: null },
      { ...repair, ...piece('X', 0), id: 1 },
    ];
    answer('get', '/api/crew', jobs({ repairs }));
    location.hash = '#delivery-7';
    render(<CrewPage />);
    const user = userEvent.setup();
    const listed = within(await screen.findByRole('region', { name: 'In repair' })).getAllByRole('listitem');
    expect(listed.map(({ textContent }) => textContent)).toEqual([
      '1 × E, 4ft: One bulb is dead (Ana)',
      '1 × E, 4ft',
    ]);
    await user.click(screen.getByRole('button', { name: 'Deliver' }));
    expect(screen.queryByRole('region', { name: 'In repair' })).toBeNull();
  });

  it('shows a delivery’s missing pieces in the list', async () => {
    const short = {
      letter: 'E',
      size: '4ft',
      finish: null,
      itemId: null,
      name: null,
      needed: 2,
      missing: 1,
    };
    const days = [{ date: '2027-06-05', stops: [stop({ risk: { short: [short], options: [] } })] }];
    answer('get', '/api/crew', { ...jobs(), days });
    render(<CrewPage />);
    expect(await screen.findByText('Short of 1 × E (4ft)')).toBeTruthy();
  });

  it('shows that everything is back', async () => {
    answer('get', '/api/crew', jobs({ pieces: { '7': [{ ...piece('E', 2), back: 2 }] } }));
    location.hash = '#pickup-7';
    render(<CrewPage />);
    expect(await screen.findByText('Everything is back.')).toBeTruthy();
  });

  it("begins with yesterday's missed pickups", async () => {
    const late = { date: '2027-06-04', stops: [stop({ kind: 'pickup' })] };
    const days = [late, { date: '2027-06-05', stops: [] }, { date: '2027-06-06', stops: [stop()] }];
    answer('get', '/api/crew', jobs({ days }));
    render(<CrewPage />);
    const first = await screen.findByRole('heading', { name: 'Yesterday, Not Picked Up 1 stop' });
    const headings = screen.getAllByRole('heading', { level: 2 });
    expect(headings[0]).toBe(first);
    expect(headings.slice(1).map(({ textContent }) => textContent)).toEqual([
      'Today 0 stops',
      'Tomorrow 1 stop',
    ]);
  });

  it('shows color and add-ons of each text', async () => {
    const text = {
      text: 'EVE',
      size: '4ft',
      finish: 'standard',
      color: 'Cherry',
      addOns: ['Fog machine'],
      pieces: [],
    };
    const bring = [text, { item: 'Balloon arch', count: 2 }];
    answer('get', '/api/crew', jobs({ days: [{ date: '2027-06-05', stops: [stop({ bring })] }] }));
    location.hash = '#delivery-7';
    render(<CrewPage />);
    expect((await screen.findByText(/Fog machine/)).textContent).toBe(
      '“EVE”, 4ft, Cherry, Fog machine\n2 × Balloon arch',
    );
  });

  it("uses the business's names of sizes and finishes", async () => {
    const names = {
      sizes: { l: '120 cm' },
      finishes: { standard: 'Warm White', rgb: 'RGB' },
      usualFinish: 'standard',
    };
    const text = { text: 'EVE', size: 'l', finish: 'rgb', color: null, addOns: [], pieces: [] };
    const days = [{ date: '2027-06-05', stops: [stop({ bring: [text] })] }];
    const pieces = { '7': [{ ...piece('E', 2), size: 'l', finish: 'rgb' }] };
    answer('get', '/api/crew', jobs({ days, pieces, pieceNames: names }));
    location.hash = '#delivery-7';
    render(<CrewPage />);
    expect(await screen.findByText('“EVE”, 120 cm, RGB')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'E 120 cm, RGB: 0 of 2' })).toBeTruthy();
  });

  it('lists my and unassigned jobs, and those of others on request', async () => {
    const at = (id: number, message: string, assignee: Stop['assignee']) =>
      stop({ booking: { ...stop().booking, id, message }, assignee });
    const stops = [
      at(7, 'EVE', { id: 5, name: 'Luis' }),
      at(8, 'LOVE', { id: 6, name: 'Grace' }),
      at(9, 'BABY', null),
    ];
    answer('get', '/api/crew', jobs({ days: [{ date: '2027-06-05', stops }] }));
    render(<CrewPage />);
    const user = userEvent.setup();
    expect(await screen.findByRole('heading', { name: 'Today 2 stops' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /LOVE/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show 1 Other Job' }));
    expect(screen.getByRole('link', { name: /Delivery, Grace.*LOVE/ })).toBeTruthy();
  });

  it('shows the amount to collect if the business allows it', async () => {
    answer('get', '/api/crew', jobs({ days: [{ date: '2027-06-05', stops: [stop({ toCollect: 120 })] }] }));
    location.hash = '#delivery-7';
    render(<CrewPage />);
    expect(await screen.findByText('Collect €120.00')).toBeTruthy();
  });

  it('records cash offline in three taps, and sends it once when online', async () => {
    const paid: unknown[] = [];
    server.use(
      http.post('http://localhost:3000/api/crew/payments', async ({ request }) => {
        paid.push(await request.json());
        return HttpResponse.json({}, { status: 201 });
      }),
    );
    const due = jobs({ days: [{ date: '2027-06-05', stops: [stop({ toCollect: 120, collected: [] })] }] });
    storage.jobs = due;
    offline();
    render(<CrewPage />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('link', { name: /EVE/ }));
    await user.click(await screen.findByRole('button', { name: 'Cash' }));
    await user.click(screen.getByRole('button', { name: 'Record €120.00 in Cash' }));
    expect(await screen.findByText('€120.00 in cash, waiting to send')).toBeTruthy();
    expect(screen.getByText('Nothing left to collect')).toBeTruthy();
    expect(paid).toEqual([]);
    answer('get', '/api/crew', due);
    fireEvent(window, new Event('online'));
    await vi.waitFor(() => expect(paid).toHaveLength(1));
    expect(paid[0]).toMatchObject({ bookingId: 7, kind: 'cash', amount: 120, reason: null });
    await vi.waitFor(() => expect(screen.queryByText('1 waiting to send')).toBeNull());
  });

  it('asks why nothing was paid, and limits an amount to what is due', async () => {
    const due = jobs({ days: [{ date: '2027-06-05', stops: [stop({ toCollect: 120, collected: [] })] }] });
    answer('get', '/api/crew', due);
    location.hash = '#delivery-7';
    render(<CrewPage />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Not Paid' }));
    await user.click(screen.getByRole('button', { name: 'Record as Not Paid' }));
    expect(screen.getByRole('alert').textContent).toBe('Enter why nothing was paid.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Check' }));
    const amount = screen.getByLabelText('Amount received (EUR)');
    await user.clear(amount);
    await enterInto(user, amount, '120.01');
    await user.click(screen.getByRole('button', { name: 'Record €120.01 by Check' }));
    expect(screen.getByRole('alert').textContent).toBe('Only €120.00 is left to collect.');
    expect(storage.rows).toEqual([]);
  });

  it('lists offline what to load for my stops, last stop first, with slots', async () => {
    const letter = (bookingId: number, name: string, slot: string | null) => ({
      letter: name,
      size: '4ft',
      finish: 'warm',
      slot,
      bookingId,
    });
    const named = (id: number, message: string) => ({ id, number: id, customerName: 'Ann', message });
    const load = {
      load: [letter(8, 'B', 'A2'), letter(9, 'X', null), letter(7, 'E', 'A16'), letter(7, 'V', null)],
      items: [{ itemId: 1, name: 'Heart', count: 2 }],
      weightPounds: 40,
      stops: [named(7, 'EVE'), named(9, 'X'), named(8, 'BE')],
      cords: 1,
      stands: 0,
      sandbags: 0,
    };
    const mine = stop();
    const next = stop({ booking: { ...mine.booking, id: 8 } });
    const others = stop({ booking: { ...mine.booking, id: 9 }, assignee: { id: 6, name: 'Sam' } });
    storage.jobs = jobs({ days: [{ date: '2027-06-05', stops: [mine, others, next], load }] });
    offline();
    render(<CrewPage />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('link', { name: 'Load the Van' }));
    expect(await screen.findByRole('heading', { name: 'Load the Van' })).toBeTruthy();
    const rows = screen.getAllByRole('list').flatMap((list) => list.getAttribute('aria-label') ?? []);
    expect(rows).toEqual(['Letters of #8', 'Letters of #7']);
    const letters = within(screen.getByRole('list', { name: 'Letters of #7' })).getAllByRole('listitem');
    expect(letters.map(({ textContent }) => textContent)).toEqual(['E4ftA16', 'V4ft']);
    expect(screen.getByRole('heading', { name: 'Also Load, for All Crews' })).toBeTruthy();
    expect(screen.getByText('2 × Heart')).toBeTruthy();
    expect(screen.getByText('1 extension cord')).toBeTruthy();
  });

  it('tries again if the connection returns during an attempt', async () => {
    storage.jobs = jobs();
    answer('get', '/api/crew', jobs());
    let fail = () => {};
    const failed = new Promise<void>((resolve) => {
      fail = resolve;
    });
    let attempts = 0;
    server.use(
      http.get(
        'http://localhost:3000/api/crew',
        async () => {
          attempts += 1;
          await failed;
          return HttpResponse.error();
        },
        { once: true },
      ),
    );
    render(<CrewPage />);
    await vi.waitFor(() => expect(attempts).toBe(1));
    fireEvent(window, new Event('online'));
    fail();
    expect(await screen.findByText('Up to date')).toBeTruthy();
  });

  it('counts the shelves offline, with one tap for the expected number', async () => {
    const row = (letter: string, slot: string, expected: number) => ({
      ...piece(letter, 0),
      slot,
      expected,
      counted: null,
    });
    const rows = [row('O', 'A2', 3), row('L', 'A16', 2)];
    const counting = jobs({
      stocktakes: [{ id: 4, startedAt: '2027-06-05T08:00:00Z', startedBy: 'Dana', rows }],
    });
    const counts: unknown[] = [];
    server.use(
      http.put('http://localhost:3000/api/stocktakes/4/counts', async ({ request }) => {
        counts.push(await request.json());
        return HttpResponse.json({});
      }),
    );
    storage.jobs = counting;
    offline();
    render(<CrewPage />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('link', { name: /Count the Shelves/ }));
    await user.click(await screen.findByRole('button', { name: '3 There' }));
    expect(await screen.findByText('3 of 3')).toBeTruthy();
    const [, other] = screen.getAllByRole('button', { name: 'Other' });
    await user.click(other as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Record' }));
    expect(screen.getByRole('alert').textContent).toBe('Enter a whole number, for example 3.');
    await enterInto(user, screen.getByLabelText('How many are there?'), '1');
    await user.click(screen.getByRole('button', { name: 'Record' }));
    expect(await screen.findByText('1 of 2')).toBeTruthy();
    expect(
      screen.getByText('Everything is counted. The differences are in the inventory, under Stocktakes.'),
    ).toBeTruthy();
    answer('get', '/api/crew', counting);
    fireEvent(window, new Event('online'));
    await vi.waitFor(() => expect(counts).toHaveLength(1));
    expect(counts).toMatchObject([
      {
        counts: [
          { letter: 'O', size: '4ft', counted: 3 },
          { letter: 'L', size: '4ft', counted: 1 },
        ],
      },
    ]);
    await vi.waitFor(() => expect(screen.queryByText('2 waiting to send')).toBeNull());
  });

  it.each([
    { status: 422, kept: ['L'], why: 'keeps an invalid count and sends the others' },
    { status: 409, kept: ['O', 'L', 'V'], why: 'keeps all counts of a stocktake that is finished' },
  ])('$why', async ({ status, kept }) => {
    const count = (order: number, letter: string) => ({
      order,
      person: 5,
      bookingId: null,
      title: letter,
      refused: null,
      stocktakeId: 4,
      count: {
        letter,
        size: '4ft',
        finish: 'warm',
        counted: 1,
        clientId: letter,
        at: '2027-06-05T09:00:00Z',
      },
    });
    storage.rows = [count(1, 'O'), count(2, 'L'), count(3, 'V')];
    server.use(
      http.put('http://localhost:3000/api/stocktakes/4/counts', async ({ request }) => {
        const { counts } = (await request.json()) as { counts: { letter: string }[] };
        const isRefused = status === 409 || counts.some(({ letter }) => letter === 'L');
        return isRefused ? HttpResponse.json({ message: 'Refused.' }, { status }) : HttpResponse.json({});
      }),
    );
    answer('get', '/api/crew', jobs());
    render(<CrewPage />);
    expect(await screen.findAllByText('Refused.')).toHaveLength(kept.length);
    expect(storage.rows).toMatchObject(kept.map((title) => ({ title })));
  });

  it('stores a record offline, and sends it once when online', async () => {
    const user = deliveryWithoutNetwork();
    await user.click(await screen.findByRole('button', { name: 'E 4ft: 0 of 2' }));
    await user.click(screen.getByRole('button', { name: 'E 4ft: 1 of 2' }));
    await user.click(screen.getByRole('checkbox', { name: 'Lights tested' }));
    await user.click(screen.getByRole('button', { name: 'Load 2 Pieces' }));
    expect(await screen.findByText('1 waiting to send')).toBeTruthy();
    expect(sent).toEqual([]);
    await backOnline();
    expect(screen.queryByText('1 waiting to send')).toBeNull();
    expect(sent).toEqual([
      expect.objectContaining({
        kind: 'pack',
        lightsTested: true,
        lines: [{ letter: 'E', size: '4ft', finish: 'standard', count: 2, outcome: 'ok', note: null }],
      }),
    ]);
  });

  it('reports a dead bulb while loading, and loads a replacement', async () => {
    const user = deliveryWithoutNetwork();
    await user.click(await screen.findByRole('button', { name: 'Count All' }));
    // One E is dead and stays in the warehouse.
    await user.click(screen.getByRole('button', { name: 'Damaged' }));
    await user.click(screen.getByRole('button', { name: 'E 4ft: 2 of 2' }));
    expect(screen.getByRole('button', { name: 'E 4ft: 1 of 2, 1 damaged' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Load 2 Pieces, Report 1 Piece' })).toBeTruthy();
    expect(screen.getByText('Take a Photo')).toBeTruthy();
    await enterInto(user, screen.getByLabelText("What's wrong"), 'One bulb is dead');
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await user.click(screen.getByRole('button', { name: 'E 4ft: 1 of 2, 1 damaged' }));
    await user.click(screen.getByRole('button', { name: 'Load 3 Pieces, Report 1 Piece' }));
    expect(await screen.findByText('1 waiting to send')).toBeTruthy();
    await backOnline();
    const letter = (name: string) => ({ letter: name, size: '4ft', finish: 'standard' });
    expect(sent).toEqual([
      expect.objectContaining({
        kind: 'pack',
        lines: [
          { ...letter('E'), count: 2, outcome: 'ok', note: null },
          { ...letter('E'), count: 1, outcome: 'damaged', note: 'One bulb is dead' },
          { ...letter('V'), count: 1, outcome: 'ok', note: null },
        ],
      }),
    ]);
  });

  it('reports a single piece, and can undo a tap', async () => {
    const user = deliveryWithoutNetwork();
    await user.click(await screen.findByRole('button', { name: 'Missing' }));
    await user.click(screen.getByRole('button', { name: 'V 4ft: 0 of 1' }));
    expect(screen.getByRole('button', { name: 'Report 1 Piece' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'V 4ft: 0 of 1, 1 missing' }));
    expect(screen.getByRole('button', { name: 'V 4ft: 0 of 1' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'V 4ft: 0 of 1' }));
    await user.click(screen.getByRole('button', { name: 'Report 1 Piece' }));
    expect(await screen.findByText('1 waiting to send')).toBeTruthy();
    // It still has to be loaded.
    expect(screen.getByRole('button', { name: 'V 4ft: 0 of 1' })).toBeTruthy();
  });

  it('shows the reason if the server rejects a record', async () => {
    storage.jobs = jobs({ pieces: { '7': [piece('E', 2, 2)] } });
    answer('get', '/api/crew', jobs({ pieces: { '7': [piece('E', 2, 2)] } }));
    taken(409, { message: "More E can't come in than went out with booking #3.", code: 'not_out' });
    location.hash = '#pickup-7';
    render(<CrewPage />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Missing' }));
    await user.click(screen.getByRole('button', { name: 'E 4ft: 0 of 2' }));
    await enterInto(user, screen.getByLabelText("What's wrong"), 'Stolen');
    await user.click(screen.getByRole('button', { name: 'Report 1 Missing' }));
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText("More E can't come in than went out with booking #3.")).toBeTruthy();
    await user.click(within(alert).getByRole('button', { name: 'Remove This Record' }));
    expect(storage.rows).toEqual([]);
  });

  it('records a double press once', async () => {
    const user = deliveryWithoutNetwork();
    await user.click(await screen.findByRole('button', { name: 'Count All' }));
    // Storing takes a while, and the second click comes first.
    const load = screen.getByRole('button', { name: 'Load 3 Pieces' });
    fireEvent.click(load);
    fireEvent.click(load);
    expect(await screen.findByText('1 waiting to send')).toBeTruthy();
    expect(storage.rows).toHaveLength(1);
  });

  it('sends nothing as another user, and keeps records when signed out', async () => {
    const row = { order: 1, person: 9, bookingId: 7, title: 'EVE', refused: null, handover: { lines: [] } };
    storage.rows = [row];
    answer('get', '/api/crew', jobs());
    taken();
    const { unmount } = render(<CrewPage />);
    expect(await screen.findByText(/1 record of another team member waits/)).toBeTruthy();
    expect(sent).toEqual([]);
    unmount();
    fail('get', '/api/crew', 401, 'Please sign in.');
    render(<CrewPage />);
    expect(await screen.findByRole('link', { name: 'Sign in' })).toBeTruthy();
    expect(screen.queryByText(/EVE/)).toBeNull();
    expect(storage.rows).toEqual([row]);
  });
});

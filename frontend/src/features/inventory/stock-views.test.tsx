import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BuyNextReport, ImportAnswer, ImportRowAnswer, LetterCalendar } from '@/api/types';
import { open } from '@/testing/render';
import { answer, letter, server, signIn } from '@/testing/server';

async function faults() {
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false } },
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

const row = (letterText: string, rest: Partial<ImportRowAnswer>): ImportRowAnswer => ({
  line: 2,
  letter: letterText,
  size: '4ft',
  finish: null,
  quantity: 3,
  pricePerDay: 25,
  action: 'add',
  sentence: null,
  before: null,
  ...rest,
});

const imported = (applied: boolean, ...rows: ImportRowAnswer[]): ImportAnswer => ({
  applied,
  rows,
  refusedCsv: rows.some(({ action }) => action === 'refused') ? 'Letter,Problem\r\n' : null,
  sizePrices: [],
  pricesIgnored: false,
});

describe('a whole set', () => {
  it('is looked at before it is added', async () => {
    signIn();
    const { user } = open('/inventory');
    const start = within(await screen.findByRole('region', { name: 'Getting started' }));
    await user.click(start.getByRole('button', { name: 'Add a Whole Set' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('84 pieces in 37 letters')).toBeTruthy();
    await user.clear(dialog.getByRole('spinbutton', { name: 'Figures' }));
    await user.clear(dialog.getByRole('spinbutton', { name: 'Other Letters' }));
    await user.clear(dialog.getByRole('spinbutton', { name: 'E' }));
    await user.type(dialog.getByRole('spinbutton', { name: 'E' }), '6');
    await user.click(dialog.getByRole('button', { name: 'One And Sign more' }));
    expect(dialog.getByText('25 pieces in 6 letters')).toBeTruthy();
    expect(await faults()).toEqual([]);

    const asked = answer('post', '/api/inventory/import', imported(false, row('A', {})));
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect(await dialog.findByRole('heading', { name: '1 letter is added.' })).toBe(document.activeElement);
    expect(dialog.getByText('3 pieces at $25.00 a day')).toBeTruthy();
    const rows = [
      ['A', 4],
      ['E', 6],
      ['I', 4],
      ['O', 4],
      ['U', 4],
      ['&', 3],
    ].map(([name, quantity]) => ({ letter: name, size: '4ft', quantity, pricePerDay: 25 }));
    expect(asked.bodies).toEqual([{ rows, apply: false }]);

    const done = answer('post', '/api/inventory/import', imported(true, row('A', {})));
    answer('get', '/api/inventory', [letter('A', 3)]);
    await user.click(dialog.getByRole('button', { name: 'Add 1 Letter' }));
    expect(await screen.findByText('Inventory added')).toBeTruthy();
    expect(await screen.findByRole('row', { name: /^A 4ft/ })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(done.bodies).toEqual([{ rows, apply: true }]);
  });

  it('is read from a list, and what is not clear is named', async () => {
    signIn();
    answer('get', '/api/inventory', [letter('A', 1, { pricePerDay: 30 })]);
    const { user } = open('/inventory');
    await screen.findByRole('row', { name: /^A 4ft/ });
    await user.click(screen.getByRole('button', { name: 'Add a Whole Set' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('tab', { name: 'Paste a List' }));
    await user.type(dialog.getByLabelText('Your Letters'), 'A3 B2 77');
    expect(dialog.getByText(/“77” has no letter/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect(dialog.queryByText('Nothing has changed yet')).toBeNull();
    await user.type(dialog.getByLabelText('Your Letters'), '{Backspace}: 2');
    const asked = answer(
      'post',
      '/api/inventory/import',
      imported(false, row('A', { action: 'change', before: 1 }), row('B', { line: 3 })),
    );
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect(await dialog.findByRole('button', { name: 'Add 1 and Change 1' })).toBeTruthy();
    expect(asked.bodies).toEqual([
      {
        rows: [
          // What is there already keeps its own price.
          { letter: 'A', size: '4ft', quantity: 3 },
          { letter: 'B', size: '4ft', quantity: 2, pricePerDay: 25 },
          { letter: '7', size: '4ft', quantity: 2, pricePerDay: 25 },
        ],
        apply: false,
      },
    ]);
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    expect(dialog.getByLabelText('Your Letters')).toHaveProperty('value', 'A3 B2 7: 2');
  });
});

describe('a CSV file', () => {
  async function openImport() {
    signIn();
    answer('get', '/api/inventory', [letter('A', 1)]);
    const page = open('/inventory');
    await screen.findByRole('row', { name: /^A 4ft/ });
    await page.user.click(screen.getByRole('button', { name: 'Import and export' }));
    return page;
  }

  it('can be downloaded', async () => {
    await openImport();
    const link = await screen.findByRole('menuitem', { name: 'Export as CSV' });
    expect(link.getAttribute('href')).toBe('/api/inventory.csv');
  });

  it('is taken as a whole or without the rows that are wrong; what was given stays', async () => {
    const { user } = await openImport();
    await user.click(await screen.findByRole('menuitem', { name: 'Import Letters...' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect(dialog.getByText('Choose a file, or paste its lines here')).toBeTruthy();
    const text = 'Letter,Size,Quantity\nA,4ft,many\nB,4ft,3\n';
    await user.upload(dialog.getByLabelText('CSV file'), new File([text], 'letters.csv'));
    expect(await dialog.findByText('letters.csv')).toBeTruthy();
    const refused = row('A', {
      action: 'refused',
      quantity: null,
      sentence: 'Quantity must be a whole number',
    });
    const asked = answer('post', '/api/inventory/import', imported(false, row('B', { line: 3 }), refused));
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect(await dialog.findByRole('heading', { name: '1 row cannot be taken' })).toBeTruthy();
    const [first] = dialog.getAllByRole('listitem');
    expect(first?.textContent).toBe('AQuantity must be a whole numberLine 2Refused');
    expect(dialog.queryByRole('button', { name: /^Add/ })).toBeNull();
    expect(asked.bodies).toEqual([{ csv: text, apply: false }]);
    expect(await faults()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    expect(dialog.getByLabelText('Or Paste the Lines')).toHaveProperty('value', text);

    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    const taken = answer('post', '/api/inventory/import', imported(true, row('B', { line: 3 }), refused));
    await user.click(await dialog.findByRole('button', { name: 'Take the 1 Good Row' }));
    expect(await dialog.findByRole('heading', { name: '1 row was not taken' })).toBeTruthy();
    expect(
      dialog.getByText('1 letter was added. Correct the rows below and import them again.'),
    ).toBeTruthy();
    expect(dialog.getAllByRole('listitem')).toHaveLength(1);
    const file = dialog.getByRole('link', { name: 'Download the Refused Rows' });
    expect(decodeURIComponent(file.getAttribute('href') ?? '')).toContain('Letter,Problem');
    expect(taken.bodies).toEqual([{ csv: text, apply: true, partial: true }]);
    await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can change the price list with its prices', async () => {
    const { user } = await openImport();
    await user.click(await screen.findByRole('menuitem', { name: 'Import Letters...' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Or Paste the Lines'), 'x');
    const offered = {
      ...imported(false, row('B', { pricePerDay: 30 })),
      sizePrices: [{ size: '4ft', before: 25, price: 30 }],
    };
    answer('post', '/api/inventory/import', offered);
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect(
      await dialog.findByRole('switch', { name: 'Charge $30.00 for every 4ft letter', checked: true }),
    ).toBeTruthy();
    const done = answer('post', '/api/inventory/import', { ...offered, applied: true });
    await user.click(dialog.getByRole('button', { name: 'Add 1 Letter' }));
    expect(await screen.findByText('Inventory added')).toBeTruthy();
    expect(done.bodies).toEqual([{ csv: 'x', apply: true, setListPrice: true }]);
  });

  it('is refused as a whole with the reason', async () => {
    const { user } = await openImport();
    await user.click(await screen.findByRole('menuitem', { name: 'Import Letters...' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Or Paste the Lines'), 'x');
    const sentence = 'The first line must name the columns; missing: letter';
    answer(
      'post',
      '/api/inventory/import',
      { message: 'Please check', code: 'invalid', fields: { csv: sentence } },
      422,
    );
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(sentence);
  });
});

const calendar: LetterCalendar = {
  firstDay: '2027-01-01',
  days: ['2027-01-01', '2027-01-02'],
  letters: [
    {
      letter: 'M',
      size: '4ft',
      finish: 'standard',
      itemId: null,
      owned: 2,
      tightest: -1,
      taken: [3, 0],
      bookings: [[7], []],
      outOfService: [1, 0],
    },
    {
      letter: 'A',
      size: '2ft',
      finish: 'standard',
      itemId: null,
      owned: 4,
      tightest: 4,
      taken: [0, 0],
      bookings: [[], []],
      outOfService: [0, 0],
    },
  ],
  bookings: [
    {
      id: 7,
      number: 3,
      message: 'MAMMA',
      customerName: 'Jonah Weiss',
      status: 'confirmed',
      deliveryDate: '2026-12-31T08:00:00-05:00',
      pickupDate: '2027-01-01T10:00:00-05:00',
    },
  ],
};

describe('the letter calendar', () => {
  it('says what is free, and leads to the bookings that have the rest', async () => {
    signIn();
    answer('get', '/api/reports/letters', calendar);
    const { user, address } = open('/inventory?view=calendar');
    const name = 'M 4ft, Fri, Jan 1, 2027: 1 piece short of 2, 1 out of service';
    const cell = await screen.findByRole('button', { name });
    expect(cell.textContent).toBe('−1');
    expect(screen.getByRole('button', { name: 'A 2ft, Sat, Jan 2, 2027: 4 of 4 free' })).toBeTruthy();
    expect(await faults()).toEqual([]);
    await user.click(cell);
    const details = within(await screen.findByRole('dialog'));
    expect(details.getByText('1 out of service')).toBeTruthy();
    const link = details.getByRole('link', { name: /MAMMA/ });
    expect(link.getAttribute('href')).toBe('/bookings?id=7');
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(cell);
    await user.keyboard('{ArrowRight}{ArrowDown}{Enter}');
    expect(await screen.findByText('No booking has this letter on that day.')).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.selectOptions(screen.getByLabelText('Size'), '2ft');
    expect(screen.queryByRole('button', { name })).toBeNull();
    expect(address()).toBe('/inventory?view=calendar&size=2ft');
  });

  it('asks for four weeks from today on, and goes on from there', async () => {
    signIn();
    const asked: string[] = [];
    server.use(
      http.get('http://localhost:3000/api/reports/letters', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(calendar);
      }),
    );
    const { user, address } = open('/inventory?view=calendar&from=2001-01-01');
    const next = await screen.findByRole('button', { name: 'Next 4 weeks' });
    const previous = screen.getByRole('button', { name: 'Previous 4 weeks' });
    // Days before today are past: an old link shows today.
    expect(previous).toHaveProperty('disabled', true);
    await user.click(next);
    expect(address()).toMatch(/from=20\d\d-\d\d-\d\d/);
    await user.click(await screen.findByRole('button', { name: 'Previous 4 weeks' }));
    expect(address()).toBe('/inventory?view=calendar');
    const days = asked.map((query) => Date.parse(new URLSearchParams(query).get('from') ?? ''));
    expect(asked[0]).toMatch(/^\?from=20\d\d-\d\d-\d\d&days=28$/);
    expect((days[1] ?? 0) - (days[0] ?? 0)).toBe(28 * 86_400_000);
  });

  it('leads to the whole set while there are no letters, and says why it could not load', async () => {
    signIn();
    answer('get', '/api/reports/letters', { message: 'The database is away.', code: 'unavailable' }, 503);
    const { user } = open('/inventory?view=calendar');
    expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
    answer('get', '/api/reports/letters', { ...calendar, letters: [], bookings: [] });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No letters to look at yet')).toBeTruthy();
  });
});

/** Two M and an R for three couples. */
const advice = (requests: number): BuyNextReport => ({
  sets: [
    {
      pieces: [
        { letter: 'M', size: '4ft', finish: 'standard', count: 2 },
        { letter: 'R', size: '4ft', finish: 'standard', count: 1 },
      ],
      cost: 1050,
      gain: 1500,
      gainPerYear: 1500,
      paybackMonths: 8.4,
      words: ['MR & MRS'],
      costSoFar: 1050,
      gainSoFar: 1500,
    },
  ],
  total: { cost: 1050, gain: 1500, gainPerYear: 1500, paybackMonths: 8.4, pieces: 3 },
  evidence: {
    requests,
    accepted: 0,
    enough: false,
    since: '2026-01-01',
    until: '2026-12-31',
    gainLow: 1200,
    gainHigh: 1800,
    backTest: null,
  },
  curve: [
    { budget: 0, gain: 0 },
    { budget: 1050, gain: 1500 },
  ],
  missingCost: false,
});

describe('letters you missed', () => {
  beforeEach(() => {
    answer('get', '/api/waiting-list', []);
  });

  it('says what one more would have earned, and when it pays for itself', async () => {
    signIn();
    const letters = [
      { letter: 'Y', size: '4ft', wishes: 3, mostShort: 1, oneMoreWishes: 3, oneMoreRevenue: 975 },
      { letter: 'M', size: '4ft', wishes: 1, mostShort: 2, oneMoreWishes: 0, oneMoreRevenue: 0 },
    ];
    answer('get', '/api/reports/missed-letters', {
      since: '2026-01-01',
      wishes: 4,
      lostRevenue: 1275,
      letters,
    });
    answer('get', '/api/reports/buy-next', advice(4));
    const { user } = open('/inventory?view=missed');
    expect(await screen.findByText(/4 refused requests in this period/)).toBeTruthy();
    expect(await screen.findByText('One more would have met 3 requests.')).toBeTruthy();
    expect(screen.getByText('$1,275.00')).toBeTruthy();
    expect(screen.getByText(/One more alone would not have been enough/)).toBeTruthy();
    expect(screen.queryByText(/Pays for itself/)).toBeNull();
    await user.type(screen.getByLabelText('Cost of a New 4ft Letter'), '400');
    expect(screen.getByText('Pays for itself after 2 such requests, or 0.5 such years.')).toBeTruthy();
    expect(await faults()).toEqual([]);
  });

  it('says what to buy for a budget, what it rests on, and that little is known', async () => {
    signIn();
    answer('get', '/api/reports/missed-letters', {
      since: '2026-01-01',
      wishes: 5,
      lostRevenue: 1500,
      letters: [{ letter: 'M', size: '4ft', wishes: 5, mostShort: 2, oneMoreWishes: 0, oneMoreRevenue: 0 }],
    });
    const asked: string[] = [];
    server.use(
      http.get('http://localhost:3000/api/reports/buy-next', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(advice(5));
      }),
    );
    const { user } = open('/inventory?view=missed');
    expect(await screen.findByText('2 × M (4ft) and 1 × R (4ft)')).toBeTruthy();
    expect(screen.getByText('Would have allowed MR & MRS.')).toBeTruthy();
    expect(screen.getByText(/only 5 refused requests/)).toBeTruthy();
    expect(screen.getByRole('img', { name: /Revenue against budget/ })).toBeTruthy();
    await user.type(screen.getByLabelText('Budget'), '7');
    await waitFor(() => expect(asked.at(-1)).toContain('budget=7'));
    expect(await faults()).toEqual([]);
  });

  it('is friendly where nothing was missed', async () => {
    signIn();
    answer('get', '/api/reports/missed-letters', {
      since: '2026-01-01',
      wishes: 0,
      lostRevenue: 0,
      letters: [],
    });
    open('/inventory?view=missed');
    expect(await screen.findByText('No request was missed')).toBeTruthy();
  });

  it('says how many customers wait for letters', async () => {
    signIn();
    answer('get', '/api/reports/missed-letters', {
      since: '2026-01-01',
      wishes: 0,
      lostRevenue: 0,
      letters: [],
    });
    const entry = {
      id: 1,
      message: 'LOVE',
      size: '4ft',
      lines: [],
      deliveryDate: '2027-06-01',
      pickupDate: '2027-06-02',
      customerName: 'Ann',
      customerEmail: 'ann@example.com',
      customerPhone: null,
      bookingId: null,
      createdAt: '2026-11-01T10:00:00Z',
    };
    answer('get', '/api/waiting-list', [
      { ...entry, state: 'offered', offeredUntil: '2026-12-04T15:30:00-05:00' },
      { ...entry, id: 2, state: 'booked', offeredUntil: null, bookingId: 7 },
    ]);
    open('/inventory?view=missed');
    expect(await screen.findByText(/1 customer waiting for letters/)).toBeTruthy();
  });
});

describe('repairs', () => {
  const outage = {
    id: 5,
    inventoryId: 77,
    letter: 'M',
    size: '4ft',
    count: 1,
    firstDay: '2020-01-01',
    lastDay: '2099-12-31',
    reason: 'Broken bulbs',
  };

  async function openLetter(outages: object[]) {
    signIn();
    answer('get', '/api/inventory', [letter('M', 4)]);
    answer('get', '/api/inventory/77/outages', outages as never);
    const { user } = open('/inventory');
    await user.click(await screen.findByRole('button', { name: 'Edit M (4ft)' }));
    const region = await screen.findByRole('region', { name: 'Out of service' });
    return { user, repairs: within(region) };
  }

  it('are listed, and ended', async () => {
    const { user, repairs } = await openLetter([outage, { ...outage, id: 4, lastDay: '2020-01-02' }]);
    expect((await repairs.findByRole('listitem')).textContent).toContain('1 × M until Dec 31, 2099');
    const ended = answer('delete', '/api/inventory/77/outages/5', null, 204);
    answer('get', '/api/inventory/77/outages', []);
    await user.click(repairs.getByRole('button', { name: /^Back in service/ }));
    expect(await repairs.findByText('All pieces are in service.')).toBeTruthy();
    expect(ended.bodies).toHaveLength(1);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('are reported with days and reason; bookings in the way are listed', async () => {
    const { user, repairs } = await openLetter([]);
    await user.click(await repairs.findByRole('button', { name: 'Report a Repair' }));
    await user.click(repairs.getByRole('button', { name: 'Take Out of Service' }));
    expect(repairs.getByText('Enter the date as MM/DD/YYYY')).toBeTruthy();
    await user.clear(repairs.getByLabelText('Start Date'));
    await user.type(repairs.getByLabelText('Start Date'), '12/01/2098');
    await user.type(repairs.getByLabelText('End Date'), '12/24/2098');
    await user.type(repairs.getByLabelText('Reason (Optional)'), ' Broken bulbs');
    expect(await faults()).toEqual([]);
    const sentence = 'Not that many M are free on those days';
    answer(
      'post',
      '/api/inventory/77/outages',
      {
        message: sentence,
        code: 'conflict',
        fields: { count: sentence },
        bookings: [
          { id: 7, number: 3, customerName: 'Jonah Weiss', deliveryDate: '2098-12-05T08:00:00-05:00' },
        ],
      },
      409,
    );
    // Enter sends the repair, not the letter's form around it.
    await user.type(repairs.getByLabelText('Reason (Optional)'), '{Enter}');
    expect(await repairs.findByText('Booking #3: Jonah Weiss, Dec 5, 2098')).toBeTruthy();
    const sent = answer('post', '/api/inventory/77/outages', outage, 201);
    answer('get', '/api/inventory/77/outages', [outage]);
    await user.click(repairs.getByRole('button', { name: 'Take Out of Service' }));
    expect(await repairs.findByRole('listitem')).toBeTruthy();
    expect(sent.bodies).toEqual([
      { count: 1, firstDay: '2098-12-01', lastDay: '2098-12-24', reason: 'Broken bulbs' },
    ]);
  });
});

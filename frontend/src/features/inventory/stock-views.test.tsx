import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BuyNextReport, LetterCalendar, MissedLetter } from '@/api/types';
import { conflictingBooking } from '@/testing/conflicts';
import { faults, loadAgain, open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { ada, answer, fail, letter, server, signIn } from '@/testing/server';
import { enterInto } from '@/testing/typing';

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
  it('shows availability and links the bookings with the rest', async () => {
    signIn();
    answer('get', '/api/reports/letters', calendar);
    const { user, address } = open('/inventory?view=calendar');
    const name = 'M 4ft, Fri, Jan 1, 2027: 1 piece short of 2, 1 out of service';
    const cell = await screen.findByRole('button', { name });
    expect(cell.textContent).toBe('−1');
    expect(screen.getByRole('button', { name: 'A 2ft, Sat, Jan 2, 2027: 4 of 4 available' })).toBeTruthy();
    expect(await faults()).toEqual([]);
    await user.click(cell);
    const details = within(await screen.findByRole('dialog'));
    expect(details.getByText('1 out of service')).toBeTruthy();
    const link = details.getByRole('link', { name: /MAMMA/ });
    expect(link.getAttribute('href')).toBe('/bookings?id=7');
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(cell);
    await user.keyboard('{ArrowRight}{ArrowDown}{Enter}');
    expect(await screen.findByText('No bookings use this letter on this day.')).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.selectOptions(screen.getByLabelText('Size'), '2ft');
    expect(screen.queryByRole('button', { name })).toBeNull();
    expect(address()).toBe('/inventory?view=calendar&size=2ft');
  });

  it('requests four weeks from today and pages on', async () => {
    signIn();
    const requests: string[] = [];
    server.use(
      http.get('http://localhost:3000/api/reports/letters', ({ request }) => {
        requests.push(new URL(request.url).search);
        return HttpResponse.json(calendar);
      }),
    );
    const { user, address } = open('/inventory?view=calendar&from=2001-01-01');
    const next = await screen.findByRole('button', { name: 'Next 4 weeks' });
    const previous = screen.getByRole('button', { name: 'Previous 4 weeks' });
    // Old links to past days show today.
    expect(previous).toHaveProperty('disabled', true);
    await user.click(next);
    expect(address()).toMatch(/from=20\d\d-\d\d-\d\d/);
    await user.click(await screen.findByRole('button', { name: 'Previous 4 weeks' }));
    expect(address()).toBe('/inventory?view=calendar');
    const days = requests.map((query) => Date.parse(new URLSearchParams(query).get('from') ?? ''));
    expect(requests[0]).toMatch(/^\?from=20\d\d-\d\d-\d\d&days=28$/);
    expect((days[1] ?? 0) - (days[0] ?? 0)).toBe(28 * 86_400_000);
  });

  it('offers a whole set while empty and shows load errors', async () => {
    signIn();
    await loadAgain('/inventory?view=calendar', '/api/reports/letters', {
      ...calendar,
      letters: [],
      bookings: [],
    });
    expect(await screen.findByText('No letters yet')).toBeTruthy();
  });
});

/** Two Ms and an R for three couples. */
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
  paying: { cost: 1050, gain: 1500, gainPerYear: 1500, paybackMonths: 8.4, pieces: 3 },
  evidence: {
    requests,
    accepted: 0,
    onlyPriced: 2,
    pricedPercent: 100,
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

/** An M missed by one request, which one more piece would have served. */
const missedLetter = sample<MissedLetter>({
  letter: 'M',
  size: '4ft',
  finish: 'standard',
  wishes: 1,
  mostShort: 1,
  oneMoreWishes: 1,
  oneMoreRevenue: 50,
});

/** Mock the missed letters, with the number of missed requests and their revenue. */
function missed(letters: MissedLetter[] = [], wishes = 0, lostRevenue = 0) {
  answer('get', '/api/reports/missed-letters', { since: '2026-01-01', wishes, lostRevenue, letters });
}

describe('letters you missed', () => {
  beforeEach(() => {
    answer('get', '/api/waiting-list', []);
    answer('get', '/api/reports/funnel', {
      since: '2026-01-01',
      until: '2026-11-23',
      countedSince: '2026-06-01',
      stages: [
        { stage: 'seen', count: 1240, amount: null },
        { stage: 'priced', count: 310, amount: 88000 },
        { stage: 'dated', count: 250, amount: 71000 },
        { stage: 'short', count: 42, amount: 12600 },
        { stage: 'askedAnyway', count: 9, amount: 2700 },
        { stage: 'waiting', count: 0, amount: 0 },
        { stage: 'sent', count: 130, amount: 39000 },
        { stage: 'booked', count: 120, amount: 36000 },
        { stage: 'paid', count: 80, amount: 24000 },
      ],
    });
    answer('get', '/api/reports/spare-letters', {
      since: '2025-06-01',
      enough: true,
      requests: 210,
      letters: [{ letter: 'Q', size: '4ft', finish: 'standard', owned: 3, spare: 2, cost: 80 }],
    });
  });

  it('shows the revenue of one more letter and its payback', async () => {
    signIn();
    const letters = [
      missedLetter({ letter: 'Y', wishes: 3, oneMoreWishes: 3, oneMoreRevenue: 975 }),
      missedLetter({ mostShort: 2, oneMoreWishes: 0, oneMoreRevenue: 0 }),
    ];
    missed(letters, 4, 1275);
    answer('get', '/api/reports/buy-next', advice(4));
    const { user } = open('/inventory?view=missed');
    expect(await screen.findByText(/4 refused requests in this period/)).toBeTruthy();
    expect(await screen.findByText('One more would have covered 3 requests.')).toBeTruthy();
    expect(screen.getByText('$1,275.00')).toBeTruthy();
    expect(screen.getByText(/One more wouldn't have been enough/)).toBeTruthy();
    expect(screen.queryByText(/Pays for itself/)).toBeNull();
    await enterInto(user, screen.getByLabelText('Cost of a New 4ft Letter'), '400');
    expect(
      screen.getByText('Pays for itself after 2 requests like these, or 0.5 years like this.'),
    ).toBeTruthy();
    expect(await faults()).toEqual([]);
  });

  it('names the finish of letters with several finishes', async () => {
    const finishes = { standard: 'Warm White', cool_white: 'Cool White' };
    signIn({ ...ada, pieceNames: { sizes: { '4ft': '4ft' }, finishes, usualFinish: 'standard' } });
    const short = { letter: 'E', wishes: 2, oneMoreWishes: 2, oneMoreRevenue: 80 };
    const letters = ['standard', 'cool_white'].map((finish) => missedLetter({ ...short, finish }));
    missed(letters, 4, 160);
    answer('get', '/api/reports/buy-next', advice(4));
    const warned = vi.spyOn(console, 'error');
    open('/inventory?view=missed');
    expect(await screen.findByRole('heading', { name: 'E 4ft, Warm White' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'E 4ft, Cool White' })).toBeTruthy();
    expect(warned).not.toHaveBeenCalled();
  });

  it('shows the ten most valuable letters first', async () => {
    signIn();
    const letters = [...'ABCDEFGHIJKL'].map((letter) => missedLetter({ letter }));
    missed(letters, 12, 600);
    answer('get', '/api/reports/buy-next', advice(4));
    const { user } = open('/inventory?view=missed');
    const rows = () => screen.getAllByText('One more would have covered 1 request.').length;
    await screen.findAllByText('One more would have covered 1 request.');
    expect(rows()).toBe(10);
    await user.click(screen.getByRole('button', { name: 'Show all 12' }));
    expect(rows()).toBe(12);
  });

  it('suggests purchases for a budget with evidence and caveats', async () => {
    signIn();
    const none = { oneMoreWishes: 0, oneMoreRevenue: 0 };
    missed([missedLetter({ wishes: 5, mostShort: 2, ...none })], 5, 1500);
    const requests: string[] = [];
    server.use(
      http.get('http://localhost:3000/api/reports/buy-next', ({ request }) => {
        requests.push(new URL(request.url).search);
        const [pays] = advice(5).sets;
        const rests = {
          pieces: [{ letter: 'J', size: '4ft', finish: 'standard', count: 1 }],
          gain: -50,
          words: [],
        };
        const sets = [pays, { ...pays, ...rests, gainSoFar: 1450 }];
        const total = { cost: 2100, gain: 1450, gainPerYear: 1450, paybackMonths: 17.4, pieces: 4 };
        // A set that only pays off in other periods lowers the curve behind its highest point.
        const [none, end] = advice(5).curve;
        return HttpResponse.json({
          ...advice(5),
          sets,
          total,
          curve: [none, { budget: 700, gain: 1600 }, end],
        });
      }),
    );
    const { user } = open('/inventory?view=missed');
    expect(await screen.findByText('2 × M (4ft) and 1 × R (4ft)')).toBeTruthy();
    expect(screen.getByText('Would have allowed MR & MRS.')).toBeTruthy();
    const resting = screen
      .getByText(/^1 more set that would have earned nothing in this period/)
      .closest('details');
    if (resting === null) throw new Error('what adds nothing is not folded away');
    expect(resting.open).toBe(false);
    expect(within(resting).getByText('−$50.00')).toBeTruthy();
    // The numbers above only include sets with a gain.
    expect(screen.getByText('3 letters').parentElement?.textContent).toBe('3 letters$1,050.00');
    expect(within(resting).queryByText('2 × M (4ft) and 1 × R (4ft)')).toBeNull();
    expect(screen.getByText(/only 5 refused requests/)).toBeTruthy();
    const chart = screen.getByRole('img', { name: 'Revenue by Budget' });
    expect(document.getElementById(chart.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Up to $1,600.00 more revenue in this period for $700.00.',
    );
    expect(chart.parentElement?.parentElement?.textContent).toBe(
      '+$1,600.00$0.00Revenue by Budget$0.00Budget$1,050.00',
    );
    const behind = screen.getByRole('table', { name: 'Revenue by budget', hidden: true });
    expect(behind.textContent).toContain('$1,050.00+$1,500.00');
    await enterInto(user, screen.getByLabelText('Budget'), '7');
    await waitFor(() => expect(requests.at(-1)).toContain('budget=7'));
    expect(screen.getByText('2 of 5 refused requests.')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Priced but Not Sent'), 'Count as half');
    await waitFor(() => expect(requests.at(-1)).toContain('priced=50'));
    expect(await faults()).toEqual([]);
  });

  it('shows how far form visitors got and their rental value', async () => {
    signIn();
    missed();
    open('/inventory?view=missed');
    const table = await screen.findByRole('table', { name: 'From visit to booking' });
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
    expect(cells).toHaveLength(9);
    expect(cells[0]).toMatch(/^Opened the form.*1,240$/);
    expect(cells[2]).toMatch(/^Chose dates.*250\$71,000\.00$/);
    expect(cells[3]).toMatch(/^Letters unavailable.*42\$12,600\.00$/);
    expect(cells[7]).toMatch(/^Booked.*120\$36,000\.00$/);
    expect(cells[8]).toMatch(/^Paid.*80\$24,000\.00$/);
    expect(screen.getByText('Visits and prices have been counted since Jun 1, 2026.')).toBeTruthy();
    expect(await faults()).toEqual([]);
  });

  it('shows an empty state without form visits', async () => {
    signIn();
    missed();
    answer('get', '/api/reports/funnel', {
      since: '2026-01-01',
      until: '2026-11-23',
      countedSince: null,
      stages: [{ stage: 'seen', count: 0, amount: null }],
    });
    open('/inventory?view=missed');
    expect(
      await screen.findByText(/There have been no visits to your booking form since Jan 1, 2026/),
    ).toBeTruthy();
  });

  it('shows an empty state if nothing was missed', async () => {
    signIn();
    missed();
    open('/inventory?view=missed');
    expect(await screen.findByText('No missed requests')).toBeTruthy();
    expect(await screen.findByText('2 of 3')).toBeTruthy();
    expect(screen.getByText('You paid $160.00')).toBeTruthy();
    expect(screen.getByText('Based on 210 requests since Jun 1, 2025.')).toBeTruthy();
  });

  it('shows how many customers wait and for which letters', async () => {
    const finishes = { standard: 'Warm White', cool_white: 'Cool White' };
    signIn({ ...ada, pieceNames: { sizes: { '4ft': '120 cm' }, finishes, usualFinish: 'standard' } });
    missed();
    const letters = { kind: 'letters', size: '4ft', colorOption: 'standard', addOns: {}, letterCount: 4 };
    const entry = {
      id: 1,
      message: 'LOVE / 2027',
      size: '4ft',
      lines: [
        { ...letters, text: 'LOVE', finish: 'cool_white' },
        { ...letters, text: '2027', size: '2ft', finish: 'standard' },
        { kind: 'item', itemId: 3, name: 'Balloon Arch', quantity: 2 },
      ],
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
      { ...entry, id: 2, lines: entry.lines.slice(0, 1), state: 'booked', offeredUntil: null, bookingId: 7 },
    ]);
    open('/inventory?view=missed');
    expect(await screen.findByText(/1 customer waiting for letters/)).toBeTruthy();
    const headings = screen.getAllByRole('heading', { name: /LOVE/ }).map(({ textContent }) => textContent);
    expect(headings).toEqual([
      'LOVE 120 cm, Cool White2027 2ft, Warm White2 × Balloon Arch ',
      'LOVE 120 cm, Cool White',
    ]);
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

  it('are listed and ended', async () => {
    const { user, repairs } = await openLetter([outage, { ...outage, id: 4, lastDay: '2020-01-02' }]);
    expect((await repairs.findByRole('listitem')).textContent).toContain('1 × M (4ft) until Dec 31, 2099');
    const ended = answer('delete', '/api/inventory/77/outages/5', null, 204);
    answer('get', '/api/inventory/77/outages', []);
    await user.click(repairs.getByRole('button', { name: /^Put back in service/ }));
    expect(await repairs.findByText('All pieces are in service.')).toBeTruthy();
    expect(ended.bodies).toHaveLength(1);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('are reported with dates and reason, listing conflicting bookings', async () => {
    const { user, repairs } = await openLetter([]);
    await user.click(await repairs.findByRole('button', { name: 'With Dates or Cost' }));
    await user.clear(repairs.getByLabelText('Start Date'));
    await user.click(repairs.getByRole('button', { name: 'Take Out of Service' }));
    expect(repairs.getByText('Enter the date as MM/DD/YYYY')).toBeTruthy();
    await enterInto(user, repairs.getByLabelText('Start Date'), '12/01/2098');
    await enterInto(user, repairs.getByLabelText('End Date (Optional)'), '12/24/2098');
    await enterInto(user, repairs.getByLabelText('Reason (Optional)'), ' Broken bulbs');
    await enterInto(user, repairs.getByLabelText('Repair Cost (Optional)'), '45');
    expect(repairs.getByLabelText('Photo (Optional)').getAttribute('type')).toBe('file');
    expect(await faults()).toEqual([]);
    const sentence = 'Not that many M are free on those days';
    const refused = fail('post', '/api/inventory/77/outages', 409, sentence, {
      fields: { count: sentence },
      bookings: [{ ...conflictingBooking, deliveryDate: '2098-12-05T08:00:00-05:00' }],
    });
    // Enter submits the repair, not the enclosing letter form.
    await user.type(repairs.getByLabelText('Reason (Optional)'), '{Enter}');
    expect(await repairs.findByText('Booking #3: Jonah Weiss, Dec 5, 2098')).toBeTruthy();
    expect(refused.bodies[0]).toMatchObject({ kind: 'repair', cost: 45 });
    // A loss has no repair cost.
    await user.clear(repairs.getByLabelText('End Date (Optional)'));
    await user.selectOptions(repairs.getByLabelText('What happened?'), 'Lost');
    const sent = answer('post', '/api/inventory/77/outages', { ...outage, atRisk: [{ bookingId: 7 }] }, 201);
    answer('get', '/api/inventory/77/outages', [outage]);
    await user.click(repairs.getByRole('button', { name: 'Take Out of Service' }));
    expect(await repairs.findByRole('listitem')).toBeTruthy();
    expect(await screen.findByText('1 × M (4ft). 1 booking at risk. See your dashboard.')).toBeTruthy();
    expect(sent.bodies).toEqual([
      { count: 1, firstDay: '2098-12-01', lastDay: null, kind: 'missing', reason: 'Broken bulbs' },
    ]);
  });

  it('are sent with the letter if still open', async () => {
    const { user, repairs } = await openLetter([]);
    const saved = answer('patch', '/api/inventory/77', letter('M', 6));
    await user.click(await repairs.findByRole('button', { name: 'With Dates or Cost' }));
    await enterInto(user, repairs.getByLabelText('Reason (Optional)'), 'Broken bulbs');
    await user.clear(screen.getByLabelText(/^Quantity/));
    await enterInto(user, screen.getByLabelText(/^Quantity/), '6');
    fail('post', '/api/inventory/77/outages', 422, 'Please check the fields.', {
      fields: { reason: 'Too long' },
    });

    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await repairs.findByText('Too long')).toBeTruthy();
    expect(saved.bodies).toEqual([]);

    const sent = answer('post', '/api/inventory/77/outages', { ...outage, atRisk: [] }, 201);
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.bodies).toMatchObject([{ count: 1, reason: 'Broken bulbs' }]);
    expect(saved.bodies).toMatchObject([{ quantity: 6 }]);
  });

  it('are sent with the letter even if the defaults fit', async () => {
    const { user, repairs } = await openLetter([]);
    answer('patch', '/api/inventory/77', letter('M', 5));
    const sent = answer('post', '/api/inventory/77/outages', { ...outage, atRisk: [] }, 201);
    await user.click(await repairs.findByRole('button', { name: 'With Dates or Cost' }));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.bodies).toMatchObject([{ count: 1, kind: 'repair', reason: null }]);
  });

  it('are recorded in two taps from the letter, and can be undone', async () => {
    const { user, repairs } = await openLetter([]);
    answer('get', '/api/at-risk', []);
    const stored = { id: 31, letter: 'M', size: '4ft', count: 1, kind: 'repair', atRisk: [] };
    const sent = answer('post', '/api/repairs', stored, 201);
    const ended = answer('delete', '/api/repairs/31', null, 204);
    await user.click(await repairs.findByRole('button', { name: 'Record a Repair' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Record a Repair or Loss' }));
    await user.click(dialog.getByRole('button', { name: 'Record Repair' }));
    const after = within(await screen.findByRole('dialog', { name: 'Recorded' }));
    expect(after.getByText('1 × M (4ft) is out of service from today.')).toBeTruthy();
    expect(sent.bodies).toMatchObject([{ letter: 'M', size: '4ft', count: 1, kind: 'repair', reason: null }]);
    await user.click(after.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(ended.bodies).toHaveLength(1));
    // The letter's dialog stays open.
    expect(screen.getByRole('dialog', { name: 'Edit Letter M' })).toBeTruthy();
  });
});

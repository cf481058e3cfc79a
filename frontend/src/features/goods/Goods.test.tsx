import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { Charge } from '@/api/charges';
import type { BookingGoods, Handover } from '@/api/goods';
import { details } from '@/testing/bookings';
import { storage } from '@/testing/device-storage';
import { open } from '@/testing/render';
import { answer, fail, letter as owned, refuse, server, signIn } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

function goods(rest: Partial<BookingGoods> = {}): BookingGoods {
  const letter = (name: string, booked: number, out = 0, back = 0) => ({
    letter: name,
    size: '4ft',
    finish: 'standard',
    itemId: null,
    name,
    booked,
    packed: 0,
    out,
    back,
    missing: 0,
  });
  return {
    goods: 'reserved',
    overdueSince: null,
    pieces: [letter('L', 2), letter('O', 1)],
    ...rest,
  };
}

const proposed: Charge = {
  id: 4,
  state: 'proposed',
  kind: 'missing',
  letter: 'L',
  size: '4ft',
  finish: 'standard',
  itemId: null,
  name: 'L',
  count: 1,
  note: 'Left at the hall',
  amount: 180,
  tax: 18,
  taxed: true,
  basis: 'replacement',
  covered: false,
  at: '2027-06-02T10:00:00-04:00',
  by: 'luis',
};

const past: Handover[] = [
  {
    id: 1,
    clientId: 'a',
    kind: 'in',
    at: '2027-06-02T10:00:00-04:00',
    recordedAt: '2027-06-02T10:00:00-04:00',
    by: 'luis',
    reason: null,
    lightsTested: true,
    signedBy: 'Ann',
    signature: 'M1 2L3 4',
    lines: [
      {
        letter: 'L',
        size: '4ft',
        finish: 'standard',
        count: 1,
        outcome: 'damaged',
        note: 'Two bulbs',
        photo: 'ab12',
      },
    ],
  },
];

async function openGoods(shown: BookingGoods = goods()) {
  signIn();
  answer('get', '/api/bookings', { items: [], nextCursor: null });
  answer('get', '/api/bookings/7', details({ status: 'confirmed' }));
  answer('get', '/api/bookings/7/goods', shown);
  answer('get', '/api/bookings/7/handovers', past);
  const page = open('/bookings?id=7');
  const section = within(await screen.findByRole('region', { name: 'Goods' }));
  return { ...page, section };
}

describe('the goods of a booking', () => {
  it('show the size of letters if it varies', async () => {
    const [first, second] = goods().pieces;
    const pieces = [first, { ...second, letter: 'L', name: 'L', size: '2ft' }] as BookingGoods['pieces'];
    const { section } = await openGoods(goods({ pieces }));
    expect((await section.findByRole('button', { name: 'L, 4ft: 0 of 2' })).textContent).toBe('L 4ft · 0/2');
    expect(section.getByRole('button', { name: 'L, 2ft: 0 of 1' }).textContent).toBe('L 2ft · 0/1');
  });

  it('are not just back while a piece is missing', async () => {
    const [letter] = goods().pieces;
    const pieces = letter === undefined ? [] : [{ ...letter, back: 2, missing: 1 }];
    const { section } = await openGoods(goods({ goods: 'back', pieces }));
    expect(await section.findByText('Back, 1 missing')).toBeTruthy();
  });

  it('go out all at once or piece by piece', async () => {
    const { user, section } = await openGoods();
    const sent = answer(
      'post',
      '/api/bookings/7/handovers',
      { handover: past[0] as never, goods: 'out', atRisk: [] } as never,
      201,
    );
    await user.click(await section.findByRole('button', { name: 'All Out (3)' }));
    expect(await screen.findByText('Out: 3 pieces')).toBeTruthy();
    await user.click(section.getByRole('button', { name: 'L, 4ft: 0 of 2' }));
    await user.click(section.getByRole('button', { name: 'Out: 1' }));
    expect(await screen.findByText('Out: 1 piece')).toBeTruthy();
    const bodies = sent.bodies as { kind: string; clientId: string; lines: unknown[] }[];
    expect(bodies.map(({ kind, lines }) => [kind, lines])).toEqual([
      [
        'out',
        [
          { letter: 'L', size: '4ft', finish: 'standard', count: 2, outcome: 'ok', note: null },
          { letter: 'O', size: '4ft', finish: 'standard', count: 1, outcome: 'ok', note: null },
        ],
      ],
      ['out', [{ letter: 'L', size: '4ft', finish: 'standard', count: 1, outcome: 'ok', note: null }]],
    ]);
    expect(new Set(bodies.map(({ clientId }) => clientId)).size).toBe(2);
  });

  it('appear on a canceled booking only if some have moved', async () => {
    const { user } = await openGoods();
    const canceled = details({ status: 'canceled' });
    answer('get', '/api/bookings/7', canceled);
    answer(
      'post',
      '/api/bookings/7/handovers',
      { handover: past[0], goods: 'reserved', atRisk: [] } as never,
      201,
    );
    // Refetched after the handover.
    await user.click(await screen.findByRole('button', { name: 'All Out (3)' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Goods' })).toBeNull());
    expect(screen.getByRole('region', { name: 'Booking' })).toBeTruthy();
  });

  it('come back damaged with a note shown in the list', async () => {
    const { user, section } = await openGoods(
      goods({
        goods: 'overdue',
        overdueSince: '2027-06-03T00:00:00-04:00',
        pieces: goods().pieces.map((row) => ({ ...row, out: row.booked })),
      }),
    );
    expect(await section.findByText('Overdue')).toBeTruthy();
    expect(await section.findByText(/1 × L \(damaged: Two bulbs\)/)).toBeTruthy();
    await user.selectOptions(section.getByLabelText('Condition'), 'damaged');
    expect(section.queryByRole('button', { name: /All Back/ })).toBeNull();
    await user.click(section.getByRole('button', { name: 'O, 4ft: 0 of 1' }));
    await enterInto(user, section.getByLabelText('Note (Optional)'), 'Dark');
    const sent = answer(
      'post',
      '/api/bookings/7/handovers',
      { handover: past[0] as never, goods: 'out', atRisk: [{ bookingId: 9, number: 29 }] } as never,
      201,
    );
    await user.click(section.getByRole('button', { name: 'Damaged: 1' }));
    expect(await screen.findByText('1 booking at risk: #29')).toBeTruthy();
    expect((sent.bodies[0] as { lines: unknown[] }).lines).toEqual([
      { letter: 'O', size: '4ft', finish: 'standard', count: 1, outcome: 'damaged', note: 'Dark' },
    ]);
  });

  it('missing pieces are reported before loading and do not count as out', async () => {
    const { user, section } = await openGoods();
    await user.click(await section.findByRole('button', { name: 'Out' }));
    await user.selectOptions(section.getByLabelText('Condition'), 'missing');
    expect(
      section.getByText(/Tap the pieces that are missing\. .*don't count as packed or out/),
    ).toBeTruthy();
    await user.click(section.getByRole('button', { name: /^O, 4ft: 0 of/ }));
    expect(section.getByText("Reported pieces stay here and don't count as packed or out.")).toBeTruthy();
    const sent = answer(
      'post',
      '/api/bookings/7/handovers',
      { handover: past[0] as never, goods: 'reserved', atRisk: [] } as never,
      201,
    );
    await user.click(section.getByRole('button', { name: 'Missing: 1' }));
    expect(await screen.findByText('Reported: 1 piece')).toBeTruthy();
    expect(sent.bodies[0]).toMatchObject({
      kind: 'out',
      lines: [{ letter: 'O', count: 1, outcome: 'missing' }],
    });
  });

  it('link the booking that still has a piece', async () => {
    const { user, section } = await openGoods();
    fail('post', '/api/bookings/7/handovers', 409, 'L is out with booking #12 (Ann).', {
      code: 'out_elsewhere',
      bookingId: 4,
      number: 12,
    });
    await user.click(await section.findByRole('button', { name: 'All Out (3)' }));
    expect(await section.findByText('L is out with booking #12 (Ann).')).toBeTruthy();
    expect(section.getByRole('link', { name: 'Open booking #12' }).getAttribute('href')).toBe(
      '/bookings?id=4',
    );
  });

  it('propose a damage charge and charge it', async () => {
    signIn();
    answer('get', '/api/bookings', { items: [], nextCursor: null });
    answer('get', '/api/bookings/7', details({ status: 'confirmed', goods: 'partly_back' }));
    answer('get', '/api/bookings/7/goods', goods({ goods: 'partly_back' }));
    answer('get', '/api/bookings/7/handovers', past);
    answer('get', '/api/bookings/7/charges', { charged: 0, charges: [proposed] });
    const { user } = open('/bookings?id=7');
    const section = within(await screen.findByRole('region', { name: 'Damage and Losses' }));
    expect(section.getByText('1 × L (4ft)')).toBeTruthy();
    expect(section.getByText('Left at the hall')).toBeTruthy();
    const sent = answer('patch', '/api/bookings/7/charges/4', {
      charged: 198,
      charges: [{ ...proposed, state: 'charged' }],
    });
    answer('get', '/api/bookings/7/charges', { charged: 198, charges: [{ ...proposed, state: 'charged' }] });
    await user.click(section.getByRole('button', { name: 'Charge $198.00' }));
    expect(await section.findByRole('button', { name: 'Undo Charge' })).toBeTruthy();
    expect(sent.bodies).toEqual([{ state: 'charged' }]);
  });

  it.each([
    ['a damage report', "What's wrong (Optional)", 'Bent'],
    ['the amount of a charge', /^Amount before tax/, '75'],
  ])('ask before the details close with %s typed', async (_what, label, text) => {
    signIn();
    answer('get', '/api/bookings', { items: [], nextCursor: null });
    answer('get', '/api/bookings/7', details({ status: 'completed', goods: 'back' }));
    answer('get', '/api/bookings/7/goods', goods({ goods: 'back' }));
    answer('get', '/api/bookings/7/handovers', []);
    answer('get', '/api/bookings/7/charges', { charged: 0, charges: [proposed] });
    answer('get', '/api/inventory', [owned('O', 1, { id: 12 })]);
    const { user } = open('/bookings?id=7');
    const section = within(await screen.findByRole('region', { name: 'Damage and Losses' }));
    await user.click(section.getByRole('button', { name: 'Report Damage or Loss' }));
    await user.click(section.getByRole('button', { name: 'Other Amount' }));
    await retype(user, await section.findByLabelText(label), text);

    await user.keyboard('{Escape}');
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard changes?' }));
    await user.click(question.getByRole('button', { name: 'Keep Editing' }));
    expect(section.getByDisplayValue(text)).toBeTruthy();

    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('ask once before the details close with a report and an amount typed', async () => {
    signIn();
    answer('get', '/api/bookings', { items: [], nextCursor: null });
    answer('get', '/api/bookings/7', details({ status: 'completed', goods: 'back' }));
    answer('get', '/api/bookings/7/goods', goods({ goods: 'back' }));
    answer('get', '/api/bookings/7/handovers', []);
    answer('get', '/api/bookings/7/charges', { charged: 0, charges: [proposed] });
    answer('get', '/api/inventory', [owned('O', 1, { id: 12 })]);
    const warn = vi.spyOn(console, 'warn');
    const { user } = open('/bookings?id=7');
    const section = within(await screen.findByRole('region', { name: 'Damage and Losses' }));
    await user.click(section.getByRole('button', { name: 'Report Damage or Loss' }));
    await user.click(section.getByRole('button', { name: 'Other Amount' }));
    await retype(user, await section.findByLabelText("What's wrong (Optional)"), 'Bent');
    await retype(user, section.getByLabelText(/^Amount before tax/), '75');
    await user.keyboard('{Escape}');
    expect(await screen.findAllByText('Discard changes?')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(warn).not.toHaveBeenCalledWith('A router only supports one blocker at a time');
  });

  it('are reported damaged later, and a waiver covers them', async () => {
    signIn();
    answer('get', '/api/bookings', { items: [], nextCursor: null });
    answer('get', '/api/bookings/7', details({ status: 'completed', goods: 'back' }));
    answer('get', '/api/bookings/7/goods', goods({ goods: 'back' }));
    answer('get', '/api/bookings/7/handovers', []);
    answer('get', '/api/bookings/7/charges', { charged: 0, charges: [] });
    answer('get', '/api/inventory', [owned('O', 1, { id: 12 })]);
    const { user } = open('/bookings?id=7');
    const section = within(await screen.findByRole('region', { name: 'Damage and Losses' }));
    await user.click(section.getByRole('button', { name: 'Report Damage or Loss' }));
    expect(await section.findByText(/no longer in your inventory/)).toBeTruthy();
    await user.selectOptions(section.getByLabelText('Piece'), 'O (4ft)');
    await enterInto(user, section.getByLabelText("What's wrong (Optional)"), 'Bent');
    await enterInto(user, section.getByLabelText('Repair Cost (Optional)'), '60.50');
    await user.upload(
      section.getByLabelText('Photo (Optional)'),
      new File(['bent'], 'bent.jpg', { type: 'image/jpeg' }),
    );
    refuse('post', '/api/inventory/12/outages', { count: 'Only 1 is there' });
    await user.click(section.getByRole('button', { name: 'Report' }));
    expect(await section.findByText('Only 1 is there')).toBeTruthy();
    const stored = { id: 31, letter: 'O', count: 1, atRisk: [{ bookingId: 9 }] };
    const sent = answer('post', '/api/inventory/12/outages', stored as never, 201);
    const types: unknown[] = [];
    server.use(
      http.post('http://localhost:3000/api/repairs/31/photos', ({ request }) => {
        types.push(request.headers.get('content-type'));
        return HttpResponse.json({ photo: 'ab12', photos: ['ab12'] }, { status: 201 });
      }),
    );
    const covered: Charge = {
      id: 5,
      state: 'waived',
      kind: 'repair',
      letter: 'O',
      size: '4ft',
      finish: 'standard',
      itemId: null,
      name: 'O',
      count: 1,
      note: 'Bent',
      amount: 60,
      tax: 0,
      taxed: false,
      basis: 'repair',
      covered: true,
      at: '2027-06-02T10:00:00-04:00',
      by: 'luis',
    };
    answer('get', '/api/bookings/7/charges', { charged: 0, charges: [covered] });
    await user.click(section.getByRole('button', { name: 'Report' }));
    expect(await section.findByText(/has the damage waiver, so no charge is proposed/)).toBeTruthy();
    expect(section.getByRole('button', { name: 'Charge Anyway' })).toBeTruthy();
    expect(sent.bodies[0]).toMatchObject({ bookingId: 7, reason: 'Bent', cost: 60.5 });
    // The photo follows the saved report.
    await waitFor(() => expect(types).toEqual(['image/jpeg']), { timeout: 10_000 });
    expect(storage.rows).toEqual([]);
    expect(await screen.findByText('1 booking at risk. See the dashboard.')).toBeTruthy();
  });
});

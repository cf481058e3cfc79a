import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { offerAnswered } from '@/testing/bookings';
import { conflictingBooking } from '@/testing/conflicts';
import { faults, loadAgain, open } from '@/testing/render';
import { ada, answer, fail, letter, server, signIn } from '@/testing/server';
import { priceList, site } from '@/testing/settings';
import { enterInto, retype } from '@/testing/typing';

async function openWith(...items: ReturnType<typeof letter>[]) {
  signIn();
  answer('get', '/api/inventory', items);
  const page = open('/inventory');
  await screen.findByRole('heading', { name: 'Inventory Management' });
  await screen.findByText('Popular Combinations');
  return page;
}

describe('the inventory screen', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
  });

  it('shows how to start while the inventory is empty', async () => {
    await openWith();
    expect(screen.getByText('No inventory items found matching your criteria.')).toBeTruthy();
    expect(screen.getByText('No 4ft letters yet')).toBeTruthy();
    expect(await screen.findByText('32 bookings')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Add your letters in a minute' })).toBeTruthy();
  });

  it('shows tiles, totals, badges and rows', async () => {
    const use = { id: 65, letter: 'A', size: '4ft', owned: 1, freeToday: 0, needed: true };
    answer('get', '/api/reports/stock', [use]);
    await openWith(letter('A', 1), letter('B', 6), letter('C', 3, { size: '2ft', pricePerDay: 15.5 }));
    expect(await screen.findByRole('button', { name: 'Edit A, 4ft: 1 available, low stock' })).toBeTruthy();
    expect(screen.getByText('Some Low Stock')).toBeTruthy();
    expect(screen.getByText('Good Stock')).toBeTruthy();
    expect(screen.getByText('7 units total, 6 available today')).toBeTruthy();
    expect(screen.getByText('3 units total, all available today')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: /4ft/ }).getAttribute('aria-valuenow')).toBe('86');
    expect(screen.getByRole('progressbar', { name: /2ft/ }).getAttribute('aria-valuenow')).toBe('100');
    const row = screen.getByRole('row', { name: /^C 2ft/ });
    expect(within(row).getByText('$15.00')).toBeTruthy();
    expect(within(row).getByText('own price $15.50 (not used)')).toBeTruthy();
    expect(within(row).getByText('Medium')).toBeTruthy();
  });

  it('shows five examples until there are bookings', async () => {
    await openWith();
    const list = within(await screen.findByRole('list', { name: 'Popular Combinations' }));
    expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'MR & MRS32 bookingsexample',
      'LOVE26 bookingsexample',
      'HAPPY BIRTHDAY23 bookingsexample',
      'BABY18 bookingsexample',
      'CONGRATS15 bookingsexample',
    ]);
  });

  it('shows the most booked messages without loading bookings', async () => {
    signIn();
    answer('get', '/api/reports/popular', [{ message: 'SWEET 16', bookings: 1 }]);
    const requests: string[] = [];
    server.events.on('request:start', ({ request }) => requests.push(request.url));
    open('/inventory');
    expect(await screen.findByText('1 booking')).toBeTruthy();
    expect(screen.queryByText('MR & MRS')).toBeNull();
    expect(screen.queryByText('example')).toBeNull();
    // Skip the notification bell's own request for pending bookings.
    expect(requests.filter((url) => /bookings(?!.*limit=)/.test(url))).toEqual([]);
    server.events.removeAllListeners();
  });

  it('filters, searches and sorts the table', async () => {
    const { user } = await openWith(letter('A', 1), letter('B', 6), letter('C', 3, { size: '2ft' }));
    const rows = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.querySelector('td')?.textContent);
    expect(rows()).toEqual(['A', 'B', 'C']);
    await user.click(screen.getByRole('button', { name: 'Letter' }));
    expect(rows()).toEqual(['C', 'B', 'A']);
    expect(screen.getByRole('columnheader', { name: 'Letter' }).getAttribute('aria-sort')).toBe('descending');
    await user.selectOptions(screen.getByLabelText('Size'), '4ft Letters');
    expect(rows()).toEqual(['B', 'A']);
    await enterInto(user, screen.getByPlaceholderText('Search letters...'), 'z');
    expect(screen.getByText('No inventory items found matching your criteria.')).toBeTruthy();
  });

  it('filters the tiles like the table', async () => {
    const { user } = await openWith(letter('A', 1), letter('B', 6), letter('B', 3, { id: 9, size: '2ft' }));
    const tiles = () => screen.getAllByRole('button', { name: /available/ }).map((tile) => tile.ariaLabel);
    expect(tiles()).toHaveLength(3);
    await enterInto(user, screen.getByPlaceholderText('Search letters...'), 'b');
    expect(tiles()).toEqual(['Edit B, 4ft: 6 available', 'Edit B, 2ft: 3 available, only a few']);
    await user.selectOptions(screen.getByLabelText('Size'), '2ft Letters');
    expect(tiles()).toEqual(['Edit B, 2ft: 3 available, only a few']);
    expect(screen.queryByRole('heading', { name: '4ft Letters' })).toBeNull();
    expect(screen.getByText('1 of 3')).toBeTruthy();
  });

  it('groups the finishes of a letter in one tile', async () => {
    const finishes = { standard: 'Warm White', rgb: 'RGB' };
    signIn({ ...ada, pieceNames: { sizes: { '4ft': '4ft' }, finishes, usualFinish: 'standard' } });
    const items = [
      letter('A', 6, { id: 1 }),
      letter('A', 0, { id: 2, finish: 'rgb' }),
      letter('B', 5, { id: 3 }),
      letter('C', 5, { id: 4, finish: 'rgb' }),
    ];
    answer('get', '/api/inventory', items);
    const { user } = open('/inventory');
    const tile = await screen.findByRole('button', {
      name: 'Show A, 4ft, 2 finishes: 6 available, low stock',
    });
    // Below its tile, only a finish other than the usual one is named.
    const textOf = (name: string) => screen.getByRole('button', { name }).textContent;
    expect(textOf('Edit B, 4ft, Warm White: 5 available')).not.toContain('Warm White');
    expect(textOf('Edit C, 4ft, RGB: 5 available')).toContain('RGB');
    await user.click(tile);
    const dialog = within(await screen.findByRole('dialog', { name: 'A, 4ft' }));
    expect(dialog.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'Warm White6 owned, 6 available todayGoodEdit',
      'RGB0 owned, 0 available todayLowEdit',
    ]);
    expect(await faults()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Edit A, RGB' }));
    const editor = within(await screen.findByRole('dialog', { name: /Edit/ }));
    expect(editor.getByLabelText('Finish')).toHaveProperty('value', 'rgb');
  });

  it('shows tiles on a phone, or the table, and remembers the choice', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addEventListener: vi.fn(),
      removeEventListener: vi.fn(),
    }));
    const { user } = await openWith(letter('A', 1));
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Table' }));
    expect(screen.getByRole('table')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Edit A, 4ft/ })).toBeNull();
    expect(await faults()).toEqual([]);
    cleanup();
    open('/inventory');
    expect(await screen.findByRole('table')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Tiles' }));
    expect(screen.getByRole('button', { name: /^Edit A, 4ft/ })).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('prefills the list price, else the installation’s suggestion', async () => {
    signIn();
    answer('get', '/api/site', site({ letterPrice: 62.5 }));
    answer(
      'get',
      '/api/price-list',
      priceList({ sizes: [{ code: '4ft', label: '4ft', price: 40, heightInches: 48 }] }),
    );
    const { user } = open('/inventory');
    await user.click(await screen.findByRole('button', { name: 'Add New Letter' }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByLabelText('Price Per Day')).toHaveProperty('value', '40'));
    expect(within(dialog.getByLabelText('Size')).getAllByRole('option')).toHaveLength(1);
  });

  it('shows sizes to users who may not change prices', async () => {
    signIn({ ...ada, rights: ada.rights.filter((right) => right !== 'changeSettings') });
    offerAnswered();
    answer('get', '/api/site', site({ letterPrice: 62.5 }));
    const { user } = open('/inventory');
    await user.click(await screen.findByRole('button', { name: 'Add New Letter' }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByLabelText('Size')).toHaveProperty('value', '4ft'));
    await waitFor(() => expect(dialog.getByLabelText('Price Per Day')).toHaveProperty('value', '62.5'));
  });

  it('stores letters by size and finish with their weight', async () => {
    signIn();
    const finishes = [
      { code: 'standard', label: 'Warm White' },
      { code: 'rgb', label: 'RGB' },
    ];
    answer('get', '/api/price-list', priceList({ finishes }));
    answer('get', '/api/inventory', [letter('M', 4, { finish: 'rgb' })]);
    const { user } = open('/inventory');
    expect(await screen.findByRole('row', { name: /^M 4ft RGB/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Edit M (4ft, RGB)' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Finish')).toHaveProperty('disabled', true);
    await user.click(dialog.getByText('Measurements and value'));
    expect(dialog.getByText('Estimate: 35')).toBeTruthy();
    await enterInto(user, dialog.getByLabelText('Weight (lb)'), '41.5');
    const sent = answer('patch', '/api/inventory/77', letter('M', 4, { finish: 'rgb' }));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Inventory updated')).toBeTruthy();
    expect(sent.bodies).toEqual([
      { letter: 'M', size: '4ft', quantity: 4, pricePerDay: 25, weightPounds: 41.5 },
    ]);
  });

  it('adds a letter at the list price of its size', async () => {
    const { user } = await openWith();
    await user.click(screen.getByRole('button', { name: 'Add New Letter' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Price Per Day')).toHaveProperty('value', '25');
    await user.selectOptions(dialog.getByLabelText('Size'), '2ft');
    expect(dialog.getByLabelText('Price Per Day')).toHaveProperty('value', '15');
    await enterInto(user, dialog.getByLabelText('Letter'), 'q');
    await retype(user, dialog.getByLabelText('Quantity'), '3');
    const sent = answer('post', '/api/inventory', letter('Q', 3, { size: '2ft' }), 201);
    answer('get', '/api/inventory', [letter('Q', 3, { size: '2ft' })]);
    await user.click(dialog.getByRole('button', { name: 'Add Letter' }));
    expect(await screen.findByText('Inventory added')).toBeTruthy();
    expect(await screen.findByRole('row', { name: /^Q 2ft/ })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent.bodies).toEqual([{ letter: 'Q', size: '2ft', quantity: 3, pricePerDay: 15 }]);
  });

  it('shows the business’s name of a size in the price hint', async () => {
    signIn({ ...ada, pieceNames: { sizes: { '4ft': '120 cm' }, finishes: {}, usualFinish: 'standard' } });
    answer('get', '/api/inventory', []);
    const { user } = open('/inventory');
    await user.click(await screen.findByRole('button', { name: 'Add New Letter' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Price of every 120 cm letter')).toBeTruthy();
  });

  it('changes the price of the size unless switched off', async () => {
    const { user } = await openWith(letter('A', 2));
    await user.click(screen.getByRole('button', { name: 'Add New Letter' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Price of every 4ft letter')).toBeTruthy();
    await enterInto(user, dialog.getByLabelText('Letter'), 'b');
    await retype(user, dialog.getByLabelText('Price Per Day'), '75');
    const forAll = dialog.getByRole('switch', { name: 'Charge $75.00 for every 4ft letter' });
    expect(
      dialog.getByText(
        'Updates your price list, which is $25.00 now. Also applies to your other 1 4ft letter.',
      ),
    ).toBeTruthy();
    const sent = answer('post', '/api/inventory', letter('B', 0, { pricePerDay: 75 }), 201);
    await user.click(dialog.getByRole('button', { name: 'Add Another' }));
    expect(await screen.findByText('B (4ft): 0 in stock. 4ft letters: $75.00')).toBeTruthy();

    await enterInto(user, dialog.getByLabelText('Letter'), 'c');
    await user.click(forAll);
    expect(dialog.getByText(/^This price won't be used. Your price list charges \$25.00/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Add Letter' }));
    expect(await screen.findByText('Inventory added')).toBeTruthy();
    const row = { size: '4ft', quantity: 0, pricePerDay: 75 };
    expect(sent.bodies).toEqual([
      { letter: 'B', ...row, setListPrice: true },
      { letter: 'C', ...row },
    ]);
  });

  it('keeps a letter’s own price while the size sets it', async () => {
    const { user } = await openWith(letter('M', 4, { pricePerDay: 75 }));
    await user.click(screen.getByRole('button', { name: 'Edit M (4ft)' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Price Per Day')).toHaveProperty('value', '25');
    await retype(user, dialog.getByLabelText('Quantity'), '5');
    const sent = answer('patch', '/api/inventory/77', letter('M', 5, { pricePerDay: 75 }));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Inventory updated')).toBeTruthy();
    expect(sent.bodies).toEqual([{ letter: 'M', size: '4ft', quantity: 5, pricePerDay: 75 }]);
  });

  it('sends no request while the form is invalid', async () => {
    const { user } = await openWith();
    await user.click(screen.getByRole('button', { name: 'Add New Letter' }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterInto(user, dialog.getByLabelText('Letter'), 'ab');
    for (const [label, text] of [
      ['Quantity', '-1'],
      ['Price Per Day', '0'],
    ] as const) {
      await retype(user, dialog.getByLabelText(label), text);
    }
    await user.click(dialog.getByRole('button', { name: 'Add Letter' }));
    for (const text of [
      'Enter a single character',
      'Quantity cannot be negative',
      'Price must be at least 1',
    ]) {
      expect(await dialog.findByText(text)).toBeTruthy();
    }
  });

  it('names the bookings that need a letter and keeps the input', async () => {
    const { user } = await openWith(letter('M', 4));
    await user.click(screen.getByRole('button', { name: 'Edit M (4ft)' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Letter')).toHaveProperty('disabled', true);
    expect(dialog.getByLabelText('Size')).toHaveProperty('disabled', true);
    await retype(user, dialog.getByLabelText('Quantity'), '1');
    const taken = { fields: { quantity: 'Two are taken' }, bookings: [conflictingBooking] };
    const sent = fail('patch', '/api/inventory/77', 409, '2 × M are taken on December 5.', taken);
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Failed to update inventory')).toBeTruthy();
    expect(dialog.getByText('Two are taken')).toBeTruthy();
    expect(dialog.getByText('Booking #3: Jonah Weiss, Dec 5, 2026')).toBeTruthy();
    expect(dialog.getByLabelText('Quantity')).toHaveProperty('value', '1');
    expect(sent.bodies).toEqual([{ letter: 'M', size: '4ft', quantity: 1, pricePerDay: 25 }]);
  });

  it('asks before removing a letter', async () => {
    const { user } = await openWith(letter('M', 4));
    await user.click(screen.getByRole('button', { name: /^Edit M, 4ft/ }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    const sent = answer('delete', '/api/inventory/77', null, 204);
    answer('get', '/api/inventory', []);
    expect(sent.bodies).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Remove Letter' }));
    expect(await screen.findByText('Inventory removed')).toBeTruthy();
    expect(sent.bodies).toHaveLength(1);
  });

  it('shows a load error and retries', async () => {
    signIn();
    await loadAgain('/inventory', '/api/inventory', [letter('A', 1)]);
    expect(await screen.findByRole('row', { name: /^A 4ft/ })).toBeTruthy();
  });

  it('adds tags to pieces and prints labels', async () => {
    signIn();
    answer('get', '/api/inventory', [letter('Y', 2, { id: 3 })]);
    const piece = { letter: 'Y', size: '4ft', finish: 'standard', itemId: null, name: 'Y', note: null };
    const none = { boughtOn: null, bookingId: null, bookingNumber: null, out: false, cost: null };
    answer('get', '/api/items', []);
    answer('get', '/api/pieces', [{ id: 1, tag: 'Y-1', state: 'ok', ...piece, ...none }]);
    const added = answer('post', '/api/pieces', { id: 2, tag: 'K7M2QX9A', state: 'ok', ...piece, ...none });
    const changed = answer('patch', '/api/pieces/1', {});
    const { user } = open('/inventory?view=tags');
    await user.selectOptions(await screen.findByLabelText('State of Y-1'), 'retired');
    await user.click(await screen.findByRole('button', { name: 'Add Tag' }));
    expect(await screen.findByText('Tag K7M2QX9A added')).toBeTruthy();
    expect(changed.bodies).toEqual([{ state: 'retired' }]);
    expect(added.bodies).toEqual([{ inventoryId: 3, tag: null, note: null, cost: null, boughtOn: null }]);
    await user.selectOptions(screen.getByLabelText('Label sheet'), 'L7160');
    expect(screen.getByRole('link', { name: 'Print Slot Labels' }).getAttribute('href')).toBe(
      '/api/labels.pdf?sheet=L7160&of=slots',
    );
  });
});

import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Item, Package } from '@/api/types';
import { conflictingBooking } from '@/testing/conflicts';
import { open } from '@/testing/render';
import { answer, crew, fail, refuse, server, signIn } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

const typed = {
  name: 'Balloon Arch',
  description: null,
  category: null,
  kind: 'counted',
  quantity: 2,
  price: 40,
  per: 'event',
  public: true,
  taxable: true,
  replacementPrice: null,
} as const;
const arch: Item = {
  ...typed,
  id: 4,
  userId: 1,
  category: 'Balloons',
  picture: null,
  smallPicture: null,
};
const names: Package = {
  id: 9,
  userId: 1,
  name: 'Names',
  description: null,
  lines: [
    {
      kind: 'letters',
      text: '____ & ____',
      size: '4ft',
      finish: 'standard',
      colorOption: 'standard',
      addOns: { stand: true },
    },
    { kind: 'item', itemId: 4, quantity: 1, name: 'Balloon Arch' },
  ],
  price: null,
  public: true,
  blanks: 2,
  picture: null,
  smallPicture: null,
};

async function openItems(items: Item[], packages: Package[] = []) {
  answer('get', '/api/items', items);
  answer('get', '/api/packages', packages);
  answer('get', '/api/booking-form', { sizes: [], colors: [], addOns: [] });
  const page = open('/inventory?view=items');
  await screen.findByRole('heading', { name: 'Items' });
  return page;
}

describe('items and packages', () => {
  it('keeps a new item even if its picture is rejected', async () => {
    signIn();
    const { user } = await openItems([]);
    await user.click(screen.getByRole('button', { name: 'Add Item' }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterInto(user, dialog.getByLabelText('Name'), 'Balloon Arch');
    await enterInto(user, dialog.getByLabelText('Price'), '40');
    await retype(user, dialog.getByLabelText('Quantity'), '2');
    await user.upload(
      dialog.getByLabelText('Picture file'),
      new File(['x'], 'arch.png', { type: 'image/png' }),
    );
    const sent = answer('post', '/api/items', arch, 201);
    const refusal = { message: 'Check it.', fields: { picture: 'HEIC pictures aren’t supported.' } };
    server.use(
      http.put('http://localhost:3000/api/items/4/picture', () =>
        HttpResponse.json(refusal, { status: 422 }),
      ),
    );
    await user.click(dialog.getByRole('button', { name: 'Add Item' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'HEIC pictures aren’t supported. Everything else was saved.',
    );
    expect(sent.bodies).toEqual([typed]);
    // The second submit updates the item instead of adding another.
    const changed = answer('patch', '/api/items/4', arch);
    await user.click(dialog.getByRole('button', { name: 'Remove Picture' }));
    await user.click(dialog.getByRole('button', { name: 'Add Item' }));
    expect(await screen.findByText('Item updated')).toBeTruthy();
    expect(changed.bodies).toHaveLength(1);
  });

  it('asks before removing an item and links bookings that need it', async () => {
    signIn();
    const { user } = await openItems([arch]);
    expect(screen.getByText('$40.00 per event')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove Balloon Arch' }));
    const taken = '2 × Balloon Arch are taken on December 5.';
    fail('delete', '/api/items/4', 409, taken, { bookings: [conflictingBooking] });
    await user.click(await screen.findByRole('button', { name: 'Remove Item' }));
    const link = await screen.findByRole('link', { name: 'Booking #3: Jonah Weiss, Dec 5, 2026' });
    expect(link.getAttribute('href')).toBe('/bookings?id=7');
  });

  it('edits the lines of a package and shows errors at the line', async () => {
    signIn();
    const { user } = await openItems([arch], [names]);
    expect(screen.getByText('____ & ____ in 4ft')).toBeTruthy();
    expect(screen.getByText('Sum of the lines')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Edit Names' }));
    const dialog = within(await screen.findByRole('dialog'));
    await retype(user, dialog.getByLabelText('Quantity'), '3');
    await user.click(dialog.getByRole('button', { name: 'Add Letters' }));
    const texts = dialog.getAllByLabelText('Letters');
    await user.click(dialog.getAllByRole('button', { name: 'Insert Blank' })[1] as HTMLElement);
    expect(texts[1]).toHaveProperty('value', '____');
    await user.selectOptions(dialog.getByLabelText('Price'), 'Package price');
    await enterInto(user, dialog.getByLabelText('Package Price'), '250');
    const sent = refuse('patch', '/api/packages/9', { 'lines[2].size': 'Size must be one of: 3ft' });
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText('Size must be one of: 3ft')).toBeTruthy();
    const letters = { kind: 'letters', finish: 'standard', colorOption: 'standard' };
    expect(sent.bodies).toEqual([
      {
        name: 'Names',
        description: null,
        price: 250,
        public: true,
        lines: [
          { ...letters, text: '____ & ____', size: '4ft', addOns: { stand: true } },
          { kind: 'item', itemId: 4, quantity: 3 },
          { ...letters, text: '____', size: '2ft' },
        ],
      },
    ]);
  });

  it('shows staff the items without prices and buttons', async () => {
    signIn(crew);
    const { price: _, replacementPrice: __, ...unpriced } = arch;
    await openItems([unpriced]);
    expect(await screen.findByText('2 owned')).toBeTruthy();
    expect(screen.queryByText(/per event/)).toBeNull();
    expect(screen.queryByRole('button', { name: /Edit|Remove|Add/ })).toBeNull();
  });

  it('shows a load error and retries', async () => {
    signIn();
    fail('get', '/api/items', 503, 'The database is away.');
    answer('get', '/api/packages', []);
    answer('get', '/api/booking-form', { sizes: [], colors: [], addOns: [] });
    const { user } = open('/inventory?view=items');
    expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
    answer('get', '/api/items', [arch]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Balloon Arch')).toBeTruthy();
  });

  it('takes pieces of an item out of service, and puts them back', async () => {
    signIn();
    const { user } = await openItems([arch]);
    const outage = {
      id: 5,
      count: 1,
      firstDay: '2020-06-01',
      lastDay: null,
      reason: 'Torn',
      kind: 'repair',
    };
    answer('get', '/api/items/4/outages', []);
    await user.click(screen.getByRole('button', { name: /^Edit/ }));
    const repairs = within(await screen.findByRole('region', { name: 'Out of service' }));
    expect(await repairs.findByText('All pieces are in service.')).toBeTruthy();
    await user.click(repairs.getByRole('button', { name: 'With Dates or Cost' }));
    await enterInto(user, repairs.getByLabelText('Reason (Optional)'), 'Torn');
    const sent = answer('post', '/api/items/4/outages', { ...outage, atRisk: [] }, 201);
    answer('get', '/api/items/4/outages', [outage] as never);
    await user.click(repairs.getByRole('button', { name: 'Take Out of Service' }));
    expect((await repairs.findByRole('listitem')).textContent).toContain(
      '1 × Balloon Arch since Jun 1, 2020, no end date',
    );
    expect(sent.bodies).toMatchObject([{ count: 1, kind: 'repair', reason: 'Torn' }]);
    const ended = answer('delete', '/api/items/4/outages/5', null, 204);
    answer('get', '/api/items/4/outages', []);
    await user.click(repairs.getByRole('button', { name: /^Put back in service: 1 × Balloon Arch/ }));
    expect(await repairs.findByText('All pieces are in service.')).toBeTruthy();
    expect(ended.bodies).toHaveLength(1);
  });
});

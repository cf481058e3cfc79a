/** Rentals of several lines: words, items and packages. */
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  answerForm,
  confirmation,
  fill,
  free,
  note,
  offering,
  open,
  sent,
  submit,
} from '@/testing/public-form';
import { server } from '@/testing/server';
import { enter, enterInto } from '@/testing/typing';

beforeEach(answerForm);

describe('more than one line', () => {
  const catalog = {
    items: [
      {
        id: 3,
        name: 'Balloon arch',
        description: null,
        category: 'Balloons',
        kind: 'counted',
        price: 40,
        per: 'event',
        picture: null,
        smallPicture: null,
      },
    ],
    packages: [],
  };

  it('draws items without a picture as lit letters, and asks for the words of packages', async () => {
    const pack = { id: 5, name: 'Couple', description: null, price: null, picture: null, smallPicture: null };
    const packages = [{ ...pack, blanks: 2, lines: [{ kind: 'letters', text: '____ & ____', size: '4ft' }] }];
    offering({ hasCatalog: true });
    server.use(
      http.get('*/api/public/catalog', () => HttpResponse.json({ ...catalog, packages })),
      http.post('*/api/estimate', () => HttpResponse.json({ ...free, letters: [...'LOVEA&B'] })),
    );
    const { user } = await open();
    await enter(user, 'Message', 'Love');
    const drawn = () =>
      [...document.querySelectorAll('.picture [aria-label]')].map((sign) => sign.getAttribute('aria-label'));
    await waitFor(() => expect(drawn()).toEqual(['&']));
    await user.click(screen.getByRole('button', { name: 'Show all 4 extras' }));
    await waitFor(() => expect(drawn()).toEqual(['&', 'B']));
    const spelled = () => document.querySelector('.spelling')?.textContent;
    await waitFor(() => expect(spelled()).toMatch(/^7 letters: L O V E A & B/));
  });

  it('sends lines, shows errors at their fields, and restores a removed line', async () => {
    let refuse = true;
    let tooMany = false;
    offering({ hasCatalog: true });
    server.use(
      http.get('*/api/public/catalog', () => HttpResponse.json(catalog)),
      http.post('*/api/estimate', async ({ request }) => {
        const { lines } = await note(request);
        if (Array.isArray(lines) && lines.length === 3 && refuse) {
          const fields = { 'lines[1].text': 'Too long', 'lines[2].quantity': 'Too many' };
          return HttpResponse.json({ message: 'Check', code: 'invalid', fields }, { status: 422 });
        }
        const shortages = [
          { letter: '7', size: '4ft', finish: 'standard', needed: 2 },
          { letter: '2', size: '2ft', finish: 'standard', needed: 2 },
          { itemId: 3, name: 'Balloon arch', needed: 1 },
        ];
        return HttpResponse.json(tooMany ? { ...free, available: false, shortages } : free);
      }),
    );
    const { user } = await open();
    await fill(user);
    expect(sent.at(-1)?.body).toMatchObject({ message: 'Happy 30th' });

    await user.click(await screen.findByText('Add another line'));
    const words = await screen.findByLabelText('Text for line 2');
    await waitFor(() => expect(document.activeElement).toBe(words));
    await user.paste('2027');
    await user.selectOptions(await screen.findByLabelText('Size 2027'), '2ft');
    await user.click(await screen.findByRole('button', { name: 'Add Balloon arch' }));
    await user.click(screen.getByRole('button', { name: 'Add one Balloon arch' }));
    expect(await screen.findByText('Too long')).toBeTruthy();
    expect(screen.getByText('Too many').id).toBe('field-lines[2].quantity-error');
    expect(sent.at(-1)?.body.lines).toMatchObject([
      { kind: 'letters', text: 'Happy 30th', size: '4ft' },
      { kind: 'letters', text: '2027', size: '2ft' },
      { kind: 'item', itemId: 3, quantity: 2 },
    ]);
    refuse = false;

    await user.click(screen.getByRole('button', { name: 'Remove 2027' }));
    expect(screen.queryByLabelText('Text for line 2')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.getByLabelText<HTMLInputElement>('Text for line 2').value).toBe('2027');
    tooMany = true;
    await user.click(screen.getByRole('button', { name: 'Remove one Balloon arch' }));
    const short = () => [...document.querySelectorAll('.line-short')].map(({ textContent }) => textContent);
    await waitFor(() => expect(short()).toEqual(['Not enough 2', 'Not enough Balloon arch']));
    tooMany = false;
    await enterInto(user, screen.getByLabelText('Text for line 2'), '!');
    await waitFor(() => expect(short()).toEqual([]));
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    await confirmation();
    expect(sent.at(-1)?.body.lines).toHaveLength(3);
  });

  it('names half-filled packages beside the button, and sends once their words are filled in', async () => {
    const couple = {
      id: 5,
      name: 'Couple',
      description: null,
      price: 300,
      picture: null,
      smallPicture: null,
    };
    const packages = [
      { ...couple, blanks: 2, lines: [{ kind: 'letters', text: '____ & ____', size: '4ft' }] },
    ];
    offering({ hasCatalog: true });
    server.use(http.get('*/api/public/catalog', () => HttpResponse.json({ ...catalog, packages })));
    const { user } = await open();
    await fill(user);
    const needed = () => document.querySelector('.needed')?.textContent;

    await user.click(await screen.findByRole('button', { name: 'Add Couple' }));
    await waitFor(() => expect(needed()).toBe('Still needed: Text for “Couple”'));
    expect(submit().disabled).toBe(true);

    const [first, second] = await screen.findAllByRole('textbox', { name: /Couple/ });
    await enterInto(user, first as HTMLElement, 'Ann');
    expect(needed()).toBe('Still needed: Text for “Couple”');
    await user.click(screen.getByRole('button', { name: 'Text for “Couple”' }));
    expect(document.activeElement).toBe(first);

    await enterInto(user, second as HTMLElement, 'Bob');
    await waitFor(() => expect(submit().disabled).toBe(false));
    expect(needed()).not.toContain('Couple');
  });

  it('names a package without its words beside the price', async () => {
    const pack = { id: 5, name: 'Couple', description: null, price: 300, picture: null, smallPicture: null };
    const packages = [{ ...pack, blanks: 1, lines: [{ kind: 'letters', text: '____', size: '4ft' }] }];
    offering({ hasCatalog: true });
    server.use(http.get('*/api/public/catalog', () => HttpResponse.json({ ...catalog, packages })));
    const { user } = await open();
    await fill(user);
    await user.click(await screen.findByRole('button', { name: 'Add Couple' }));
    const [price, bar] = ['.figures', '.bar'].map((part) => () => document.querySelector(part)?.textContent);
    expect(price?.()).toContain('Not in this price yet: Couple');
    expect(bar?.()).toContain('Not in this price yet: Couple');
    await enterInto(user, await screen.findByRole('textbox', { name: /Couple/ }), 'Ann');
    await waitFor(() => expect(bar?.()).not.toContain('Not in this price'));
  });

  it('names an added line without text among what is needed', async () => {
    const { user } = await open();
    await fill(user);
    await user.click(screen.getByText('Add another line'));
    expect(await screen.findByLabelText('Text for line 2')).toBeTruthy();
    await waitFor(() =>
      expect(document.querySelector('.needed')?.textContent).toBe('Still needed: Text for your new line'),
    );
    expect(submit().disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: /^Remove line 2/ }));
    await waitFor(() => expect(submit().disabled).toBe(false));
  });

  it('shows the first three extras and those chosen, and all on request', async () => {
    const item = catalog.items[0];
    const items = ['Arch', 'Wall', 'Heart'].map((name, i) => ({ ...item, id: i + 3, name }));
    offering({ hasCatalog: true });
    server.use(http.get('*/api/public/catalog', () => HttpResponse.json({ items, packages: [] })));
    const { user } = await open();
    expect(await screen.findByRole('button', { name: 'Add Arch' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add Wall' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show all 5 extras' }));
    expect(screen.getByRole('button', { name: 'Add Heart' })).toBeTruthy();
  });

  it('leaves out what is not available on the chosen days, and asks with those days', async () => {
    const asked: string[] = [];
    offering({ hasCatalog: true });
    server.use(
      http.get('*/api/public/catalog', ({ request }) => {
        const { searchParams } = new URL(request.url);
        asked.push(searchParams.get('deliveryDate') ?? '');
        const [item] = catalog.items;
        return HttpResponse.json({
          items: [{ ...item, available: !searchParams.has('deliveryDate') }],
          packages: [],
        });
      }),
    );
    const { user } = await open();
    expect(await screen.findByRole('button', { name: 'Add Balloon arch' })).toBeTruthy();
    await fill(user);
    expect(await screen.findByText('1 extra is not available on your dates.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add Balloon arch' })).toBeNull();
    expect(asked.at(-1)).toBe('2027-06-01');
  });
});

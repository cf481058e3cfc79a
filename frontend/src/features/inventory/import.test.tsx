import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ImportOut, ImportRowOut } from '@/api/types';
import { faults, open } from '@/testing/render';
import { answer, letter, refuse, signIn } from '@/testing/server';
import { enterInto, retype } from '@/testing/typing';

const row = (letterText: string, rest: Partial<ImportRowOut>): ImportRowOut => ({
  line: 2,
  letter: letterText,
  size: '4ft',
  finish: null,
  quantity: 3,
  pricePerDay: 25,
  action: 'add',
  sentence: null,
  before: null,
  facts: [],
  ...rest,
});

const imported = (applied: boolean, ...rows: ImportRowOut[]): ImportOut => ({
  applied,
  rows,
  refusedCsv: rows.some(({ action }) => action === 'refused') ? 'Letter,Problem\r\n' : null,
  sizePrices: [],
  pricesIgnored: false,
});

describe('a whole set', () => {
  it('shows a preview before saving', async () => {
    signIn();
    const { user } = open('/inventory');
    const start = within(await screen.findByRole('region', { name: 'Getting started' }));
    await user.click(start.getByRole('button', { name: 'Add a Whole Set' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('84 pieces in 37 letters')).toBeTruthy();
    await user.clear(dialog.getByRole('spinbutton', { name: 'Digits' }));
    await user.clear(dialog.getByRole('spinbutton', { name: 'Other Letters' }));
    await retype(user, dialog.getByRole('spinbutton', { name: 'E' }), '6');
    await user.click(dialog.getByRole('button', { name: 'Add one Ampersand' }));
    expect(dialog.getByText('25 pieces in 6 letters')).toBeTruthy();
    expect(await faults()).toEqual([]);

    const imports = answer('post', '/api/inventory/import', imported(false, row('A', {})));
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect(await dialog.findByRole('heading', { name: '1 letter will be added.' })).toBe(
      document.activeElement,
    );
    expect(dialog.getByText('3 pieces at $25.00 a day')).toBeTruthy();
    const rows = [
      ['A', 4],
      ['E', 6],
      ['I', 4],
      ['O', 4],
      ['U', 4],
      ['&', 3],
    ].map(([name, quantity]) => ({ letter: name, size: '4ft', quantity, pricePerDay: 25 }));
    expect(imports.bodies).toEqual([{ rows, apply: false }]);

    const done = answer('post', '/api/inventory/import', imported(true, row('A', {})));
    answer('get', '/api/inventory', [letter('A', 3)]);
    await user.click(dialog.getByRole('button', { name: 'Add 1 Letter' }));
    expect(await screen.findByText('Inventory added')).toBeTruthy();
    expect(await screen.findByRole('row', { name: /^A 4ft/ })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(done.bodies).toEqual([{ rows, apply: true }]);
  });

  it('parses a list and names unclear entries', async () => {
    signIn();
    answer('get', '/api/inventory', [letter('A', 1, { pricePerDay: 30 })]);
    const { user } = open('/inventory');
    await screen.findByRole('row', { name: /^A 4ft/ });
    await user.click(screen.getByRole('button', { name: 'Add a Whole Set' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('tab', { name: 'Paste a List' }));
    await enterInto(user, dialog.getByLabelText('Your Letters'), 'A3 B2 77');
    expect(dialog.getByText(/“77” has no letter/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect(dialog.queryByText('Nothing has changed yet')).toBeNull();
    await user.type(dialog.getByLabelText('Your Letters'), '{Backspace}: 2');
    const imports = answer(
      'post',
      '/api/inventory/import',
      imported(false, row('A', { action: 'change', before: 1 }), row('B', { line: 3 })),
    );
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect(await dialog.findByRole('button', { name: 'Add 1 and Change 1' })).toBeTruthy();
    expect(imports.bodies).toEqual([
      {
        rows: [
          // Existing letters keep their price.
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

  it('the inventory can be downloaded as CSV', async () => {
    await openImport();
    const link = await screen.findByRole('menuitem', { name: 'Export as CSV' });
    expect(link.getAttribute('href')).toBe('/api/inventory.csv');
  });

  it('imports all rows or skips bad ones, and keeps the input', async () => {
    const { user } = await openImport();
    await user.click(await screen.findByRole('menuitem', { name: 'Import Letters...' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect(dialog.getByText('Choose a file or paste its rows here')).toBeTruthy();
    const text = 'Letter,Size,Quantity\nA,4ft,many\nB,4ft,3\n';
    await user.upload(dialog.getByLabelText('CSV file'), new File([text], 'letters.csv'));
    expect(await dialog.findByText('letters.csv')).toBeTruthy();
    const refused = row('A', {
      action: 'refused',
      quantity: null,
      sentence: 'Quantity must be a whole number',
    });
    const imports = answer('post', '/api/inventory/import', imported(false, row('B', { line: 3 }), refused));
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect(await dialog.findByRole('heading', { name: '1 row can’t be imported' })).toBeTruthy();
    const [first] = dialog.getAllByRole('listitem');
    expect(first?.textContent).toBe('AQuantity must be a whole numberLine 2Error');
    expect(dialog.queryByRole('button', { name: /^Add/ })).toBeNull();
    expect(imports.bodies).toEqual([{ csv: text, apply: false }]);
    expect(await faults()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    expect(dialog.getByLabelText('Or Paste Rows')).toHaveProperty('value', text);

    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    const taken = answer('post', '/api/inventory/import', imported(true, row('B', { line: 3 }), refused));
    await user.click(await dialog.findByRole('button', { name: 'Import 1 Valid Row' }));
    expect(await dialog.findByRole('heading', { name: '1 row wasn’t imported' })).toBeTruthy();
    expect(
      dialog.getByText('1 letter was added. Correct the rows below and import them again.'),
    ).toBeTruthy();
    expect(dialog.getAllByRole('listitem')).toHaveLength(1);
    const file = dialog.getByRole('link', { name: 'Download Rows with Errors' });
    expect(decodeURIComponent(file.getAttribute('href') ?? '')).toContain('Letter,Problem');
    expect(taken.bodies).toEqual([{ csv: text, apply: true, partial: true }]);
    await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can update the price list', async () => {
    const { user } = await openImport();
    await user.click(await screen.findByRole('menuitem', { name: 'Import Letters...' }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterInto(user, dialog.getByLabelText('Or Paste Rows'), 'x');
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

  it('shows why a file was rejected', async () => {
    const { user } = await openImport();
    await user.click(await screen.findByRole('menuitem', { name: 'Import Letters...' }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterInto(user, dialog.getByLabelText('Or Paste Rows'), 'x');
    const sentence = 'The first line must name the columns; missing: letter';
    refuse('post', '/api/inventory/import', { csv: sentence });
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(sentence);
  });
});

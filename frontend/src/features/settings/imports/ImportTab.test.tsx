import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FileOut } from '@/api/imports';
import { open } from '@/testing/render';
import { answer, fail, signIn } from '@/testing/server';

const columns = [
  { name: 'Name', field: 'customerName' },
  { name: 'Wann', field: null },
];
const fields = ['customerName', 'deliveryDate', 'message'];
const result = (more: Partial<FileOut> = {}): FileOut => ({
  columns,
  fields,
  rows: { new: 2, same: 1, wrong: 0 },
  wrong: [],
  wrongCsv: null,
  importId: null,
  ...more,
});
const errors = result({
  rows: { new: 2, same: 0, wrong: 1 },
  wrong: [{ line: 4, reason: 'Delivery date is required' }],
  wrongCsv: 'Name,Problem\r\n',
});
const csv = 'Name,Wann\nAda,2026-06-05\n';

async function choose() {
  const { user } = open('/settings?tab=import');
  await user.upload(
    await screen.findByLabelText('CSV file'),
    new File([csv], 'old.csv', { type: 'text/csv' }),
  );
  return user;
}

describe('import', () => {
  beforeEach(() => {
    signIn();
    answer('get', '/api/imports', []);
  });

  it('shows what a file does before it is imported', async () => {
    const sent = answer('post', '/api/imports/bookings', result());
    await choose();
    expect(await screen.findByText('2 rows can be imported, 1 imported before')).toBeTruthy();
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'customerName');
    expect(screen.getByLabelText('Wann')).toHaveProperty('value', '');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(sent.bodies).toEqual([{ csv, mapping: {}, apply: false, partial: false, remind: false }]);
  });

  it('previews again with a field chosen for a column, and imports with it', async () => {
    const sent = answer('post', '/api/imports/bookings', result());
    const user = await choose();
    await user.selectOptions(await screen.findByLabelText('Wann'), 'Delivery date');
    await screen.findByRole('button', { name: 'Import 2 Bookings' });
    await user.click(screen.getByRole('switch', { name: 'Email these customers reminders' }));
    const applied = answer('post', '/api/imports/bookings', result({ importId: 7 }));
    await user.click(await screen.findByRole('button', { name: 'Import 2 Bookings' }));
    expect(await screen.findByText('2 bookings imported')).toBeTruthy();
    expect(sent.bodies[1]).toMatchObject({ mapping: { Wann: 'deliveryDate' } });
    expect(applied.bodies).toEqual([
      { csv, mapping: { Wann: 'deliveryDate' }, apply: true, partial: false, remind: true },
    ]);
    expect(screen.queryByRole('button', { name: 'Import 2 Bookings' })).toBeNull();
  });

  it('imports the other rows only after rows with errors are skipped by choice', async () => {
    answer('post', '/api/imports/bookings', errors);
    const user = await choose();
    const table = within(await screen.findByRole('region', { name: 'Rows with errors' }));
    expect(table.getByText('Delivery date is required')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Download Rows with Errors' })).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Import 2 Bookings' });
    expect(button).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('switch', { name: 'Skip rows with errors' }));
    const sent = answer('post', '/api/imports/bookings', { ...errors, importId: 7 });
    await user.click(button);
    expect(await screen.findByText('2 bookings imported')).toBeTruthy();
    expect(sent.bodies).toEqual([{ csv, mapping: {}, apply: true, partial: true, remind: false }]);
  });

  it('imports items, without reminders to customers', async () => {
    const { user } = open('/settings?tab=import');
    await user.click(await screen.findByRole('button', { name: 'Items' }));
    expect(screen.getByRole('link', { name: 'Download a Template' }).getAttribute('href')).toBe(
      '/api/imports/template.csv?kind=items',
    );
    const sent = answer('post', '/api/imports/items', result());
    await user.upload(screen.getByLabelText('CSV file'), new File([csv], 'items.csv', { type: 'text/csv' }));
    const button = await screen.findByRole('button', { name: 'Import 2 Items' });
    expect(screen.queryByRole('switch', { name: 'Email these customers reminders' })).toBeNull();
    answer('post', '/api/imports/items', result({ importId: 7 }));
    await user.click(button);
    expect(await screen.findByText('2 items imported')).toBeTruthy();
    expect(sent.bodies).toHaveLength(1);
  });

  it('shows why a file is refused', async () => {
    const sentence = 'This file has no rows below its header';
    fail('post', '/api/imports/bookings', 422, sentence, { fields: { csv: sentence } });
    await choose();
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  });

  it('undoes an import and names the rows that were kept', async () => {
    const row = {
      id: 7,
      kind: 'bookings',
      count: 2,
      by: 'ada',
      createdAt: '2027-03-03T15:00:00+00:00',
      undoUntil: '2027-03-04T15:00:00+00:00',
    };
    answer('get', '/api/imports', [row]);
    const { user } = open('/settings?tab=import');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const kept = [{ line: 3, id: 12, number: 41, name: 'Grace' }];
    const sent = answer('post', '/api/imports/7/undo', { undone: 1, kept });
    answer('get', '/api/imports', []);
    await user.click(await screen.findByRole('button', { name: 'Undo Import' }));
    expect(await screen.findByText('#41 Grace (line 3)')).toBeTruthy();
    expect(sent.bodies).toHaveLength(1);
  });
});
